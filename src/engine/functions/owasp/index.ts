import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import { collectParts } from '../../openapi/parts.ts'
import { print } from '../../print.ts'
import type { FunctionResult, RuleFunction } from '../../rule.ts'
import { defineDocumentFunction } from '../define.ts'
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
  defineDocumentFunction('owaspHostsHttps', (document) =>
    (['document', 'pathItem', 'operation'] as const).flatMap((kind) =>
      collectParts(document, kind).flatMap(({ value, path }) => checkServers(value.servers, path)),
    ),
  ),
  ...parameterFunctions,
  ...responseFunctions,
  ...schemaFunctions,
  ...securitySchemeFunctions,
]

function checkServers(servers: unknown, path: () => Path): readonly FunctionResult[] {
  if (!Array.isArray(servers)) return []
  return servers.flatMap((server: unknown, index) => {
    if (!isRecord(server) || (typeof server.url === 'string' && /^https:/i.test(server.url))) return []
    const message = `Server URL must begin with https://, but is ${print(server.url)}`
    return [{ message, path: [...path(), 'servers', index, 'url'] }]
  })
}
