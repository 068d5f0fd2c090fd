import type { RuleFunction } from '../../rule.ts'
import { owaspAdminSecurityUnique } from './admin-security-unique.ts'
import { owaspArrayLimit } from './array-limit.ts'
import { owaspAuthInsecureSchemes } from './auth-insecure-schemes.ts'
import { owaspCheckErrorResponse } from './check-error-response.ts'
import { owaspCheckSecurity } from './check-security.ts'
import { owaspDefineErrorDefinition } from './define-error-definition.ts'
import { owaspHeaderDefinition } from './header-definition.ts'
import { owaspHostsHttps } from './hosts-https.ts'
import { owaspIntegerFormat } from './integer-format.ts'
import { owaspIntegerLimit } from './integer-limit.ts'
import { owaspJWTBestPractice } from './jwt-best-practice.ts'
import { owaspNoAdditionalProperties } from './no-additional-properties.ts'
import { owaspNoAdditionalPropertiesConstrained } from './no-additional-properties-constrained.ts'
import { owaspNoApiKeyInUrl } from './no-api-key-in-url.ts'
import { owaspNoBasicAuth } from './no-basic-auth.ts'
import { owaspNoCredentialsInUrl } from './no-credentials-in-url.ts'
import { owaspNoNumericIds } from './no-numeric-ids.ts'
import { owaspRatelimitRetryAfter } from './ratelimit-retry-after.ts'
import { owaspStringLimit } from './string-limit.ts'
import { owaspStringRestricted } from './string-restricted.ts'

/**
 * The functions of the OWASP rules, under the names that rulesets exported from a dashboard have. Only
 * `owaspAdminSecurityUnique` is a name of our own: the public package does it with code.
 */
export const owaspFunctions: readonly RuleFunction[] = [
  owaspAdminSecurityUnique,
  owaspArrayLimit,
  owaspAuthInsecureSchemes,
  owaspCheckErrorResponse,
  owaspCheckSecurity,
  owaspDefineErrorDefinition,
  owaspHeaderDefinition,
  owaspHostsHttps,
  owaspIntegerFormat,
  owaspIntegerLimit,
  owaspJWTBestPractice,
  owaspNoAdditionalProperties,
  owaspNoAdditionalPropertiesConstrained,
  owaspNoApiKeyInUrl,
  owaspNoBasicAuth,
  owaspNoCredentialsInUrl,
  owaspNoNumericIds,
  owaspRatelimitRetryAfter,
  owaspStringLimit,
  owaspStringRestricted,
]
