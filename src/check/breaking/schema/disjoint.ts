import { forbids } from './check-properties.ts'
import { hasType } from './check-types.ts'
import { isRefused } from './check-values.ts'
import type { Choice } from './expand.ts'
import type { SchemaNode } from './schema-node.ts'
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
