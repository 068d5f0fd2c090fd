import { type GovError, usageError } from '../../core/model/errors.ts'
import type { Policy } from '../../core/model/policy.ts'
import type { Severity } from '../../core/model/severity.ts'
import { suggest } from '../../core/text/suggest.ts'
import type { Settings } from '../../settings/merge.ts'
import { breakingRules as rulesOfDefinitions } from '../breaking/rules/index.ts'
import type { BreakingRule } from '../breaking/rules/rows.ts'

/** A whole definition is no longer there: no comparison of two versions finds that. */
export const definitionRemoved: BreakingRule = {
  id: 'breaking-definition-removed',
  severity: 'error',
  title: 'A definition was removed',
  why: 'Nothing says any longer what its clients can rely on, and the API that it describes is probably gone.',
  fix: 'Keep the file until its clients have moved. If it was only renamed, keep its title or most of its content in that change.',
  example: { before: '# pets.yaml\nopenapi: 3.1.0\npaths: {}', after: '# There is no pets.yaml.' },
}

/** Every rule that an issue of `gov:breaking` can have. */
export const breakingRules: readonly BreakingRule[] = [definitionRemoved, ...rulesOfDefinitions]

export function getBreakingRule(id: string): BreakingRule {
  const rule = breakingRules.find((row) => row.id === id)
  if (rule === undefined) throw new Error(`there is no rule ${id}`)
  return rule
}

/** The policy's severity for a rule goes before the rule's own. */
export function breakingSeverity(
  { id, severity }: Pick<BreakingRule, 'id' | 'severity'>,
  { breaking, breaking_rules = {} }: Pick<Policy, 'breaking' | 'breaking_rules'>,
): Severity | 'off' {
  if (Object.hasOwn(breaking_rules, id)) return breaking_rules[id] ?? severity
  return breaking === 'warn' ? 'warn' : severity
}

/** A misspelt rule id is an error: ignored, it would leave the rule as it is. */
export function unknownBreakingRules(setting: Settings['policy.breaking_rules']): readonly GovError[] {
  if (setting === undefined) return []
  const ids = breakingRules.map((rule) => rule.id)
  return Object.keys(setting.value).flatMap((id) => {
    if (ids.includes(id)) return []
    const meant = suggest(id, ids)
    const question = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
    return usageError(
      'breaking-rule-unknown',
      `${setting.origin.place}: breaking_rules names ${JSON.stringify(id)}, which is not a rule of breaking changes${question}`,
      'gov explain lists the rules; those of breaking changes begin with "breaking-".',
    )
  })
}
