import { mayOverlap, severalTakeNull } from './disjoint.ts'
import type { SchemaView } from './schema-view.ts'
import { type Side, type Variant, variantsOf } from './variants.ts'

/** More alternatives within alternatives than this are not made flat, nor deeper ones: each choice multiplies them. */
const [mostInside, mostNested] = [200, 6]

/**
 * A choice within a choice as one flat choice; undefined where that might not be the same. It is if nothing is valid under
 * two of the alternatives, or if one that is valid is always enough.
 */
export function flatVariants(
  variants: readonly Variant[],
  { choices: [choice] }: SchemaView,
  side: Side,
): readonly Variant[] | undefined {
  const [all, flat] = [[...variants], [] as Variant[]]
  for (const each of choice ? all : []) {
    const parts = partsOf(each, side)
    if (parts.length === 0) flat.push(each)
    all.push(...parts)
    const isTooMuch = all.length > variants.length + mostInside || each.node.omitted.size > mostNested
    if (parts.length > 0 && isTooMuch) return undefined
  }
  if (choice === undefined || all.length === variants.length) return variants
  const isAnyEnough = choice.keyword === 'anyOf' && all.every(({ node }) => isOfAny(side.view(node)))
  return isAnyEnough || !(mayOverlap(flat, side) || severalTakeNull(all, choice, side)) ? flat : undefined
}

function isOfAny({ choices }: SchemaView): boolean {
  return choices.every(({ keyword }) => keyword === 'anyOf')
}

/** Where a value tells alternatives apart, that says more than they do. */
function partsOf({ node }: Variant, side: Side): readonly Variant[] {
  const view = side.view(node)
  const isPlain = view.choices.length > 0 && view.first('discriminator') === undefined
  return isPlain ? variantsOf(node, view, side.node) : []
}
