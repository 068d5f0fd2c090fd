import type { Trend, TrendKind, TrendRun, TrendSeries } from '../../model/compare/trend.ts'
import { identifier, subjectText } from '../../model/identity.ts'
import { type EvaluatedReport, isEvaluated, type Report } from '../../model/report.ts'
import { countIssues, totalOf } from '../../model/severity.ts'
import type { SeverityCounts } from '../../model/severity-counts.ts'
import { groupBy } from '../../text/group-by.ts'
import { differencesOf, type Scope, scopeOf } from './trend-scope.ts'

/** What a trend keeps of a report, which may be large. */
export type TrendPoint = { readonly file: string; readonly started: string } & (
  | { readonly fault: string }
  | {
      readonly fault?: undefined
      readonly counts: SeverityCounts
      readonly scope: Scope
      readonly entries: ReadonlyMap<string, Entry>
    }
)

type Counted = Extract<TrendPoint, { readonly scope: Scope }>

interface Entry extends Omit<TrendSeries, 'counts'> {
  readonly counts: SeverityCounts
  /** The entry without which a run says nothing of this one. */
  readonly parent?: string
}

export function trendPoint(file: string, report: Report): TrendPoint {
  const { started } = report.run
  const fault = faultOf(report)
  if (fault !== undefined || !isEvaluated(report)) return { file, started, fault: fault ?? 'failed run' }
  return { file, started, counts: pick(report), scope: scopeOf(report), entries: entriesOf(report) }
}

function faultOf(report: Report): string | undefined {
  const { outcome, run } = report
  if (!isEvaluated(report))
    return outcome.kind === 'undecided' ? `failed: ${outcome.failure.message}` : undefined
  if (run.shard) return `shard ${run.shard.index} of ${run.shard.total}`
  const asked = run.api_ids.length + run.definitions.length
  const partial = report.truncated || report.error !== undefined || report.evaluated_apis < asked
  return outcome.kind === 'incomplete' || partial ? 'incomplete' : undefined
}

function pick({ error_count, warn_count, info_count, hint_count }: SeverityCounts): SeverityCounts {
  return { error_count, warn_count, info_count, hint_count }
}

function entriesOf({ issues, rulesets, run }: EvaluatedReport): Map<string, Entry> {
  const { subjectOf, ofDefinition } = identifier(run.definitions)
  const entries = new Map<string, Entry>()
  const keyOf = (kind: TrendKind, ...ids: string[]) => JSON.stringify([kind, ...ids])
  const byApi = groupBy(issues, (issue) => subjectText(subjectOf(issue)))
  const asked = [...run.api_ids.map((api_id) => ({ api_id })), ...run.definitions.map(ofDefinition)]
  for (const subject of [...asked, ...issues.map(subjectOf)]) {
    const key = keyOf('api', subjectText(subject))
    if (entries.has(key)) continue
    const name = 'file' in subject ? subject.file : subject.api_id
    entries.set(key, { kind: 'api', name, counts: countIssues(byApi.get(subjectText(subject)) ?? []) })
  }
  const byRule = groupBy(issues, ({ ruleset_id, rule_id }) => keyOf('rule', ruleset_id, rule_id))
  for (const { id, name, ...counts } of rulesets)
    entries.set(keyOf('ruleset', id), { kind: 'ruleset', name: name || id, counts: pick(counts) })
  for (const [key, own] of byRule) {
    const { rule_id, ruleset_id, ruleset_name } = own[0] ?? { rule_id: '', ruleset_id: '' }
    const ruleset = ruleset_name || ruleset_id
    const parent = keyOf('ruleset', ruleset_id)
    entries.set(key, { kind: 'rule', name: rule_id, ruleset, parent, counts: countIssues(own) })
  }
  return entries
}

/** Runs in the order of time. Only runs of one scope are compared: each with the one before it. */
export function trendOf(unsorted: readonly TrendPoint[]): Trend {
  const points = [...unsorted].sort(
    (one, other) => (Date.parse(one.started) || 0) - (Date.parse(other.started) || 0),
  )
  const counted = points.filter((point): point is Counted => point.fault === undefined)
  const scopes = [...new Set(counted.map(({ scope }) => scope.key))]
  const runs = points.map((point): TrendRun => {
    const { file, started } = point
    if (point.fault !== undefined) return { file, started, note: point.fault }
    const { counts, scope } = point
    const before = counted.slice(0, counted.indexOf(point))
    const last = before.at(-1)?.scope ?? scope
    const equal = before.findLast((other) => other.scope.key === scope.key)
    return {
      file,
      started,
      counts,
      scope: scopes.indexOf(scope.key),
      change: equal && totalOf(counts) - totalOf(equal.counts),
      note: last.key === scope.key ? '' : differencesOf(last, scope),
    }
  })
  const entries = new Map(counted.flatMap((point) => [...point.entries]))
  const series = [...entries].map(([key, { kind, name, ruleset, parent }]): TrendSeries => {
    const counts = points.map((point) => {
      if (point.fault !== undefined) return undefined
      const missing = parent !== undefined && point.entries.has(parent) ? noIssues : undefined
      return point.entries.get(key)?.counts ?? missing
    })
    return { kind, name, ruleset, counts }
  })
  return { runs, series }
}

const noIssues = countIssues([])
