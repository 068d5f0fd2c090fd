import { breakingRuleset, looksForBreaking } from '../../model/breaking.ts'
import { sourceOf } from '../../model/holds.ts'
import { definitionOf, isPlaced } from '../../model/identity.ts'
import { honoursIgnores } from '../../model/inline-waivers.ts'
import type { Issue } from '../../model/issue.ts'
import type { Decision } from '../../model/outcome.ts'
import type { Reason } from '../../model/reason.ts'
import { isRecord } from '../../model/record.ts'
import { type EvaluatedReport, isEvaluated, type Report } from '../../model/report.ts'
import { countIssues, severities } from '../../model/severity.ts'
import type { SeverityCounts } from '../../model/severity-counts.ts'
import { groupBy } from '../../text/group-by.ts'
import { latestOf, waive } from '../excuse/waivers.ts'
import { inlineReasons, isWaived, mayIgnore } from '../inline/waive-inline.ts'
import { weigh } from './weigh.ts'

/**
 * What in a report cannot be true at once: one that a hand or a tool has changed may say anything. Its counts must be
 * those of its issues, and its policy must judge these as the outcome says.
 */
export function contradictionOf(report: Report): string | undefined {
  if (!isEvaluated(report)) return undefined
  return unexplainedGap(report) ?? wrongCount(report) ?? wrongExcuse(report) ?? otherJudgement(report)
}

function unexplainedGap({
  outcome,
  truncated,
  error,
  evaluated_apis,
  rulesets,
  run,
}: EvaluatedReport): string | undefined {
  if (outcome.kind === 'incomplete') return undefined
  if (truncated) return 'it is truncated, and no gap says so'
  if (error !== undefined) return 'it holds an error, and no gap says so'
  const looked = rulesets.some(({ id }) => id === breakingRuleset)
  if (run.policy && looksForBreaking(run.policy) && !looked)
    return 'breaking changes were not looked for, and no gap says so'
  if (run.definitions.some(({ file, ignores }) => ignores && !isAccepted(file, outcome)))
    return 'a definition may have made the dashboard drop issues, and no gap says so'
  const asked = run.api_ids.length + run.definitions.length
  if (run.policy?.on_unevaluated === 'pass' || asked === 0) return undefined
  if (evaluated_apis < asked) return `${evaluated_apis} of ${asked} APIs were evaluated, and no gap says so`
  const unrun = run.ruleset_ids?.find((id) => !rulesets.some((ruleset) => ruleset.id === id))
  return unrun === undefined ? undefined : `ruleset ${unrun} did not run, and no gap says so`
}

function isAccepted(file: string, outcome: Decision): boolean {
  return reasonsOf(outcome).some(
    (reason) =>
      reason.kind === 'accepted' &&
      reason.gap.kind === 'inline-ignores' &&
      'file' in reason.gap.target &&
      reason.gap.target.file === file,
  )
}

const oneDayMs = 86_400_000

/** Its own waivers must excuse what is waived. Shards that are merged may have run on two days. */
function wrongExcuse({ issues, run, outcome }: EvaluatedReport): string | undefined {
  const excusers = new Set(reasonsOf(outcome).map(({ kind }) => kind))
  if (issues.some(({ excused }) => excused?.by === 'baseline') && !excusers.has('baselined'))
    return 'issues are in the baseline, and it does not say that there was one'
  if (issues.some((issue) => issue.excused?.by === 'baseline' && !isPlaced(issue)))
    return 'an issue whose node is not known is in the baseline'
  const isCompared = run.base !== undefined && excusers.has('base')
  if (issues.some(({ known, excused }) => known || excused?.by === 'base') && !isCompared)
    return 'issues are known at a base, and it does not say that there was one'
  if (issues.some((issue) => issue.excused?.by === 'major' && !isAllowed(issue, run)))
    return 'issues are allowed by a new major version, and it does not say that one allows them'
  const isHonoured = run.policy !== undefined && honoursIgnores(run.policy)
  if (issues.some((issue) => issue.excused?.by === 'definition' && !(isHonoured && mayIgnore(issue))))
    return 'definitions excuse issues of their own, and its policy does not let them'
  const inlineIgnores = reasonsOf(outcome).filter(({ kind }) => kind === 'inline-ignores')
  if (
    inlineIgnores.map(valuesOf).join() !==
    inlineReasons(issues, run.policy ?? {})
      .map(valuesOf)
      .join()
  )
    return 'it says otherwise which issues x-lint-ignore names'
  const waived = issues.filter(({ excused }) => excused?.by === 'waiver')
  if (waived.length === 0) return undefined
  const started = Date.parse(run.started)
  const day = new Date(Number.isNaN(started) ? 0 : started).toISOString().slice(0, 10)
  const latest = latestOf(
    new Date(Date.parse(day) + oneDayMs).toISOString().slice(0, 10),
    run.policy?.max_waiver_days,
  )
  const bare = waived.map(({ excused: _excused, ...issue }) => issue)
  const again = waive(bare, run.waivers ?? [], day, latest)
  return again.issues.every(({ excused }) => excused !== undefined)
    ? undefined
    : 'it waives issues that none of its waivers matches'
}

function isAllowed(issue: Issue, { base, policy }: EvaluatedReport['run']): boolean {
  if (issue.ruleset_id !== breakingRuleset || policy?.breaking_allowed !== 'major') return false
  const own = base?.definitions.find(({ file }) => file === definitionOf(issue))
  return own?.versions !== undefined && own.versions.refused === undefined
}

/** A truncated answer counts what it does not list, and one that failed lists what it does not count. */
function wrongCount(report: EvaluatedReport): string | undefined {
  const { issues, rulesets, truncated, error, outcome } = report
  if (issues.filter(isWaived).length !== report.waived_count)
    return 'waived_count is not the number of waived issues'
  if (excusedBy('baseline', issues) !== report.baselined_count)
    return 'baselined_count is not the number of issues in the baseline'
  if (issues.filter(({ known }) => known).length !== (report.known_count ?? 0))
    return 'known_count is not the number of known issues'
  if (truncated || error !== undefined || outcome.kind === 'incomplete') return undefined
  const listed = groupBy(issues, ({ ruleset_id }) => ruleset_id)
  const wrong = rulesets.find((ruleset) => differ(ruleset, countIssues(listed.get(ruleset.id) ?? [])))
  if (wrong) return `ruleset ${wrong.id} counts other issues than are listed`
  return differ(report, countIssues(issues)) || report.total !== issues.length
    ? 'it counts other issues than it lists'
    : undefined
}

function excusedBy(by: string, issues: readonly Issue[]): number {
  return issues.filter(({ excused }) => excused?.by === by).length
}

function differ(one: SeverityCounts, other: SeverityCounts): boolean {
  return severities.some((severity) => one[`${severity}_count`] !== other[`${severity}_count`])
}

function otherJudgement(report: EvaluatedReport): string | undefined {
  const { policy } = report.run
  if (policy === undefined) return 'it does not record its policy'
  const expected = weigh(report, policy).map(valuesOf).toSorted()
  const weighed = reasonsOf(report.outcome).filter((reason) => sourceOf(reason) === 'policy')
  const found = weighed.map(valuesOf).toSorted()
  return expected.join('\n') === found.join('\n') ? undefined : 'its policy judges its issues otherwise'
}

function reasonsOf(outcome: Decision): readonly Reason[] {
  return outcome.kind === 'passed' ? outcome.held : [...outcome.broken, ...outcome.held]
}

/** What decides in a reason, whatever the order of its keys. */
function valuesOf(reason: Reason): string {
  return JSON.stringify({ ...reason, message: undefined }, (_key, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted()) : value,
  )
}
