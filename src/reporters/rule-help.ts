import type { Issue } from '../core/model/issue.ts'
import type { RuleHelp } from '../core/model/rule-help.ts'

/** Finds what a report knows of the rule of an issue. */
export function createHelpFinder(rules: readonly RuleHelp[] = []) {
  const byRule = new Map(rules.map((rule) => [JSON.stringify([rule.ruleset_id, rule.id]), rule]))
  return ({ ruleset_id, rule_id }: Pick<Issue, 'ruleset_id' | 'rule_id'>): RuleHelp | undefined =>
    byRule.get(JSON.stringify([ruleset_id, rule_id]))
}
