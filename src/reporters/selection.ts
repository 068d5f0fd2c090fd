import type { Issue } from '../core/model/issue.ts'
import { listAtLeast, type Severity } from '../core/model/severity.ts'

export const groupings = ['api', 'file', 'operation', 'rule', 'severity'] as const
export type Grouping = (typeof groupings)[number]

/** The issues that a table lists, and in which order. The verdict always counts all of them. */
export interface Selection {
  readonly groupBy?: Grouping | undefined
  /** Ids; `*` stands for any characters. */
  readonly rules?: readonly string[] | undefined
  readonly severity?: Severity | undefined
  readonly limit?: number | undefined
}

export function isSelected({ rules, severity }: Selection): (issue: Issue) => boolean {
  const levels = severity && listAtLeast(severity)
  const patterns = rules?.map(compileRulePattern)
  return (issue) =>
    (levels?.includes(issue.severity) ?? true) &&
    (patterns?.some((pattern) => pattern.test(issue.rule_id)) ?? true)
}

/** The rules asked for that no issue is of. */
export function listRulesWithoutIssues(
  { rules = [] }: Selection,
  issues: readonly Issue[],
): readonly string[] {
  const ids = [...new Set(issues.map(({ rule_id }) => rule_id))]
  return rules.filter((rule) => !ids.some((id) => compileRulePattern(rule).test(id)))
}

function compileRulePattern(rule: string): RegExp {
  return new RegExp(`^${rule.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 's')
}
