import { isRecord } from '../../model/record.ts'
import type { Node } from '../document.ts'
import type { Choice } from './expand.ts'
import type { SchemaView } from './schema-view.ts'
import type { Side, Variant } from './variants.ts'

/** More alternatives than this are not compared with each other. */
const mostExclusive = 200

/** Whether something other than null may be valid under two of them. In doubt, it may. */
export function mayOverlap(variants: readonly Variant[], { view }: Side): boolean {
  if (variants.length > mostExclusive) return true
  const views = variants.map(({ node }) => view(node))
  return views.some((some, index) => views.slice(index + 1).some((other) => !areDisjoint(some, other)))
}

/** Whether null is an alternative and also valid by what one of the others says itself, or by what two of them do. */
export function severalTakeNull(
  variants: readonly Variant[],
  choice: Choice | undefined,
  { node, view }: Side,
): boolean {
  const own = variants.filter((each) => view(node(each.node.sources.slice(-1))).isNullable === true)
  return own.length + (choice?.nulls ?? 0) > 1
}

/** Whether nothing but null can be valid under both, as far as that shows: other types, or another value of one property. */
function areDisjoint(some: SchemaView, other: SchemaView): boolean {
  const [before, after] = [some.types, other.types]
  if (before === undefined || after === undefined) return false
  return [...before].every(
    (type) => !hasType(other, type) || (type === 'object' && haveOtherProperties(some, other)),
  )
}

function haveOtherProperties(some: SchemaView, other: SchemaView): boolean {
  return [...some.required].some(
    (name) =>
      other.required.has(name) &&
      valuesDiffer(some.properties.get(name) ?? [], other.properties.get(name) ?? []),
  )
}

function hasType({ types }: SchemaView, type: string): boolean {
  const alike = type === 'integer' ? ['number'] : type === 'number' ? ['integer'] : []
  return [type, ...alike].some((each) => types?.has(each))
}

function valuesDiffer(some: readonly Node[], other: readonly Node[]): boolean {
  const [before, after] = [valuesOf(some), valuesOf(other)]
  return before !== undefined && after !== undefined && !before.some((value) => after.includes(value))
}

function valuesOf(nodes: readonly Node[]): readonly string[] | undefined {
  for (const { value } of nodes) {
    if (!isRecord(value)) continue
    if (value.const !== undefined) return [JSON.stringify(value.const)]
    if (Array.isArray(value.enum)) return value.enum.map((each) => JSON.stringify(each))
  }
  return undefined
}
