import { type AnyNumber, compareNumbers, isNumber } from '../numbers.ts'
import { forbids } from './check-properties.ts'
import { findType } from './check-types.ts'
import { listedValues } from './check-values.ts'
import type { Choice } from './expand.ts'
import { canonical, type SchemaNode } from './schema-node.ts'
import type { SchemaView } from './schema-view.ts'
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
export function areDisjoint(some: Placed, other: Placed, depth = 0): boolean {
  const [before, after] = [viewPlaced(some), viewPlaced(other)]
  if (before.isNever || after.isNever || haveOtherValues(before, after)) return true
  if (haveOtherTypes(before, after, () => haveOtherProperties(some, other, depth))) return true
  return depth < mostDepth && (isSplit(some, other, depth) || isSplit(other, some, depth))
}

function viewPlaced({ node, side }: Placed): SchemaView {
  return side.view(node)
}

/** Where one is a choice, each of its alternatives has to exclude the other schema. */
function isSplit(some: Placed, other: Placed, depth: number): boolean {
  const view = viewPlaced(some)
  const variants = view.choices.length === 0 ? [] : listVariants(some.node, view, some.side.node)
  if (variants.length === 0 || variants.length > mostInside) return false
  return variants.every(({ node }) => areDisjoint({ ...some, node }, other, depth + 1))
}

/** More alternatives than this within one are not compared. */
const mostInside = 20

function haveOtherTypes(some: SchemaView, other: SchemaView, differ: () => boolean): boolean {
  const [before, after] = [some.types, other.types]
  if (before === undefined || after === undefined) return false
  return [...before].every((type) => !hasType(other, type) || (type === 'object' && differ()))
}

/** Whether none of the values that one lists is valid under the other. */
function haveOtherValues(some: SchemaView, other: SchemaView): boolean {
  const isNone = (values: readonly unknown[] | undefined, view: SchemaView) =>
    values?.every((value) => value === null || isRefused(value, view)) ?? false
  return isNone(listedValues(some), other) || isNone(listedValues(other), some)
}

function isRefused(value: unknown, view: SchemaView): boolean {
  const listed = listedValues(view)
  if (listed?.every((each) => canonical(each) !== canonical(value))) return true
  if (view.types !== undefined && !hasType(view, findType(value))) return true
  const isPast = (keyword: string, size: AnyNumber) =>
    compareNumbers(size, view.limits.get(keyword) ?? size) * signLimit(keyword) > 0
  if (isNumber(value)) return isPast('maximum', value) || isPast('minimum', value)
  return (
    typeof value === 'string' &&
    (isPast('maxLength', [...value].length) || isPast('minLength', [...value].length))
  )
}

function signLimit(keyword: string): 1 | -1 {
  return keyword.startsWith('max') ? 1 : -1
}

function haveOtherProperties(some: Placed, other: Placed, depth: number): boolean {
  const [before, after] = [viewPlaced(some), viewPlaced(other)]
  if (depth >= mostDepth) return false
  const lacks = (one: SchemaView, another: SchemaView) =>
    [...one.required].some((name) => forbids(another, name))
  const differs = (name: string) => {
    const [first, second] = [before.properties.get(name), after.properties.get(name)]
    if (first === undefined || second === undefined) return false
    const [here, there] = [some.side.node(first), other.side.node(second)]
    const isNull = acceptsNull(some.side.view(here)) && acceptsNull(other.side.view(there))
    return !isNull && areDisjoint({ ...some, node: here }, { ...other, node: there }, depth + 1)
  }
  return (
    lacks(before, after) ||
    lacks(after, before) ||
    [...before.required].some((name) => after.required.has(name) && differs(name))
  )
}

function acceptsNull(view: SchemaView): boolean {
  return view.takesNull() !== false
}

function hasType({ types }: SchemaView, type: string): boolean {
  const alike = type === 'integer' ? ['number'] : type === 'number' ? ['integer'] : []
  return [type, ...alike].some((each) => types?.has(each))
}
