import type { Excuse, Issue } from '../../core/model/issue.ts'
import { listGaps } from '../../core/model/outcome.ts'
import type { EvaluatedReport, Report } from '../../core/model/report.ts'
import { countList, grouped } from '../../core/text/wording.ts'
import { renderPlaceSuffix } from '../file-place.ts'
import { countOnlyCounted } from './coverage.ts'

/** `waived until 2027-01-31 by payments team: replaced in May`, or `in the baseline`. */
export function excuseWords({ by, expires, owner, reason }: Excuse): string {
  const until = expires === undefined ? '' : ` until ${expires}`
  const who = owner === undefined ? '' : ` by ${owner}`
  const why = reason === undefined ? '' : `: ${reason}`
  return `${whatBy[by]}${until}${who}${why}`
}

const whatBy: Record<Excuse['by'], string> = {
  waiver: 'waived',
  definition: 'waived by x-lint-ignore in the definition, without a reason',
  baseline: 'in the baseline',
  base: 'known at the base',
  major: 'allowed',
}

/** ` [waived until …]` after an issue that does not count, else empty. */
export function excuseSuffix({ excused }: Issue): string {
  return excused ? ` [${excuseWords(excused)}]` : ''
}

/** `message (path) (was at old place) [excuse]`. */
export function describeIssue(issue: Issue): string {
  return `${issue.message}${issue.path === '' ? '' : ` (${issue.path})`}${renderPlaceSuffix(issue)}${excuseSuffix(issue)}`
}

/** `2 waived, 40 in the baseline`; empty when nothing is excused. */
export function describeExcused({
  waived_count,
  baselined_count,
  issues,
  known_count,
}: EvaluatedReport): string {
  const count = (by: Excuse['by']) => issues.filter(({ excused }) => excused?.by === by).length
  const inline = count('definition')
  const kinds = [
    [waived_count, `waived${inline > 0 ? ` (${grouped(inline)} by x-lint-ignore)` : ''}`],
    [baselined_count, 'in the baseline'],
    [known_count ? count('base') : 0, 'known at the base'],
    [count('major'), 'allowed by a new major version'],
  ] as const
  return kinds.flatMap(([count, what]) => (count > 0 ? [`${grouped(count)} ${what}`] : [])).join(', ')
}

/** `3 fixable with gov fix (2 more with --unsafe)`; empty when nothing is. */
export function describeFixable({ issues }: EvaluatedReport): string {
  const count = (kind: Issue['fixable']) => issues.filter(({ fixable }) => fixable === kind).length
  const [safe, unsafe] = [count('safe'), count('unsafe')]
  if (safe === 0) return unsafe === 0 ? '' : `${grouped(unsafe)} fixable with gov fix --unsafe`
  const more = unsafe === 0 ? '' : ` (${grouped(unsafe)} more with --unsafe)`
  return `${grouped(safe)} fixable with gov fix${more}`
}

/** The run, or a shard of it, ended early, so rulesets that are not listed may not have been requested. */
export function isCutShort({ outcome }: Report): boolean {
  return listGaps(outcome).some((gap) => 'failure' in gap)
}

/** `2 errors, 1 warning, 0 info, 0 hints, 1 waived`. */
export function countsText(report: EvaluatedReport): string {
  const words = [countList(countOnlyCounted(report), 'all'), describeExcused(report)]
  return words.filter((word) => word !== '').join(', ')
}
