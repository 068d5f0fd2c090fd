import type { RuleFunction } from '../../rule.ts'
import { owaspAdminSecurityUnique } from './admin-security-unique.ts'
import { owaspCheckSecurity } from './check-security.ts'
import { owaspHostsHttps } from './hosts-https.ts'
import { parameterFunctions } from './parameters.ts'
import { responseFunctions } from './responses.ts'
import { schemaFunctions } from './schemas.ts'
import { securitySchemeFunctions } from './security-schemes.ts'

/**
 * The functions of the OWASP rules, under the names that rulesets exported from a dashboard have. Only
 * `owaspAdminSecurityUnique` is a name of our own: the public package does it with code.
 */
export const owaspFunctions: readonly RuleFunction[] = [
  owaspAdminSecurityUnique,
  owaspCheckSecurity,
  owaspHostsHttps,
  ...parameterFunctions,
  ...responseFunctions,
  ...schemaFunctions,
  ...securitySchemeFunctions,
]
