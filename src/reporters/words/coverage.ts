import { dividesTargets } from '../../core/model/checks.ts'
import type { EvaluatedReport, Report } from '../../core/model/report.ts'
import type { Run } from '../../core/model/run.ts'
import { countIssues, joinCounts } from '../../core/model/severity.ts'
import type { SeverityCounts } from '../../core/model/severity-counts.ts'
import { engineText, excerpt, grouped, joinNames, plural } from '../../core/text/wording.ts'

/** Whether files were checked by rulesets in files or by built-in ones: nothing came from a dashboard or a workspace. */
export function isLocal({
  dashboard,
  api_ids,
  ruleset_ids = [],
  categories = [],
  ruleset_digests,
}: Run): boolean {
  const isHere = (id: string) =>
    /^(?:spectral|vacuum|gov):/.test(id) || Object.hasOwn(ruleset_digests ?? {}, id)
  return (
    dashboard === 'embedded' && api_ids.length === 0 && categories.length === 0 && ruleset_ids.every(isHere)
  )
}

/** `2 files`; `3 APIs` where some are saved on a dashboard. */
export function countSubjects(count: number, { api_ids }: Run): string {
  return plural(count, api_ids.length === 0 ? 'file' : 'API')
}

/** `2 of 3 APIs` where fewer were evaluated than asked for. */
export function countEvaluated({ evaluated_apis, run }: EvaluatedReport): string {
  const asked = run.api_ids.length + run.definitions.length
  return evaluated_apis < asked
    ? `${grouped(evaluated_apis)} of ${countSubjects(asked, run)}`
    : countSubjects(evaluated_apis, run)
}

const mostChecks = 5

/** `2 rulesets`; with the checks of the config that the run has, `2 checks (payments, shop)` or `1 ruleset (check shop)`. */
export function describeRulesets(
  { rulesets, run: { checks = [] } }: EvaluatedReport,
  safe: (name: string) => string = (name) => name,
): string {
  const names = checks.map(({ name }) => safe(excerpt(name, 60)))
  if (dividesTargets(checks)) return `${plural(names.length, 'check')} (${joinNames(names, mostChecks)})`
  return `${plural(rulesets.length, 'ruleset')}${names.map((name) => ` (check ${name})`).join('')}`
}

/** `3 APIs x 2 rulesets (engine: vacuum)`. Rulesets of several types of resource do not each run on every API. */
export function describeCoverage(
  report: EvaluatedReport,
  times = 'x',
  safe?: (name: string) => string,
): string {
  const { rulesets, run } = report
  const types = new Set(rulesets.map(({ resource_type }) => resource_type))
  const [subjects, ran] = [countEvaluated(report), describeRulesets(report, safe)]
  if (dividesTargets(run.checks)) return `${subjects} in ${ran}${engineText(run)}`
  const what =
    types.size > 1 ? `${subjects}, ${ran} each on those of its type` : `${subjects} ${times} ${ran}`
  return `${what}${engineText(run)}`
}

/** ` on https://dashboard.example.com`; empty where no dashboard was asked. */
export function describeDashboard({ run }: Report): string {
  if (isLocal(run)) return ''
  return run.dashboard === 'embedded' ? ' in the embedded sandbox' : ` on ${excerpt(run.dashboard)}`
}

/**
 * The report with the counts, and those of its rulesets, of only the issues that count for the verdict: no total may
 * contradict it.
 */
export function countOnlyCounted(report: EvaluatedReport): EvaluatedReport {
  const excused = report.issues.filter((issue) => issue.excused !== undefined)
  if (excused.length === 0) return report
  const rulesets = report.rulesets.map((ruleset) => {
    const theirs = excused.filter(({ ruleset_id }) => ruleset_id === ruleset.id)
    return { ...ruleset, ...subtractCounts(ruleset, countIssues(theirs)) }
  })
  return { ...report, ...subtractCounts(report, countIssues(excused)), rulesets }
}

/** A saved report may say anything. */
function subtractCounts(counts: SeverityCounts, excused: SeverityCounts): SeverityCounts {
  return joinCounts(counts, excused, (all, some) => Math.max(all - some, 0))
}
