import type { Evaluation, RulesetSummary } from '../core/model/evaluation.ts'
import type { Issue } from '../core/model/issue.ts'
import { countIssues, severities } from '../core/model/severity.ts'

/**
 * How an answer contradicts itself, or undefined when it does not. A gate that trusts the counts must know that they count
 * these issues: the total is the sum of the severities; the rulesets add up to the run (one that failed on an API shows
 * zeros, so with `error` set they may be fewer); every ruleset is listed once; every issue is of a listed ruleset; and an
 * answer that was not cut holds exactly the issues that it counts, ruleset by ruleset (seed, "SandboxEvaluationResponse").
 * `severity_order` is numbered from 1 or from 0, and decides nothing.
 */
export function contradiction(evaluation: Evaluation): string | undefined {
  return (
    runCounts(evaluation) ?? listedRulesets(evaluation) ?? rulesetCounts(evaluation) ?? totals(evaluation)
  )
}

function runCounts(evaluation: Evaluation): string | undefined {
  const listed = countIssues(evaluation.issues)
  const failed = evaluation.error !== undefined
  for (const severity of severities) {
    const key = `${severity}_count` as const
    const counted = evaluation[key]
    const ofRulesets = evaluation.rulesets.reduce((sum, ruleset) => sum + ruleset[key], 0)
    if (failed ? ofRulesets > counted : ofRulesets !== counted) {
      return `${key} is ${counted}, but its rulesets add up to ${ofRulesets}`
    }
    if (evaluation.truncated ? listed[key] > counted : listed[key] !== counted) {
      return `${key} is ${counted}, but ${listed[key]} such issues are listed`
    }
  }
  return undefined
}

function listedRulesets({ rulesets, issues }: Evaluation): string | undefined {
  const ids = new Set<string>()
  for (const { id } of rulesets) {
    if (ids.has(id)) return `duplicate ruleset ${id}`
    ids.add(id)
  }
  const stray = issues.find(({ ruleset_id }) => !ids.has(ruleset_id))
  return stray && `an issue is from ruleset ${stray.ruleset_id}, which did not run`
}

function rulesetCounts({ rulesets, issues, truncated, error }: Evaluation): string | undefined {
  if (error !== undefined) return undefined
  const own = new Map<string, Issue[]>(rulesets.map(({ id }) => [id, []]))
  for (const issue of issues) own.get(issue.ruleset_id)?.push(issue)
  const wrong = rulesets.find((ruleset) => miscounts(ruleset, own.get(ruleset.id) ?? [], truncated))
  return wrong && `the counts of ruleset ${wrong.id} do not match its issues`
}

function miscounts(ruleset: RulesetSummary, issues: readonly Issue[], truncated: boolean): boolean {
  const listed = countIssues(issues)
  return severities.some((severity) => {
    const key = `${severity}_count` as const
    return truncated ? listed[key] > ruleset[key] : listed[key] !== ruleset[key]
  })
}

function totals(evaluation: Evaluation): string | undefined {
  const { issues, total, truncated } = evaluation
  const sum = severities.reduce((all, severity) => all + evaluation[`${severity}_count`], 0)
  if (sum !== total) return `total is ${total}, but the severities add up to ${sum}`
  if (truncated && issues.length >= total)
    return `it is marked as truncated, but lists all of its ${total} issues`
  return undefined
}
