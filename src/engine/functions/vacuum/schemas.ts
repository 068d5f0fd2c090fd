import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import { detectFormats } from '../../openapi/formats.ts'
import { type JsonMapping, list, mapping } from '../../openapi/operations.ts'
import { collectParts } from '../../openapi/parts.ts'
import { getRef } from '../../openapi/pointer.ts'
import { print } from '../../print.ts'
import type { FunctionContext, FunctionResult, RuleFunction } from '../../rule.ts'
import { defineDocumentFunction } from '../define.ts'
import { type FactCheck, hasText, listTypes, viewNode } from '../facts.ts'
import { isInCase, type PropertyCase, propertyCaseOptions } from './casing.ts'
import { listEnums } from './texts.ts'

/** Finds faults in each schema of a document, at a path below it. */
export function checkEachSchema<Options = unknown>(
  check: (
    schema: JsonMapping,
    document: FunctionContext,
    at: () => Path,
    options: Options,
  ) => readonly FunctionResult[],
): FactCheck<Options> {
  return (document, options) =>
    collectParts(document, 'schema').flatMap(({ value, path }) =>
      check(value, document, path, options).map((result) => ({
        ...result,
        path: [...path(), ...(result.path ?? [])],
      })),
    )
}

export const vacuumSchemaFunctions: readonly RuleFunction[] = [
  defineDocumentFunction(
    'duplicatedEnum',
    checkEachSchema((schema) => {
      if (!Array.isArray(schema.enum)) return []
      const values: readonly unknown[] = schema.enum
      const seen = new Set<string>()
      const repeated = values.filter((value) => seen.size === seen.add(String(value)).size)
      return repeated.map((value) => ({
        message: `Enum has ${print(value)} more than once`,
        path: ['enum'],
      }))
    }),
  ),
  /** The members of a combination are left out: another may have the type. */
  defineDocumentFunction(
    'missingType',
    checkEachSchema((schema, _document, at) => {
      const isMember = combinators.includes(String(at().at(-2)))
      return !isMember && lacksType(schema) ? [{ message: 'Schema has no `type`', at: 'inside' }] : []
    }),
  ),
  /** A schema that may be null lists null if it lists its values. */
  defineDocumentFunction('nullableEnum', ({ root }) =>
    listEnums(root)
      .filter(
        ({ schema, values }) =>
          (schema.nullable === true || (Array.isArray(schema.type) && schema.type.includes('null'))) &&
          !values.includes(null),
      )
      .map(({ path }) => ({
        message: 'Schema is nullable, but its `enum` has no null',
        path,
        at: 'inside',
      })),
  ),
  defineDocumentFunction('oasPolymorphicAnyOf', checkReferencedBranches('anyOf')),
  defineDocumentFunction('oasPolymorphicOneOf', checkReferencedBranches('oneOf')),
  defineDocumentFunction(
    'oasUnnecessaryCombinator',
    checkEachSchema((schema, document) =>
      combinators.flatMap((key) => {
        const members: unknown = schema[key]
        if (!Array.isArray(members) || members.length !== 1) return []
        const isExtended =
          key === 'allOf' &&
          detectFormats(document.root).has('oas3.0') &&
          getRef(members[0]) !== undefined &&
          hasText(findBesides(schema))
        return isExtended ? [] : [{ message: `\`${key}\` has only one item: use it directly`, path: [key] }]
      }),
    ),
  ),
  defineDocumentFunction(
    'requiredFieldsDefined',
    checkEachSchema((schema, document, at) => {
      const required = list(schema.required, document)
      if (required.length === 0) return []
      const wholes = [schema, ...listComposed(at(), document)]
      const properties = wholes.flatMap((whole) => listSchemaProperties(whole, document))
      if (properties.length === 0)
        return [{ message: 'Schema has `required`, but no `properties`', path: ['required'] }]
      return required
        .filter((name) => !properties.some((property) => Object.hasOwn(property, String(name))))
        .map((name) => ({
          message: `Required property ${print(name)} is not defined`,
          path: ['required'],
        }))
    }),
  ),
  defineDocumentFunction(
    'oasCamelCaseProperties',
    checkEachSchema<{ readonly type: PropertyCase }>((schema, document, _at, { type }) =>
      Object.keys(mapping(schema.properties, document))
        .filter((name) => !isInCase(name, type))
        .map((name) => ({
          message: `Property ${print(name)} is not ${type} case`,
          path: ['properties', name],
          at: 'key',
        })),
    ),
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
function checkReferencedBranches(key: 'anyOf' | 'oneOf'): FactCheck {
  return checkEachSchema((schema) => {
    const members: unknown = schema[key]
    if (!Array.isArray(members)) return []
    return members.flatMap((member: unknown, index) =>
      getRef(member) === undefined
        ? []
        : [{ message: `\`${key}\` is not part of OpenAPI 2.0`, path: [key, index] }],
    )
  })
}
