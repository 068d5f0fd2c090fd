import { isRecord, toList } from '../../../core/model/record.ts'
import { print } from '../../print.ts'
import type { RuleFunction } from '../../rule.ts'
import { definePartFunction } from '../define.ts'
import { parameterFunctions } from './parameters.ts'
import { responseFunctions } from './responses.ts'
import { schemaFunctions } from './schemas.ts'
import { owaspAdminSecurityUnique, owaspCheckSecurity, securitySchemeFunctions } from './security.ts'

/**
 * The functions of the OWASP rules, under the names that rulesets exported from a dashboard have. Only
 * `owaspAdminSecurityUnique` is a name of our own: the public package does it with code.
 */
export const owaspFunctions: readonly RuleFunction[] = [
  owaspAdminSecurityUnique,
  owaspCheckSecurity,
  /** The URL of every server, of the document, its path items and its operations, begins with `https:`. */
  definePartFunction('owaspHostsHttps', ['document', 'pathItem', 'operation'], ({ servers }) =>
    toList(servers).flatMap((server, index) => {
      if (!isRecord(server) || (typeof server.url === 'string' && /^https:/i.test(server.url))) return []
      const message = `Server URL must begin with https://, but is ${print(server.url)}`
      return [{ message, path: ['servers', index, 'url'] }]
    }),
  ),
  ...parameterFunctions,
  ...responseFunctions,
  ...schemaFunctions,
  ...securitySchemeFunctions,
]
