import type { Path } from '../../../model/location.ts'
import { isRecord } from '../../../model/record.ts'
import { followRefs } from '../../refs.ts'
import { noOptions } from '../no-options.ts'
import { defineDocumentFunction } from './define-document-function.ts'
import { partsOf } from './parts.ts'

const credential = /client_?secret|token|password|secret|api-?key/i

/**
 * The name of a query or path parameter does not speak of a credential, in any part and any case; nor does a property of
 * a whole query string (`in: querystring`, OpenAPI 3.2), wherever its schema is.
 */
export const owaspNoCredentialsInUrl = defineDocumentFunction(
  'owaspNoCredentialsInUrl',
  noOptions,
  (document) => {
    const follow = followRefs(document.root, document.files)
    return partsOf(document, 'parameter').flatMap(({ value, path }) =>
      namesInUrl(value, follow)
        .filter(({ name }) => credential.test(name))
        .map(({ name, below }) => ({
          message: `"${name}" puts a credential in the URL (${value.in})`,
          path: [...path(), ...below],
        })),
    )
  },
)

interface Named {
  readonly name: string
  readonly below: Path
}

type Follow = ReturnType<typeof followRefs>

function namesInUrl(parameter: Readonly<Record<string, unknown>>, follow: Follow): readonly Named[] {
  const { name, in: place, content } = parameter
  if ((place === 'query' || place === 'path') && typeof name === 'string') return [{ name, below: ['name'] }]
  if (place !== 'querystring' || !isRecord(content)) return []
  return Object.entries(content).flatMap(([type, media]) => {
    const shown = follow(media)?.value ?? media
    return isRecord(shown) ? propertiesOf(shown.schema, ['content', type, 'schema'], follow) : []
  })
}

const combined = ['allOf', 'anyOf', 'oneOf']

function propertiesOf(schema: unknown, below: Path, follow: Follow, seen = new Set<unknown>()): Named[] {
  const shown = follow(schema)?.value ?? schema
  if (!isRecord(shown) || seen.has(shown)) return []
  seen.add(shown)
  const own = isRecord(shown.properties) ? Object.keys(shown.properties) : []
  const parts = combined.flatMap((key) => {
    const list: readonly unknown[] = Array.isArray(shown[key]) ? shown[key] : []
    return list.flatMap((each, index) => propertiesOf(each, [...below, key, index], follow, seen))
  })
  return [...own.map((name) => ({ name, below: [...below, 'properties', name] })), ...parts]
}
