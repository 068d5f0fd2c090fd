import type { Path } from '../../../model/location.ts'
import { isRecord } from '../../../model/record.ts'
import { noOptions } from '../no-options.ts'
import { defineDocumentFunction } from './define-document-function.ts'
import { partsOf } from './parts.ts'

const credential = /client_?secret|token|password|secret|api-?key/i

/**
 * The name of a query or path parameter does not speak of a credential, in any part and any case; nor does a property of
 * a whole query string (`in: querystring`, OpenAPI 3.2).
 */
export const owaspNoCredentialsInUrl = defineDocumentFunction(
  'owaspNoCredentialsInUrl',
  noOptions,
  (document) =>
    partsOf(document, 'parameter').flatMap(({ value, path }) =>
      namesInUrl(value)
        .filter(({ name }) => credential.test(name))
        .map(({ name, below }) => ({
          message: `"${name}" puts a credential in the URL (${value.in})`,
          path: [...path(), ...below],
        })),
    ),
)

function namesInUrl(parameter: Readonly<Record<string, unknown>>): { name: string; below: Path }[] {
  const { name, in: place, content } = parameter
  if ((place === 'query' || place === 'path') && typeof name === 'string') return [{ name, below: ['name'] }]
  if (place !== 'querystring' || !isRecord(content)) return []
  return Object.entries(content).flatMap(([type, media]) => {
    const schema = isRecord(media) ? media.schema : undefined
    const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {}
    return Object.keys(properties).map((each) => ({
      name: each,
      below: ['content', type, 'schema', 'properties', each],
    }))
  })
}
