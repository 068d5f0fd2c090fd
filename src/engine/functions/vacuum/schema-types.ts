import type { Path } from '../../../core/model/location.ts'
import { isRecord, toList } from '../../../core/model/record.ts'
import { isOfType, jsonEqual, types } from '../../json-schema/values.ts'
import { detectFormats } from '../../openapi/formats.ts'
import { type JsonMapping, list, mapping } from '../../openapi/operations.ts'
import { isPattern } from '../../pattern.ts'
import { print } from '../../print.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { definePartFunction } from '../define.ts'
import { hasText, listTypes } from '../facts.ts'
import { listSchemaProperties } from './schemas.ts'

const keywords: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType', 'contentSchema'],
  number: ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum'],
  array: [
    'minItems',
    'maxItems',
    'uniqueItems',
    'minContains',
    'maxContains',
    'contains',
    'prefixItems',
    'unevaluatedItems',
  ],
  object: [
    'minProperties',
    'maxProperties',
    'patternProperties',
    'propertyNames',
    'dependentSchemas',
    'unevaluatedProperties',
  ],
}

/** Lower and upper bounds, by the type that they are for. All but those of numbers are sizes. */
const bounds: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  string: [['minLength', 'maxLength']],
  number: [
    ['minimum', 'maximum'],
    ['exclusiveMinimum', 'exclusiveMaximum'],
  ],
  array: [
    ['minItems', 'maxItems'],
    ['minContains', 'maxContains'],
  ],
  object: [['minProperties', 'maxProperties']],
}

/** A schema's keywords fit its `type` and do not contradict each other. */
export const schemaTypeCheck = definePartFunction('schemaTypeCheck', 'schema', (schema, document) => {
  const own = [...new Set(listTypes(schema).map((type) => (typeof type === 'string' ? type : print(type))))]
  const kinds = [...new Set(own.map((type) => (type === 'integer' ? 'number' : type)))]
  return [
    ...(own.length > 0 ? findMisplaced(schema, kinds) : []),
    ...own
      .filter((type) => !types.some((known) => known === type))
      .map((type) => createFault(`\`${type}\` is not a type`, 'type')),
    ...kinds.flatMap((kind) => findContradictions(schema, kind)),
    ...(kinds.includes('object') ? checkDependencies(schema, document) : []),
    ...(own.length > 0 ? checkValues(schema, own, document) : []),
    ...checkConst(schema),
    ...checkDiscriminator(schema, document),
  ]
})

function createFault(message: string, ...path: Path): FunctionResult {
  return { message, path }
}

function findMisplaced(schema: JsonMapping, kinds: readonly string[]): FunctionResult[] {
  return Object.entries(keywords)
    .filter(([kind]) => !kinds.includes(kind))
    .flatMap(([kind, keys]) =>
      keys
        .filter((key) => hasText(schema[key]))
        .map((key) => createFault(`\`${key}\` is for ${kind}s, not for ${kinds.join(', ')}`, key)),
    )
}

function findContradictions(schema: JsonMapping, kind: string): FunctionResult[] {
  const number = (key: string): number | undefined => {
    const value = schema[key]
    return typeof value === 'number' ? value : undefined
  }
  const lowest = kind === 'number' ? Number.NEGATIVE_INFINITY : 0
  const pairs = (bounds[kind] ?? []).flatMap(([low, high]) => {
    const [least = lowest, most = Number.POSITIVE_INFINITY] = [number(low), number(high)]
    return [
      ...[low, high]
        .filter((key) => (number(key) ?? 0) < lowest)
        .map((key) => createFault(`\`${key}\` is negative`, key)),
      ...(least > most ? [createFault(`\`${high}\` is less than \`${low}\``, high)] : []),
    ]
  })
  if (kind === 'string' && typeof schema.pattern === 'string' && !isPattern(schema.pattern))
    return [...pairs, createFault('`pattern` is not a regular expression', 'pattern')]
  const isStepless = kind === 'number' && (number('multipleOf') ?? 1) <= 0
  return isStepless ? [createFault('`multipleOf` is not greater than 0', 'multipleOf'), ...pairs] : pairs
}

function checkDependencies(schema: JsonMapping, document: FunctionContext): FunctionResult[] {
  const named = mapping(schema.dependentRequired, document)
  const known = listSchemaProperties(schema, document)
  const isUnknown = (name: string) =>
    schema.properties !== undefined && !known.some((properties) => Object.hasOwn(properties, name))
  return Object.entries(named).flatMap(([trigger, required]) => {
    const names = list(required, document).map(String)
    const unknown = [trigger, ...names].filter(isUnknown)
    return [
      ...unknown.map((name) =>
        createFault(`\`dependentRequired\` names the unknown property ${print(name)}`, 'dependentRequired'),
      ),
      ...names
        .filter((name) => name === trigger)
        .map((name) => createFault(`${print(name)} requires itself`, 'dependentRequired')),
    ]
  })
}

function checkValues(
  schema: JsonMapping,
  own: readonly string[],
  { root }: FunctionContext,
): FunctionResult[] {
  const isNullable = schema.nullable === true && detectFormats(root).has('oas3.0')
  const isDeclared = (value: unknown) => own.some((type) => isOfType(value, type))
  const wrong = toList(schema.enum).filter((value) => !isDeclared(value) && !(value === null && isNullable))
  return [
    ...('const' in schema && !isDeclared(schema.const)
      ? [createFault(`\`const\` is not of type ${own.join(' or ')}`, 'const')]
      : []),
    ...wrong.map((value) =>
      createFault(`Enum value ${print(value)} is not of type ${own.join(' or ')}`, 'enum'),
    ),
  ]
}

function checkConst(schema: JsonMapping): FunctionResult[] {
  if (!Array.isArray(schema.enum) || schema.const === undefined) return []
  if (schema.enum.some((value) => jsonEqual(value, schema.const)))
    return [createFault('`const` makes `enum` superfluous', 'enum')]
  return [createFault('`const` is not one of the values of `enum`', 'const')]
}

function checkDiscriminator(schema: JsonMapping, document: FunctionContext): FunctionResult[] {
  if (!isRecord(schema.discriminator)) return []
  const { propertyName } = schema.discriminator
  if (!hasText(propertyName)) return [createFault('Discriminator has no `propertyName`', 'discriminator')]
  const isKnown = listSchemaProperties(schema, document).some((schemaProperty) =>
    Object.hasOwn(schemaProperty, String(propertyName)),
  )
  return isKnown
    ? []
    : [createFault(`Discriminator ${print(propertyName)} is not a property of the schema`, 'discriminator')]
}

interface Declared {
  readonly types: ReadonlySet<string>
  /** Kinds of values: an integer is a number, but not the other way round. */
  readonly accepts: readonly string[]
}

/** Some type fits all that the members of an `allOf`, and theirs, say of each property. */
export const allOfConflicts = definePartFunction('allOfConflicts', 'schema', (schema, document) => {
  if (list(schema.allOf, document).length === 0) return undefined
  const properties = new Map<string, Declared>()
  collect(schema, document, properties, new Set())
  return [...properties]
    .filter(([, { types, accepts }]) => types.size > 1 && accepts.length === 0)
    .map(([name, { types }]) => ({
      message: `Property \`${name}\` has conflicting types: ${[...types].join(', ')}`,
      path: ['allOf'],
    }))
})

function collect(
  schema: JsonMapping,
  document: FunctionContext,
  properties: Map<string, Declared>,
  seen: Set<JsonMapping>,
): void {
  if (seen.has(schema)) return
  seen.add(schema)
  for (const [name, written] of Object.entries(mapping(schema.properties, document))) {
    const found = readDeclared(mapping(written, document), document)
    const before = properties.get(name)
    if (found) properties.set(name, before ? intersectTypes(before, found) : found)
  }
  for (const member of list(schema.allOf, document))
    collect(mapping(member, document), document, properties, seen)
}

function readDeclared(schema: JsonMapping, { root }: FunctionContext): Declared | undefined {
  const own = listTypes(schema)
    .map(String)
    .filter((type) => types.some((known) => known === type))
  if (own.length === 0) return undefined
  if (schema.nullable === true && detectFormats(root).has('oas3.0')) own.push('null')
  const accepts = own.flatMap((type) => (type === 'number' ? ['integer', 'fraction'] : [type]))
  return { types: new Set(own), accepts }
}

function intersectTypes(one: Declared, other: Declared): Declared {
  return {
    types: new Set([...one.types, ...other.types]),
    accepts: one.accepts.filter((kind) => other.accepts.includes(kind)),
  }
}
