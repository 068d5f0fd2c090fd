import type { Issue } from '../model/issue.ts'
import type { Decision } from '../model/outcome.ts'
import type { Reason } from '../model/reason.ts'
import { type EvaluatedReport, isEvaluated, type Report } from '../model/report.ts'
import { countIssues, type SeverityCounts, severities } from '../model/severity.ts'
import { weigh } from './weigh.ts'

/**
 * What in a report cannot be true at once: one that a hand or a tool has changed may say anything. Its counts must be
 * those of its issues, and its policy must judge these as the outcome says.
 */
export function contradictionOf(report: Report): string | undefined {
  if (!isEvaluated(report)) return undefined
  return unexplainedGap(report) ?? wrongCount(report) ?? otherJudgement(report)
}

function unexplainedGap({
  outcome,
  truncated,
  error,
  evaluated_apis,
  run,
}: EvaluatedReport): string | undefined {
  if (outcome.kind === 'incomplete') return undefined
  if (truncated) return 'it is truncated, and no gap says so'
  if (error !== undefined) return 'it holds an error, and no gap says so'
  const asked = run.api_ids.length + run.definitions.length
  return run.policy?.on_unevaluated === 'fail' && evaluated_apis < asked
    ? `${evaluated_apis} of ${asked} APIs were evaluated, and no gap says so`
    : undefined
}

/** A truncated answer counts what it does not list, and one that failed lists what it does not count. */
function wrongCount(report: EvaluatedReport): string | undefined {
  const { issues, rulesets, truncated, error, outcome } = report
  if (excusedBy('waiver', issues) !== report.waived_count)
    return 'waived_count is not the number of waived issues'
  if (excusedBy('baseline', issues) !== report.baselined_count)
    return 'baselined_count is not the number of issues in the baseline'
  if (truncated || error !== undefined || outcome.kind === 'incomplete') return undefined
  const listed = new Map<string, Issue[]>(rulesets.map(({ id }) => [id, []]))
  for (const issue of issues) listed.get(issue.ruleset_id)?.push(issue)
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
  const expected = weigh(report, policy).map(weighedText).toSorted()
  const found = reasonsOf(report.outcome)
    .map(weighedText)
    .filter((text) => text !== undefined)
    .toSorted()
  return expected.join('\n') === found.join('\n') ? undefined : 'its policy judges its issues otherwise'
}

function reasonsOf(outcome: Decision): readonly Reason[] {
  return outcome.kind === 'passed' ? outcome.held : [...outcome.broken, ...outcome.held]
}

/** The values of a reason that the policy gives; undefined for any other. */
function weighedText(reason: Reason): string | undefined {
  switch (reason.kind) {
    case 'threshold': {
      const { ruleset_id, every_ruleset, level, counts } = reason
      return JSON.stringify([
        'threshold',
        ruleset_id,
        every_ruleset,
        level,
        severities.map((each) => counts[each]),
      ])
    }
    case 'budget': {
      const { ruleset_id, every_ruleset, severity, limit, count } = reason
      return JSON.stringify(['budget', ruleset_id, every_ruleset, severity, limit, count])
    }
    case 'advisory':
      return JSON.stringify(['advisory', reason.ruleset_id, reason.action, reason.count])
    case 'idle':
      return JSON.stringify(['idle', reason.ruleset_id])
    default:
      return undefined
  }
}
