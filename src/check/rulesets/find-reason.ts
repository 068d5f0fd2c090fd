import type { RuleExample, RuleExamples } from '../../engine/examples/read-examples.ts'
import { runExample } from '../../engine/examples/run-example.ts'
import { finishRule, isInherited, type ParsedRule } from '../../engine/ruleset/parsed-rule.ts'
import { type TimeLimit, withTimeLimit } from '../../sandbox/evaluation/limits.ts'

/**
 * Finds why there is a rule: its own reason, else the built-in one of a built-in rule. Another rule may share the id: it has
 * the reason if all built-in examples hold for it.
 */
export function findReason(
  draft: ParsedRule,
  own: readonly RuleExamples[],
  builtin: RuleExamples | undefined,
  limit: TimeLimit,
): string | undefined {
  const stated = own.find(({ rule, why }) => rule === draft.id && why)
  if (stated) return stated.why
  if (isInherited(draft)) return builtin?.why
  return builtin?.examples.every((example) => fitsExample(example, draft, undefined, limit))
    ? builtin.why
    : undefined
}

/** Whether a rule does what an example says. A ruleset may have given it another severity than the example was written for. */
export function fitsExample(
  example: RuleExample,
  draft: ParsedRule,
  file: Parameters<typeof runExample>[2],
  limit: TimeLimit,
): boolean {
  const work = () => runExample({ ...example, issues: undefined }, finishRule(draft), file)
  const ruleTimeoutError = () => limit.exceeded(`rule ${draft.id}`, draft.owner)
  return withTimeLimit(limit, work, ruleTimeoutError).fault === undefined
}
