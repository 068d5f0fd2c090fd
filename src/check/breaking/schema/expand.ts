import type { Path } from '../../../core/model/location.ts'
import { once, rememberPerPair } from '../../../core/model/once.ts'
import { isRecord } from '../../../core/model/record.ts'
import { groupBy } from '../../../core/text/group-by.ts'
import { type ApiDocument, type Node, type Nodes, ownChild } from '../document.ts'
import { NestedTooDeeplyError } from '../nested-too-deeply-error.ts'
import { listReferences } from '../read-api.ts'
import type { SchemaNode } from './schema-node.ts'
import {
  canonical,
  followSchema,
  isAnything,
  isNull,
  isNullableItself,
  listed,
  readSchema,
  saysOnly,
  siblingsCount,
} from './schema-node.ts'

export interface Choice {
  readonly keyword: 'oneOf' | 'anyOf'
  readonly list: unknown
  /** Of the schema that has the list. */
  readonly path: Path
  readonly members: Nodes
  /** How many alternatives are null, and not among the members. */
  readonly nulls: number
}

/** A schema with its references and allOf put together. A choice of one, or of types alone, is not among its choices. */
export interface Expanded {
  readonly parts: Nodes
  readonly choices: readonly Choice[]
  readonly allowsNull: boolean
  /** Whether nothing is valid, as by a schema that is `false`. */
  readonly isNever: boolean
  readonly unresolved: readonly string[]
}

/** More keys above a schema than anybody writes: each holds its path, so that nested ones grow by the square. */
const deepest = 7000

/** Throws a `NestedTooDeeplyError`. */
function checkDepth({ path }: Node): void {
  if (path.length > deepest) throw new NestedTooDeeplyError()
}

export function expand({ sources, omitted }: SchemaNode, api: ApiDocument): Expanded {
  const [parts, choices, unresolved]: [Node[], Choice[], string[]] = [[], [], []]
  const seen = new Set<unknown>()
  const pending = sources.toReversed()
  const demanded = once(() => listDemanded(sources[0], api))
  /**
   * One alternative that is demanded anyway is enough, unless it demands what offers it. From 3.1 on, what the others describe
   * may count for `unevaluatedProperties`.
   */
  const isMet = (holder: Node, keyword: string) =>
    keyword === 'anyOf' &&
    !siblingsCount(api) &&
    listed(holder, keyword, api).some(
      (member) =>
        demanded().has(member.value) &&
        demanded().has(holder.value) &&
        !listDemanded(member, api).has(holder.value),
    )
  let [allowsNull, isNever] = [false, false]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { value } = node
    checkDepth(node)
    isNever ||= value === false
    if (!isRecord(value) || seen.has(value) || omitted.has(value)) continue
    isNever ||= isAnything(value.not)
    seen.add(value)
    parts.push(node)
    for (const reference of listReferences(value)) {
      const target = followSchema(reference, api)
      if (target) pending.push(target)
      else unresolved.push(...listReferenceTexts(reference))
    }
    pending.push(...listed(node, 'allOf', api).toReversed())
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const list: unknown = ownChild(node, keyword)?.value
      if (!Array.isArray(list)) continue
      allowsNull ||= hasNullMember(keyword, countNulls(api, list))
      if (omitted.has(list) || isMet(node, keyword)) continue
      const choice = chooseMember(node, keyword, list, omitted, api)
      if (choice.only) pending.push(choice.only)
      else if (choice.members.length > 1) choices.push(choice)
    }
  }
  return { parts, choices, allowsNull, isNever, unresolved }
}

/** Lists a schema and what its references and allOf lead to. */
function listDemanded(start: Node | undefined, api: ApiDocument): ReadonlySet<unknown> {
  const found = new Map<unknown, Node>(start ? [[start.value, start]] : [])
  for (const node of found.values()) {
    const targets = isRecord(node.value)
      ? listReferences(node.value).map((each) => followSchema(each, api))
      : []
    for (const inner of [...targets, ...listed(node, 'allOf', api)])
      if (inner && !found.has(inner.value)) found.set(inner.value, inner)
  }
  return new Set(found.keys())
}

/** Whether one of a schema's own alternatives was chosen before, or is being: what offers it in turn adds nothing. */
function isChosen({ value }: Node, omitted: ReadonlySet<unknown>, list: unknown): boolean {
  const own = isRecord(value) ? [value.oneOf, value.anyOf] : []
  return own.some((each) => each === list || omitted.has(each))
}

function listReferenceTexts(reference: object): readonly string[] {
  const ref: unknown = Reflect.get(reference, '$ref') ?? Reflect.get(reference, '$dynamicRef')
  return typeof ref === 'string' ? [ref || '#'] : []
}

interface ChoiceOf extends Choice {
  /** The alternatives as one schema, if they are only types, or if there is but one. */
  readonly only: Node | undefined
}

function chooseMember(
  node: Node,
  keyword: Choice['keyword'],
  list: readonly unknown[],
  omitted: ReadonlySet<unknown>,
  api: ApiDocument,
): ChoiceOf {
  const all = listed(node, keyword, api).filter(({ value }) => !isNull(value))
  const nulls = list.length - all.length
  // One alone is what people mean by an allOf.
  const members = all.length === 1 ? all : all.filter((member) => !isChosen(member, omitted, list))
  const union = uniteMembers(members, keyword, nulls, siblingsCount(api))
  // Nothing is exactly one of several nulls.
  const ofNulls = keyword === 'oneOf' && nulls > 1 ? false : { type: 'null' }
  const whole = members.length === 0 && list.length > 0 ? nulls > 0 && ofNulls : union
  const united = whole === undefined ? undefined : { value: whole, path: [...node.path, keyword] }
  const only = members.length === 1 ? members[0] : united
  return { keyword, list, path: node.path, members, nulls, only }
}

/** Exactly one null satisfies a oneOf, at least one an anyOf. */
function hasNullMember(keyword: Choice['keyword'], nulls: number): boolean {
  return keyword === 'oneOf' ? nulls === 1 : nulls > 0
}

/** Counted once for each list: every one of its alternatives is compared with the list omitted. */
const countNulls = rememberPerPair(
  (api: ApiDocument, list: readonly unknown[]) =>
    list.filter((value) => isNull(readSchema({ value, path: [] }, api).value)).length,
)

/** Unites alternatives that say nothing but their types, or nothing but their values. */
function uniteMembers(
  members: Nodes,
  keyword: Choice['keyword'],
  nulls: number,
  isJsonSchema: boolean,
): object | undefined {
  if (members.length < 2) return undefined
  const types = members.map(({ value }) => readTypes(value, isJsonSchema))
  const values = members.map(({ value }) => readValues(value))
  if (types.every((list) => list !== undefined)) {
    const type = types.flat()
    const isTwice = mayBeTwo(type) || (nulls > 0 && type.includes('null'))
    return keyword === 'oneOf' && isTwice ? undefined : { type }
  }
  if (!values.every((list) => list !== undefined)) return undefined
  if (keyword === 'anyOf') return { enum: values.flat() }
  const sameValues = [...groupBy(values.flat(), canonical).values()]
  return { enum: sameValues.filter(({ length }) => length === 1).flat() }
}

/** Whether something is of two of them, as whole numbers are, which a oneOf refuses. */
function mayBeTwo(types: readonly string[]): boolean {
  return new Set(types.map((type) => (type === 'integer' ? 'number' : type))).size < types.length
}

function readTypes(schema: unknown, isJsonSchema: boolean): readonly string[] | undefined {
  if (!saysOnly(schema, ['type', ...(isJsonSchema ? [] : ['nullable'])])) return undefined
  const types = [schema.type].flat().filter((type) => typeof type === 'string')
  if (types.length === 0) return undefined
  return isNullableItself(schema, isJsonSchema) ? [...types, 'null'] : types
}

/** The values of a list, or the only one, all of which have the type that may be beside them. */
function readValues(schema: unknown): readonly unknown[] | undefined {
  if (!saysOnly(schema, ['type', 'const', 'enum'])) return undefined
  const { type, const: constant, enum: list } = schema
  if (constant !== undefined && list !== undefined) return undefined
  const values: unknown = constant === undefined ? list : [constant]
  if (!Array.isArray(values)) return undefined
  const has = (value: unknown) => type === typeof value || (type === 'integer' && Number.isInteger(value))
  if (type !== undefined && !values.every(has)) return undefined
  // A list that repeats a value admits it once.
  return [...new Map(values.map((value) => [canonical(value), value])).values()]
}
