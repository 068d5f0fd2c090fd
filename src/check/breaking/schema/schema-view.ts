import { once } from '../../../core/model/once.ts'
import { isRecord } from '../../../core/model/record.ts'
import { type ApiDocument, isTrue, type Node, type Nodes, ownChild } from '../document.ts'
import type { AnyNumber } from '../numbers.ts'
import { listReferences } from '../read-api.ts'
import { type Choice, type Expanded, expand } from './expand.ts'
import { joinMultiples, readLimits } from './limits.ts'
import type { SchemaNode } from './schema-node.ts'
import {
  canonical,
  followSchema,
  groupByName,
  isAnything,
  isNull,
  isNullableItself,
  listed,
  readSchema,
  schemaChain,
  siblingsCount,
} from './schema-node.ts'

type ViewSchema = Readonly<Record<string, unknown>>

/** A schema's demands, however they are written. */
export interface SchemaView {
  readonly at: Node
  readonly parts: Nodes
  readonly choices: readonly Choice[]
  readonly isNever: boolean
  readonly unresolved: readonly string[]
  /** Undefined: any. Null is not among them. */
  readonly types: ReadonlySet<string> | undefined
  /** Those that it names itself: properties or items are no proof that a value is an object or a list. */
  readonly declaredTypes: ReadonlySet<string> | undefined
  /** Undefined: not said. */
  readonly isNullable: boolean | undefined
  /** A part has `nullable: true`, which some readers go by, and 3.1 does not have; undefined until 3.0. */
  readonly mayBeNullable: boolean | undefined
  /** Whether null is valid, with all alternatives; undefined: not known. */
  readonly takesNull: () => boolean | undefined
  readonly formats: ReadonlySet<string>
  readonly values: readonly unknown[] | undefined
  readonly constant: { readonly value: unknown } | undefined
  readonly patterns: ReadonlySet<string>
  /** 0: none. */
  readonly multipleOf: AnyNumber
  readonly limits: ReadonlyMap<string, AnyNumber>
  readonly required: ReadonlySet<string>
  readonly properties: ReadonlyMap<string, Nodes>
  /** The schemas under a keyword that has one. */
  readonly inner: (keyword: string) => Nodes
  readonly xml: Nodes
  /** The value of a keyword in the first part that has it. */
  readonly first: (keyword: string) => unknown
  readonly has: (keyword: string, value: unknown) => boolean
  /** Whether one of the nodes inside has a keyword that is true, such as readOnly. */
  readonly isMarked: (nodes: Nodes, keyword: string) => boolean
}

export function viewSchema(node: SchemaNode, api: ApiDocument): SchemaView {
  const expanded = expand(node, api)
  const { parts, choices, isNever, unresolved } = expanded
  const schemas = parts.map(({ value }) => value).filter(isRecord)
  const declared = intersectTypes(schemas)
  const types = declared ?? impliedType(schemas)
  const isNamed = declared !== undefined || schemas.some((schema) => 'enum' in schema || 'const' in schema)
  const first = (keyword: string) => schemas.find((schema) => schema[keyword] !== undefined)?.[keyword]
  const inner = (keyword: string) => parts.flatMap((part) => ownChild(part, keyword) ?? [])
  const formats = schemas.map(({ format, type }) =>
    type === 'file' ? 'binary' : format === hiddenInput ? undefined : format,
  )
  return {
    at: parts[0] ?? node.sources[0] ?? { value: undefined, path: [] },
    parts,
    choices,
    isNever: isNever || haveOtherConstants(schemas),
    unresolved,
    types: types && typesBut(types, 'null'),
    declaredTypes: declared,
    isNullable: nullability(schemas, declared, types, expanded, siblingsCount(api)),
    mayBeNullable: siblingsCount(api) ? schemas.some((schema) => isNullableItself(schema, false)) : undefined,
    // Beside a chosen alternative, null is the list's: the schema that has the list is asked.
    takesNull: once(() =>
      node.omitted.size > 0 && expanded.allowsNull ? undefined : takesNull(node, api, isNamed),
    ),
    formats: new Set(formats.filter((format) => typeof format === 'string')),
    values: intersectValues(schemas),
    constant: schemas.some((schema) => Object.hasOwn(schema, 'const'))
      ? { value: first('const') }
      : undefined,
    patterns: new Set(schemas.flatMap(({ pattern }) => (typeof pattern === 'string' ? pattern : []))),
    limits: readLimits(schemas),
    multipleOf: joinMultiples(schemas.map((schema) => schema.multipleOf)),
    required: new Set(
      schemas.flatMap(({ required }) => (Array.isArray(required) ? required.map(String) : [])),
    ),
    properties: groupByName(inner('properties')),
    isMarked: (nodes, keyword) => nodes.some((each) => isMarked(each, keyword, api, new Map())),
    inner,
    xml: inner('xml').map((each) => api.read('xml', each)),
    first,
    has: (keyword, value) => schemas.some((schema) => schema[keyword] === value),
  }
}

/** Whether a schema, one that it joins, or each of the alternatives that it offers has a keyword that is true. */
function isMarked(node: Node, keyword: string, api: ApiDocument, known: Map<unknown, boolean>): boolean {
  const isMarkedToo = (inner: Node) => isMarked(inner, keyword, api, known)
  return schemaChain(node, api).some((at) => {
    const before = known.get(at.value)
    if (before !== undefined) return before
    // Until it is worked out, a schema that leads back to itself adds nothing.
    known.set(at.value, false)
    const isOffered = (choice: string) => {
      const members = listed(at, choice, api).filter(({ value }) => !isNull(value))
      return members.length > 0 && members.every(isMarkedToo)
    }
    const isItself =
      isTrue(at, keyword) || listed(at, 'allOf', api).some(isMarkedToo) || ['oneOf', 'anyOf'].some(isOffered)
    known.set(at.value, isItself)
    return isItself
  })
}

/** A hint for input fields: it restricts no value (OpenAPI 3.0.4, "Data Type Format"). */
const hiddenInput = 'password'

/** Whether a schema allows values of this type only. */
export function isType({ types }: SchemaView, type: string): boolean {
  return types?.size === 1 && types.has(type)
}

function intersectTypes(schemas: readonly ViewSchema[]): ReadonlySet<string> | undefined {
  let found: ReadonlySet<string> | undefined
  for (const { type } of schemas) {
    if (typeof type !== 'string' && !Array.isArray(type)) continue
    const own = [type].flat().map((each) => (each === 'file' ? 'string' : String(each)))
    found = new Set(found === undefined ? own : both([...found], own))
  }
  return found
}

function both(some: readonly string[], others: readonly string[]): readonly string[] {
  const isIn = (type: string, types: readonly string[]) =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  return [...some.filter((type) => isIn(type, others)), ...others.filter((type) => isIn(type, some))]
}

/** The type that people mean by properties or items without one. */
function impliedType(schemas: readonly ViewSchema[]): ReadonlySet<string> | undefined {
  if (schemas.some(({ properties }) => isRecord(properties))) return new Set(['object'])
  if (schemas.some(({ items }) => items !== undefined)) return new Set(['array'])
  return undefined
}

/** Undefined if that is every other type. */
function typesBut(types: ReadonlySet<string>, type: string): ReadonlySet<string> | undefined {
  return everyType.every((each) => types.has(each))
    ? undefined
    : new Set([...types].filter((each) => each !== type))
}

const everyType = ['string', 'number', 'boolean', 'object', 'array']

function nullability(
  schemas: readonly ViewSchema[],
  declared: ReadonlySet<string> | undefined,
  types: ReadonlySet<string> | undefined,
  { allowsNull }: Expanded,
  isJsonSchema: boolean,
): boolean | undefined {
  const lists = schemas.flatMap((schema): unknown[][] => [
    ...(Array.isArray(schema.enum) ? [schema.enum] : []),
    ...(Object.hasOwn(schema, 'const') ? [[schema.const]] : []),
  ])
  if (allowsNull || schemas.some((schema) => isNullableItself(schema, isJsonSchema))) return true
  if (lists.some((values) => !values.includes(null))) return false
  if (declared?.has('null')) return true
  if (declared === undefined && lists.length > 0) return true
  return types === undefined || (declared === undefined && isJsonSchema) ? undefined : false
}

function intersectValues(schemas: readonly ViewSchema[]): readonly unknown[] | undefined {
  let found: readonly unknown[] | undefined
  for (const { enum: values } of schemas) {
    if (!Array.isArray(values)) continue
    const texts = new Set(values.map((value) => canonical(value)))
    found = found === undefined ? values : found.filter((value) => texts.has(canonical(value)))
  }
  return found?.filter((value) => value !== null)
}

function haveOtherConstants(schemas: readonly ViewSchema[]): boolean {
  const constants = schemas.filter((schema) => Object.hasOwn(schema, 'const'))
  return new Set(constants.map((schema) => canonical(schema.const))).size > 1
}

/** Unsaid: not by this, but by what is beside it; undefined: not known. */
type NullAnswer = boolean | 'unsaid' | undefined

/**
 * Whether null is valid, by all that a schema says; undefined where that is not known. A list of alternatives one of which
 * was chosen says nothing. `isNamed`: types or values are said.
 */
function takesNull(
  { sources, omitted }: SchemaNode,
  api: ApiDocument,
  isNamed: boolean,
): boolean | undefined {
  const open = new Set<unknown>()
  let left = mostLooks
  const isJsonSchema = siblingsCount(api)
  const whole = all(sources.map(take))
  return whole === 'unsaid' ? undefined : whole

  function take(node: Node): NullAnswer {
    const { value } = node
    if (!isRecord(value)) return value !== false
    if (isNullableItself(value, isJsonSchema)) return true
    if (open.has(value) || left-- <= 0 || open.size > mostOpen) return undefined
    open.add(value)
    const answer = all([
      byItself(value),
      ...lists(node),
      ...conditions(node),
      ...listReferences(value).map(reference),
    ])
    open.delete(value)
    return answer
  }

  function reference(ref: object): NullAnswer {
    const target = followSchema(ref, api)
    return target && take(target)
  }

  function lists(node: Node): readonly NullAnswer[] {
    const checkKeyword = (keyword: string) => listed(node, keyword, api).map(take)
    const isAsked = (keyword: string) => {
      const list: unknown = Reflect.get(Object(node.value), keyword)
      return Array.isArray(list) && list.length > 0 && !omitted.has(list)
    }
    return [
      all(checkKeyword('allOf')),
      isAsked('anyOf') ? not(all(checkKeyword('anyOf').map(not))) : 'unsaid',
      isAsked('oneOf') ? exactlyOne(checkKeyword('oneOf')) : 'unsaid',
    ]
  }

  function conditions(node: Node): readonly NullAnswer[] {
    const checkKeyword = (keyword: string) => {
      const own = ownChild(node, keyword)
      return own ? take(readSchema(own, api)) : 'unsaid'
    }
    // Without a type or values, what the whole excludes is told of all types together.
    const answer = ownChild(node, 'not') ? not(checkKeyword('not')) : 'unsaid'
    const isUnclear = !isNamed && open.size < 2 && !isAnything(ownChild(node, 'not')?.value)
    const excluded = answer === false && isUnclear ? undefined : answer
    const isConditional = ownChild(node, 'if') !== undefined
    const condition = isConditional ? checkKeyword('if') : 'unsaid'
    const [then, otherwise] = ['then', 'else'].map(checkKeyword)
    const isKnown = typeof condition === 'boolean' || !isConditional || all([then, otherwise]) === 'unsaid'
    return [
      excluded,
      !isKnown ? undefined : condition === true ? then : condition === false ? otherwise : 'unsaid',
    ]
  }

  function byItself(schema: Readonly<Record<string, unknown>>): NullAnswer {
    const { type, enum: values } = schema
    if (Array.isArray(values) && !values.includes(null)) return false
    if (Object.hasOwn(schema, 'const') && schema.const !== null) return false
    if (type !== undefined && ![type].flat().includes('null')) return false
    const isSaid = type !== undefined || values !== undefined || Object.hasOwn(schema, 'const')
    // Until 3.0, it is not clear whether a schema without a type takes null.
    return isSaid || isJsonSchema ? true : 'unsaid'
  }
}

/** More schemas than this, and deeper ones, are not looked into. */
const [mostLooks, mostOpen] = [1000, 100]

function all(answers: readonly NullAnswer[]): NullAnswer {
  if (answers.includes(false)) return false
  if (answers.includes(undefined)) return undefined
  return answers.includes(true) || 'unsaid'
}

function not(answer: NullAnswer): NullAnswer {
  return typeof answer === 'boolean' ? !answer : undefined
}

function exactlyOne(answers: readonly NullAnswer[]): NullAnswer {
  const count = answers.filter((answer) => answer === true).length
  if (count > 1) return false
  return answers.every((answer) => typeof answer === 'boolean') ? count === 1 : undefined
}

/** The only values that there are: one, or those of a list. */
export function listedValues({ constant, values }: SchemaView): readonly unknown[] | undefined {
  return constant ? [constant.value] : values
}
