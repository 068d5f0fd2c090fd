import { matches } from './check-patterns.ts'
import { forbids } from './check-properties.ts'
import { hasType } from './check-types.ts'
import { isRefused } from './check-values.ts'
import type { Choice } from './expand.ts'
import { limits } from './limits.ts'
import { type SchemaNode, saysOnly } from './schema-node.ts'
import { listedValues, type SchemaView } from './schema-view.ts'
import { listVariants, type Variant, type VariantSide } from './variants.ts'

const mostExclusive = 200

/** Whether something other than null may be valid under two of them. In doubt, it may. */
export function mayOverlap(variants: readonly Variant[], side: VariantSide): boolean {
  if (variants.length > mostExclusive) return true
  const isWithOthers = ({ node }: Variant, others: readonly Variant[]) =>
    others.some((other) => !areDisjoint({ node, side }, { node: other.node, side }))
  return variants.some((some, index) => isWithOthers(some, variants.slice(index + 1)))
}

/** Whether null is an alternative and also valid by what one of the others says itself, or by what two of them do. */
export function severalTakeNull(
  variants: readonly Variant[],
  choice: Choice | undefined,
  { node, view }: VariantSide,
): boolean {
  const own = variants.filter((variant) => view(node(variant.node.sources.slice(-1))).isNullable === true)
  return own.length + (choice?.nulls ?? 0) > 1
}

/** A schema, and the version of the API in which it is. */
interface Placed {
  readonly node: SchemaNode
  readonly side: VariantSide
}

/** Deeper than this, properties are taken to overlap. */
const mostDepth = 3

/**
 * Whether nothing but null can be valid under both, as far as that shows: other types or values, or a property that both
 * have and that cannot be the same.
 */
export function areDisjoint(first: Placed, second: Placed, depth = 0): boolean {
  const [firstView, secondView] = [first.side.view(first.node), second.side.view(second.node)]
  if (firstView.isNever || secondView.isNever || haveOtherValues(firstView, secondView)) return true
  if (haveOtherTypes(firstView, secondView, () => haveOtherProperties(first, second, depth))) return true
  return depth < mostDepth && (isSplit(first, second, depth) || isSplit(second, first, depth))
}

/** Whether nothing is valid under both, null included, by what they name themselves: not by what properties or items mean. */
export function excludes(first: Placed, second: Placed): boolean {
  const views = [first, second].map(({ node, side }) => side.view(node))
  const areNamed = views.every(
    (view) => view.declaredTypes !== undefined || (view.types === undefined && listedValues(view)),
  )
  const isNull = views.every((view) => view.takesNull() !== false)
  return areNamed && !isNull && areDisjoint(first, second, mostDepth)
}

/** A choice excludes a schema if each of its alternatives does. */
function isSplit(first: Placed, second: Placed, depth: number): boolean {
  const view = first.side.view(first.node)
  const variants = view.choices.length === 0 ? [] : listVariants(first.node, view, first.side.node)
  if (variants.length === 0 || variants.length > mostInside) return false
  return variants.every(({ node }) => areDisjoint({ ...first, node }, second, depth + 1))
}

/** More alternatives than this within one are not compared. */
const mostInside = 20

function haveOtherTypes(first: SchemaView, second: SchemaView, differ: () => boolean): boolean {
  const [firstTypes, secondTypes] = [first.types, second.types]
  if (firstTypes === undefined || secondTypes === undefined) return false
  return [...firstTypes].every((type) => !hasType(second, type) || (type === 'object' && differ()))
}

/** Whether none of the values that one lists is valid under the other. */
function haveOtherValues(first: SchemaView, second: SchemaView): boolean {
  const isNone = (values: readonly unknown[] | undefined, view: SchemaView) =>
    values?.every((value) => value === null || isRefused(value, view)) ?? false
  return isNone(listedValues(first), second) || isNone(listedValues(second), first)
}

function haveOtherProperties(first: Placed, second: Placed, depth: number): boolean {
  const [firstView, secondView] = [first.side.view(first.node), second.side.view(second.node)]
  if (depth >= mostDepth) return false
  const lacks = (one: SchemaView, another: SchemaView) =>
    [...one.required].some((name) => forbids(another, name))
  const differs = (name: string) => {
    const [here, there] = [firstView.properties.get(name), secondView.properties.get(name)]
    if (here === undefined || there === undefined) return false
    const [firstNode, secondNode] = [first.side.node(here), second.side.node(there)]
    const views = [first.side.view(firstNode), second.side.view(secondNode)]
    const isNull = views.every((view) => view.takesNull() !== false)
    return !isNull && areDisjoint({ ...first, node: firstNode }, { ...second, node: secondNode }, depth + 1)
  }
  return (
    lacks(firstView, secondView) ||
    lacks(secondView, firstView) ||
    [...firstView.required].some((name) => secondView.required.has(name) && differs(name))
  )
}

/** A small value that is valid under both, if one is found: nothing but what all their keywords are known to say of. */
export function findShared(first: Placed, second: Placed, depth = 0): unknown {
  const views = [first, second].map(({ node, side }) => side.view(node))
  const isNamed = views.some((view) => view.types !== undefined || listedValues(view) !== undefined)
  if (depth >= mostDepth || !isNamed || !views.every(isPlain)) return undefined
  const bounds = views.flatMap(({ limits }) => [...limits.values()].map(Number)).filter(Number.isInteger)
  const lengths = [0, ...bounds].filter((bound) => bound >= 0 && bound <= mostLetters)
  const values = [
    ...views.flatMap((view) => listedValues(view)?.slice(0, mostLetters) ?? []),
    ...[0, 1, ...bounds.flatMap((bound) => [bound - 1, bound, bound + 1])],
    ...lengths.map((length) => 'a'.repeat(length)),
    ...[true, null],
  ].filter((value) => typeof value !== 'object' || value === null)
  const accepts = (value: unknown) => views.every((view) => isAccepted(value, view))
  return [...values, [], findSharedObject(first, second, depth)].find(accepts)
}

/** With the properties that one of them needs, if both describe them. */
function findSharedObject(first: Placed, second: Placed, depth: number): unknown {
  const [one, another] = [first, second].map(({ node, side }) => side.view(node))
  const names = new Set([...(one?.required ?? []), ...(another?.required ?? [])])
  const entries = [...names].map((name) => {
    const [here = [], there = []] = [one, another].map((view) => view?.properties.get(name))
    if (here.length === 0 || there.length === 0) return [name, undefined] as const
    const [inside, inner] = [first.side.node(here), second.side.node(there)]
    return [name, findShared({ ...first, node: inside }, { ...second, node: inner }, depth + 1)] as const
  })
  return entries.every(([, value]) => value !== undefined) ? Object.fromEntries(entries) : undefined
}

function isAccepted(value: unknown, view: SchemaView): boolean {
  if (value === null) return view.isNullable === true && view.takesNull() === true
  if (value === undefined || isRefused(value, view)) return false
  if (typeof value === 'string') return [...view.patterns].every((each) => matches(each, value) === true)
  if (typeof value !== 'number') return true
  const isMultiple = Number(view.multipleOf) === 0 || value % Number(view.multipleOf) === 0
  return Number.isInteger(value) && isMultiple
}

/** Longer texts and lists are not tried. */
const mostLetters = 100

function isPlain({ parts, choices, isNever, formats }: SchemaView): boolean {
  const isOpen = !isNever && choices.length + formats.size === 0
  return isOpen && parts.every(({ value }) => saysOnly(value, plainKeywords))
}

const plainKeywords = [
  ...limits.map(({ keyword }) => keyword),
  ...['$ref', 'allOf', 'anyOf', 'oneOf', 'type', 'nullable', 'enum', 'const', 'multipleOf', 'pattern'],
  ...['properties', 'required', 'items', 'default', 'deprecated'],
]
