import { getValue, isRecord, isSameValue, toList } from '../../../core/model/record.ts'
import { type Change, Unwritable } from '../change.ts'
import type { FixTarget } from '../fix.ts'
import { inSchemas, parallelLists } from '../keeps-meaning.ts'
import { getObject, isRepeated } from '../operations.ts'
import { splitAtSchema } from '../schema-place.ts'
import { type FixTable, put, safe, unsafe } from './make.ts'
import { removeIdleSibling, removeSaidSibling, removeSibling, wrapInAllOf } from './ref-siblings.ts'

const closed = inSchemas([unsafe((target) => close(target, 'additionalProperties'))], 'additionalProperties')
const sized = inSchemas([unsafe(addFormat)])

export const schemaFixes: FixTable = {
  'no-$ref-siblings': [
    safe(removeSaidSibling),
    unsafe(removeIdleSibling),
    unsafe(wrapInAllOf),
    unsafe(removeSibling),
  ],
  'array-items': inSchemas([safe(addItems)]),
  'duplicated-entry-in-enum': inSchemas([unsafe(removeDuplicates)], 'enum'),
  'typed-enum': inSchemas([unsafe(convertEnumValue)], 'enum'),
  'nullable-enum-contains-null': inSchemas([unsafe(addNull)], 'enum'),
  'oas-missing-type': inSchemas([unsafe(addType)]),
  'oas3_2-no-deprecated-xml-attribute': inSchemas([unsafe(replaceAttribute)], 'xml'),
  'owasp-integer-format': sized,
  'owasp:api4:2023-integer-format': sized,
  'owasp-no-additionalProperties': closed,
  'owasp:api3:2023-no-additionalProperties': closed,
  'owasp:api3:2023-no-unevaluatedProperties': inSchemas(
    [unsafe((target) => close(target, 'unevaluatedProperties'))],
    'unevaluatedProperties',
  ),
}

/** Without `items`, an item may be anything: `{}` says the same. A parameter of version 2 must say more. Throws Unwritable. */
function addItems(target: FixTarget): readonly Change[] {
  const schema = getObject(target, target.path)
  if (target.kindAt(target.path) === 'parameter')
    throw new Unwritable('only its author knows what type its items have')
  return schema?.type === 'array' && !('items' in schema)
    ? [{ op: 'insert', path: target.path, key: 'items', value: {} }]
    : []
}

/**
 * Also in the lists beside it that have an entry for each value. Unsafe: generators write a name for each, such as `X` and
 * `X1`. Throws Unwritable.
 */
function removeDuplicates(target: FixTarget): readonly Change[] {
  const { schema = [] } = splitAtSchema(target.path, target)
  const values = toList(getValue(target.root, [...schema, 'enum']))
  const repeated = values.flatMap((_, index) =>
    isRepeated(target, [...schema, 'enum', index]) ? [index] : [],
  )
  if (repeated.length === 0 && values.length > 0)
    throw new Unwritable('its equal values are written differently: numbers that are rounded only look equal')
  const lists = parallelLists(getValue(target.root, schema))
  return repeated.flatMap((index) =>
    ['enum', ...lists].map((key) => ({ op: 'remove' as const, path: [...schema, key, index] })),
  )
}

/** Only what reads the same in the type that the schema has. */
function convertEnumValue(target: FixTarget): readonly Change[] {
  const { root, path } = target
  const schema = getObject(target, path.slice(0, -2))
  if (path.at(-2) !== 'enum' || !Array.isArray(schema?.enum)) return []
  const value = convertValue(getValue(root, path), schema.type)
  return value === undefined || schema.enum.includes(value) ? [] : [{ op: 'set', path, value }]
}

function addNull(target: FixTarget): readonly Change[] {
  const path = target.path.at(-1) === 'enum' ? target.path : [...target.path, 'enum']
  const values = getValue(target.root, path)
  return Array.isArray(values) && !values.includes(null) ? [{ op: 'insert', path, value: null }] : []
}

function addType(target: FixTarget): readonly Change[] {
  const schema = getObject(target, target.path)
  if (!schema || 'type' in schema) return []
  const type = findTypeShown(schema)
  const before = target.keysAt(target.path)[0]
  return type === undefined ? [] : [{ op: 'insert', path: target.path, key: 'type', value: type, before }]
}

/** Unsafe: tools that do not know OpenAPI 3.2 read only `attribute`. */
function replaceAttribute(target: FixTarget): readonly Change[] {
  const xml = getObject(target, target.path)
  if (xml?.attribute !== true || 'nodeType' in xml) return []
  const path = [...target.path, 'attribute']
  return [
    { op: 'rename', path, to: 'nodeType' },
    { op: 'set', path, value: 'attribute' },
  ]
}

/** The smaller one where the bounds are within it. */
function addFormat(target: FixTarget): readonly Change[] {
  const schema = getObject(target, target.path)
  if (schema?.type !== 'integer' && !(Array.isArray(schema?.type) && schema.type.includes('integer')))
    return []
  const { minimum, maximum } = schema
  const isSmall =
    typeof minimum === 'number' && typeof maximum === 'number' && minimum >= -(2 ** 31) && maximum < 2 ** 31
  const keys = target.keysAt(target.path)
  return put(target, target.path, 'format', isSmall ? 'int32' : 'int64', keys[keys.indexOf('type') + 1])
}

/** Only what names its properties and allows any others: a map stays one. */
function close(target: FixTarget, key: string): readonly Change[] {
  const path = target.path.at(-1) === key ? target.path.slice(0, -1) : target.path
  const schema = getObject(target, path)
  if (!isRecord(schema?.properties) || Object.keys(schema.properties).length === 0) return []
  const isOpen = schema[key] === true || isSameValue(schema[key], {})
  return isOpen ? [{ op: 'set', path: [...path, key], value: false }] : []
}

/** A value of an enum as the type of its schema has it, if it reads the same there. */
function convertValue(value: unknown, type: unknown): unknown {
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  if (typeof value !== 'string') return undefined
  if (type === 'boolean') return { true: true, false: false }[value]
  const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value) ? Number(value) : undefined
  if (number === undefined || String(number) !== value) return undefined
  return type === 'number' || (type === 'integer' && Number.isSafeInteger(number)) ? number : undefined
}

/** The type that the other keys of a schema show. */
function findTypeShown(schema: Readonly<Record<string, unknown>>): string | undefined {
  if (isRecord(schema.properties)) return 'object'
  if ('items' in schema) return 'array'
  const values = Array.isArray(schema.enum) ? schema.enum.filter((each) => each !== null) : []
  return values.length > 0 && values.every((value) => typeof value === 'string') ? 'string' : undefined
}
