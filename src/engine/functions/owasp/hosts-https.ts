import type { Path } from '../../../model/location.ts'
import { isRecord } from '../../../model/record.ts'
import { print } from '../../print.ts'
import type { FunctionResult } from '../../rule.ts'
import { defineDocumentFunction } from '../define.ts'
import { partsOf } from './parts.ts'

/** The URL of every server, of the document, its path items and its operations, begins with `https:`. */
export const owaspHostsHttps = defineDocumentFunction('owaspHostsHttps', (document) =>
  (['document', 'pathItem', 'operation'] as const).flatMap((kind) =>
    partsOf(document, kind).flatMap(({ value, path }) => checkServers(value.servers, path)),
  ),
)

function checkServers(servers: unknown, path: () => Path): readonly FunctionResult[] {
  if (!Array.isArray(servers)) return []
  return servers.flatMap((server: unknown, index) => {
    if (!isRecord(server) || (typeof server.url === 'string' && /^https:/i.test(server.url))) return []
    const message = `the server URL must begin with https://, but is ${print(server.url)}`
    return [{ message, path: [...path(), 'servers', index, 'url'] }]
  })
}
