import type { Path } from '../../../core/model/location.ts'
import { isRecord, toList } from '../../../core/model/record.ts'
import { readReferences } from '../../openapi/references.ts'
import type { RuleFunction } from '../../rule.ts'
import { definePartFunction } from '../define.ts'
import { listTypes } from '../facts.ts'

const credential = /client_?secret|token|password|secret|api-?key/i

export const parameterFunctions: readonly RuleFunction[] = [
  /**
   * The name of a query or path parameter does not speak of a credential, in any part and any case; nor does a property of
   * a whole query string (`in: querystring`, OpenAPI 3.2), wherever its schema is.
   */
  definePartFunction('owaspNoCredentialsInUrl', 'parameter', (parameter, { root, files }) => {
    const { follow } = readReferences(root, files)
    return listUrlNames(parameter, (node) => follow(node)?.value ?? node)
      .filter(({ name }) => credential.test(name))
      .map(({ name, below: path }) => ({
        message: `\`${name}\` puts a credential in the URL (${parameter.in})`,
        path,
      }))
  }),
  /** The schema of a parameter whose name ends in `id`, in any case, is not of type integer. */
  definePartFunction('owaspNoNumericIds', 'parameter', ({ name, schema: written }, { root, files }) => {
    if (typeof name !== 'string' || !/id$/i.test(name)) return undefined
    const schema = readReferences(root, files).follow(written)?.value ?? written
    if (!isRecord(schema) || !listTypes(schema).includes('integer')) return undefined
    const message = `Id \`${name}\` is a number, which can be guessed: use a random id such as a UUID`
    return { message, path: ['schema', 'type'] }
  }),
]

interface NamedProperty {
  readonly name: string
  readonly below: Path
}

type Show = (value: unknown) => unknown

function listUrlNames(parameter: Readonly<Record<string, unknown>>, show: Show): readonly NamedProperty[] {
  const { name, in: place, content } = parameter
  if ((place === 'query' || place === 'path') && typeof name === 'string') return [{ name, below: ['name'] }]
  if (place !== 'querystring' || !isRecord(content)) return []
  return Object.entries(content).flatMap(([type, media]) => {
    const shown = show(media)
    return isRecord(shown) ? listProperties(shown.schema, ['content', type, 'schema'], show) : []
  })
}

const combined = ['allOf', 'anyOf', 'oneOf']

function listProperties(
  schema: unknown,
  below: Path,
  show: Show,
  seen = new Set<unknown>(),
): NamedProperty[] {
  const shown = show(schema)
  if (!isRecord(shown) || seen.has(shown)) return []
  seen.add(shown)
  const own = isRecord(shown.properties) ? Object.keys(shown.properties) : []
  const parts = combined.flatMap((key) => {
    return toList(shown[key]).flatMap((item, index) =>
      listProperties(item, [...below, key, index], show, seen),
    )
  })
  return [...own.map((name) => ({ name, below: [...below, 'properties', name] })), ...parts]
}
