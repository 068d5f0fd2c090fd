import type { BreakingRule } from '../../breaking/breaking-change.ts'
import { usageError } from '../../model/errors.ts'
import type { Policy } from '../../model/policy.ts'
import type { Severity } from '../../model/severity.ts'
import { suggest } from '../../text/suggest.ts'
import { breakingRules } from './breaking-rules.ts'

/** A rule's own, but what the policy says of it goes before that. */
export function breakingSeverity(
  { id, severity }: Pick<BreakingRule, 'id' | 'severity'>,
  { breaking, breaking_rules: own = {} }: Pick<Policy, 'breaking' | 'breaking_rules'>,
): Severity | 'off' {
  if (Object.hasOwn(own, id)) return own[id] ?? severity
  return breaking === 'warn' ? 'warn' : severity
}

/** A slip would leave a rule as it is. Throws GovError, usage. */
export function refuseUnknownRules({ breaking_rules: own = {} }: Pick<Policy, 'breaking_rules'>): void {
  const ids = breakingRules.map(({ id }) => id)
  const stray = Object.keys(own).find((id) => !ids.includes(id))
  if (stray === undefined) return
  const meant = suggest(stray, ids)
  const question = meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`
  throw usageError(
    'breaking-rule-unknown',
    `policy.breaking_rules names ${JSON.stringify(stray)}, which is not a rule of breaking changes${question}`,
    'gov explain lists the rules; those of breaking changes begin with "breaking-".',
  )
}
