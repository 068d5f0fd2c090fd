import type { Path } from '../../../core/model/location.ts'
import { findValues, isRecord, toList } from '../../../core/model/record.ts'
import { detectFormats } from '../../openapi/formats.ts'
import { type JsonMapping, list, mapping } from '../../openapi/operations.ts'
import { getRef } from '../../openapi/pointer.ts'
import { print } from '../../print.ts'
import type { FunctionContext, RuleFunction } from '../../rule.ts'
import { defineDocumentFunction, definePartFunction } from '../define.ts'
import { hasText, listTypes, viewNode } from '../facts.ts'
import { propertyCaseOptions } from './casing.ts'

export const vacuumSchemaFunctions: readonly RuleFunction[] = [
  definePartFunction('duplicatedEnum', 'schema', (schema) => {
    const seen = new Set<string>()
    const repeated = toList(schema.enum).filter((value) => seen.size === seen.add(String(value)).size)
    return repeated.map((value) => ({ message: `Enum has ${print(value)} more than once`, path: ['enum'] }))
  }),
  /** The members of a combination are left out: another may have the type. */
  definePartFunction('missingType', 'schema', (schema, _document, _options, path) => {
    const isMember = combinators.includes(String(path().at(-2)))
    return !isMember && lacksType(schema) ? { message: 'Schema has no `type`', at: 'inside' } : undefined
  }),
  /** A schema, or what looks like one in the document as it stands, lists null among its values if it may be null. */
  defineDocumentFunction('nullableEnum', ({ root }) =>
    findValues(root, ({ value: schema, path }) => {
      if (!isRecord(schema) || schema.type === undefined || path.at(-1) === 'properties') return false
      const isNullable = schema.nullable === true || toList(schema.type).includes('null')
      return isNullable && Array.isArray(schema.enum) && !schema.enum.includes(null)
    }).map(({ path }) => ({ message: 'Schema is nullable, but its `enum` has no null', path, at: 'inside' })),
  ),
  definePartFunction('oasPolymorphicAnyOf', 'schema', checkReferencedBranches('anyOf')),
  definePartFunction('oasPolymorphicOneOf', 'schema', checkReferencedBranches('oneOf')),
  definePartFunction('oasUnnecessaryCombinator', 'schema', (schema, { root }) =>
    combinators.flatMap((key) => {
      const members = toList(schema[key])
      if (members.length !== 1) return []
      const isExtended =
        key === 'allOf' &&
        detectFormats(root).has('oas3.0') &&
        getRef(members[0]) !== undefined &&
        hasText(findBesides(schema))
      return isExtended ? [] : [{ message: `\`${key}\` has only one item: use it directly`, path: [key] }]
    }),
  ),
  definePartFunction('requiredFieldsDefined', 'schema', (schema, document, _options, path) => {
    const required = list(schema.required, document)
    if (required.length === 0) return undefined
    const wholes = [schema, ...listComposed(path(), document)]
    const properties = wholes.flatMap((whole) => listSchemaProperties(whole, document))
    if (properties.length === 0)
      return { message: 'Schema has `required`, but no `properties`', path: ['required'] }
    return required
      .filter((name) => !properties.some((property) => Object.hasOwn(property, String(name))))
      .map((name) => ({ message: `Required property ${print(name)} is not defined`, path: ['required'] }))
  }),
  definePartFunction(
    'oasCamelCaseProperties',
    'schema',
    (schema, document, { type, expression }) =>
      Object.keys(mapping(schema.properties, document))
        .filter((name) => !expression.test(name))
        .map((name) => ({
          message: `Property ${print(name)} is not ${type} case`,
          path: ['properties', name],
          at: 'key',
        })),
    propertyCaseOptions,
  ),
]

const combinators = ['allOf', 'anyOf', 'oneOf']
const impliesType = ['properties', 'items', 'additionalProperties', 'patternProperties']

export function lacksType(schema: JsonMapping): boolean {
  return (
    ![...combinators, 'const', 'enum', ...impliesType].some((key) => schema[key] !== undefined) &&
    listTypes(schema).length === 0
  )
}

/** In 3.0 nothing may be next to a `$ref`: an `allOf` with one item is how to add such things. */
function findBesides(schema: JsonMapping): string | undefined {
  const keys = [
    'description',
    'title',
    'default',
    'example',
    'externalDocs',
    'nullable',
    'readOnly',
    'writeOnly',
    'deprecated',
    'xml',
    'enum',
  ]
  return Object.keys(schema).find(
    (key) => key.startsWith('x-') || (keys.includes(key) && hasText(schema[key])),
  )
}

/** The schemas that a member of `allOf` is part of. */
function listComposed(path: Path, document: FunctionContext): readonly JsonMapping[] {
  if (path.at(-2) !== 'allOf') return []
  const above = path.slice(0, -2)
  return [mapping(viewNode(above, document), document), ...listComposed(above, document)]
}

/** The `properties` of a schema and of all that it combines. */
export function listSchemaProperties(
  schema: JsonMapping,
  document: FunctionContext,
  seen = new Set<unknown>(),
): readonly JsonMapping[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const own = schema.properties === undefined ? [] : [mapping(schema.properties, document)]
  const members = combinators.flatMap((key) => list(schema[key], document))
  return [
    ...own,
    ...members.filter(isRecord).flatMap((member) => listSchemaProperties(member, document, seen)),
  ]
}

/** References below a combination: code for version 2 cannot tell which one applies. */
function checkReferencedBranches(key: 'anyOf' | 'oneOf') {
  return (schema: JsonMapping) =>
    toList(schema[key]).flatMap((member, index) =>
      getRef(member) === undefined
        ? []
        : [{ message: `\`${key}\` is not part of OpenAPI 2.0`, path: [key, index] }],
    )
}
