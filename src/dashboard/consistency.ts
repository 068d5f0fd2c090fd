import type { Evaluation } from '../model.ts'
import { countIssues, severities } from '../model.ts'

/**
 * How an answer contradicts itself, or undefined when it does not. A gate that trusts the counts must know that
 * they count these issues: the total is the sum of the severities, the rulesets add up to the run (a ruleset that
 * failed on one API shows zeros, so with `error` set they may be fewer), and an answer that was not cut holds
 * exactly the issues that it counts (seed, "SandboxEvaluationResponse").
 */
export function contradiction(evaluation: Evaluation): string | undefined {
  const { issues, total, truncated, rulesets } = evaluation
  const listed = countIssues(issues)
  const failed = evaluation.error !== undefined
  for (const severity of severities) {
    const key = `${severity}_count` as const
    const ofRulesets = rulesets.reduce((sum, ruleset) => sum + ruleset[key], 0)
    if (failed ? ofRulesets > evaluation[key] : ofRulesets !== evaluation[key]) {
      return `${key} is ${evaluation[key]}, and its rulesets add up to ${ofRulesets}`
    }
    if (truncated ? listed[key] > evaluation[key] : listed[key] !== evaluation[key]) {
      return `${key} is ${evaluation[key]}, and ${listed[key]} such issues are listed`
    }
  }
  const sum = severities.reduce((all, severity) => all + evaluation[`${severity}_count`], 0)
  if (sum !== total) return `total is ${total}, and the severities add up to ${sum}`
  if (truncated && issues.length >= total)
    return `it is marked as truncated, and lists all of its ${total} issues`
  return undefined
}
