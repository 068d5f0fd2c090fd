import { type GovError, usageError } from '../../../core/model/errors.ts'
import type { Policy } from '../../../core/model/policy.ts'
import type { Severity } from '../../../core/model/severity.ts'
import { suggest } from '../../../core/text/suggest.ts'
import { parameterRules, requestBodyRules, responseRules } from './http.ts'
import { lifecycleRules, operationRules, securityRules, webhookRules } from './operations.ts'
import type { BreakingRule } from './rows.ts'
import { requestSchemaRules, responseSchemaRules } from './schemas.ts'

/** The rules that comparing two versions of an API can break. */
export const changeRules = [
  ...operationRules,
  ...webhookRules,
  ...parameterRules,
  ...requestBodyRules,
  ...requestSchemaRules,
  ...responseRules,
  ...responseSchemaRules,
  ...securityRules,
  ...lifecycleRules,
]

/** A check can report only a rule that has its words here. */
export type BreakingRuleId = (typeof changeRules)[number]['id']

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
export const breakingRules: readonly BreakingRule[] = [definitionRemoved, ...changeRules]

const rulesById = new Map<string, BreakingRule>(breakingRules.map((rule) => [rule.id, rule]))

export function getBreakingRule(id: string): BreakingRule {
  const rule = rulesById.get(id)
  if (rule === undefined) throw new Error(`there is no rule ${id}`)
  return rule
}

/** The policy's severity for a rule goes before the rule's own. */
export function breakingSeverity(
  { id, severity }: Pick<BreakingRule, 'id' | 'severity'>,
  { breaking, breaking_rules: own = {} }: Pick<Policy, 'breaking' | 'breaking_rules'>,
): Severity | 'off' {
  if (Object.hasOwn(own, id)) return own[id] ?? severity
  return breaking === 'warn' ? 'warn' : severity
}

interface NamedRules {
  readonly value: Readonly<Record<string, unknown>>
  readonly origin: { readonly place: string }
}

/** A misspelt rule id is an error: ignored, it would leave the rule as it is. */
export function unknownBreakingRules(own: NamedRules | undefined): readonly GovError[] {
  if (own === undefined) return []
  const known = breakingRules.map((rule) => rule.id)
  return Object.keys(own.value).flatMap((id) => {
    if (known.includes(id)) return []
    const meant = suggest(id, known)
    const question = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
    return usageError(
      'breaking-rule-unknown',
      `${own.origin.place}: breaking_rules names ${JSON.stringify(id)}, which is not a rule of breaking changes${question}`,
      'gov explain lists the rules; those of breaking changes begin with "breaking-".',
    )
  })
}
