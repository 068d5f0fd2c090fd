import { detectFormats } from '../../formats.ts'
import type { FunctionContext } from '../../rule.ts'
import { defineDocumentFunction } from '../define.ts'
import { type JsonMapping, list, listTypes, mapping } from '../facts.ts'
import { perSchema } from './schemas.ts'

/** The kinds of values that a type accepts: an integer is a number, but not the other way round. */
const accepted: Readonly<Record<string, readonly string[]>> = {
  string: ['string'],
  number: ['integer', 'fraction'],
  integer: ['integer'],
  boolean: ['boolean'],
  array: ['array'],
  object: ['object'],
  null: ['null'],
}

interface Declared {
  readonly types: ReadonlySet<string>
  readonly accepts: readonly string[]
}

/** Some type fits all that the members of an `allOf`, and theirs, say of each property. */
export const allOfConflicts = defineDocumentFunction(
  'allOfConflicts',
  perSchema((schema, document) => {
    if (list(schema.allOf, document).length === 0) return []
    const properties = new Map<string, Declared>()
    collect(schema, document, properties, new Set())
    return [...properties]
      .filter(([, { types, accepts }]) => types.size > 1 && accepts.length === 0)
      .map(([name, { types }]) => ({
        message: `Property \`${name}\` has conflicting types: ${[...types].join(', ')}`,
        path: ['allOf'],
      }))
  }),
)

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
    if (found) properties.set(name, before ? both(before, found) : found)
  }
  for (const member of list(schema.allOf, document))
    collect(mapping(member, document), document, properties, seen)
}

function readDeclared(schema: JsonMapping, { root }: FunctionContext): Declared | undefined {
  const types = listTypes(schema)
    .map(String)
    .filter((type) => Object.hasOwn(accepted, type))
  if (types.length === 0) return undefined
  if (schema.nullable === true && detectFormats(root).has('oas3.0')) types.push('null')
  return { types: new Set(types), accepts: types.flatMap((type) => accepted[type] ?? []) }
}

function both(one: Declared, other: Declared): Declared {
  return {
    types: new Set([...one.types, ...other.types]),
    accepts: one.accepts.filter((kind) => other.accepts.includes(kind)),
  }
}
