import type { Trend, TrendKind, TrendRun, TrendSeries } from '../../model/compare/trend.ts'
import { totalOf } from '../../model/severity.ts'
import type { SeverityCounts } from '../../model/severity-counts.ts'
import { excerpt, grouped, plural } from '../wording.ts'

/** One series over the runs that are compared. */
export interface TrendRow {
  readonly series: TrendSeries
  readonly first: number
  readonly last: number
  /** Absent if there is only one such run. */
  readonly change: number | undefined
}

export const kindWords: Readonly<Record<TrendKind, string>> = { api: 'API', ruleset: 'ruleset', rule: 'rule' }

/** The runs of the newest scope that more than one run has, else the newest run with counts. */
function comparedRuns({ runs }: Trend): TrendRun[] {
  const counted = runs.filter(({ scope }) => scope !== undefined)
  const last = counted.findLast(({ change }) => change !== undefined) ?? counted.at(-1)
  return last === undefined ? [] : runs.filter(({ scope }) => scope === last.scope)
}

/** The series of a kind in the compared runs, the largest change first, then the largest count. */
export function trendRows(trend: Trend, kind: TrendKind): TrendRow[] {
  const compared = new Set(comparedRuns(trend))
  const at = trend.runs.flatMap((run, index) => (compared.has(run) ? [index] : []))
  return trend.series
    .filter((series) => series.kind === kind)
    .flatMap((series) => {
      const totals = at.flatMap((index) => totalAt(series.counts[index]))
      const [first, last] = [totals[0], totals.at(-1)]
      if (first === undefined || last === undefined) return []
      return [{ series, first, last, change: at.length > 1 ? last - first : undefined }]
    })
    .sort((one, other) => sizeOf(other) - sizeOf(one) || other.last - one.last)
}

function totalAt(counts: SeverityCounts | undefined): number[] {
  return counts === undefined ? [] : [totalOf(counts)]
}

function sizeOf({ change = 0 }: TrendRow): number {
  return Math.abs(change)
}

/** What changed since the first of the compared runs, in one line; foreign text is made safe. */
export function trendSummary(trend: Trend): string {
  const compared = comparedRuns(trend)
  const [first, last] = [compared[0], compared.at(-1)]
  const others = trend.runs.length - compared.length
  const apart = others === 0 ? '' : `; ${plural(others, 'other run')} not compared`
  if (!first?.counts || !last?.counts || first === last)
    return `No two runs checked the same APIs and rulesets: nothing to compare${apart}`
  const change = totalOf(last.counts) - totalOf(first.counts)
  const words =
    change === 0 ? 'no change' : `${signed(change)} ${Math.abs(change) === 1 ? 'issue' : 'issues'}`
  const [from, to] = [first, last].map(({ started }) => timeText(excerpt(started, 40)))
  return `${words} from ${from} to ${to}, over ${plural(compared.length, 'run')}${apart}`
}

/** `+1,204`, `-3` or `0`. */
export function signed(change: number): string {
  return `${change > 0 ? '+' : change < 0 ? '-' : ''}${grouped(Math.abs(change))}`
}

/** `2026-11-20 10:00` of an RFC 3339 time; what is none stays as it is. */
export function timeText(started: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(started) ? started.slice(0, 16).replace('T', ' ') : started
}
