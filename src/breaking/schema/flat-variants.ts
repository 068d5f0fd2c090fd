import { mayOverlap, severalTakeNull } from './disjoint.ts'
import type { SchemaView } from './schema-view.ts'
import { type Side, type Variant, variantsOf } from './variants.ts'

/**
 * A choice within a choice as one flat choice; undefined where that might not be the same. It is if nothing is valid under
 * two of the alternatives, or if one that is valid is always enough.
 */
export function flatVariants(
  variants: readonly Variant[],
  { choices: [choice] }: SchemaView,
  side: Side,
): readonly Variant[] | undefined {
  if (choice === undefined) return variants
  const all = variants.flatMap((each) => treeOf(each, side))
  const flat = all.filter((each) => partsOf(each, side).length === 0)
  if (flat.length === variants.length) return variants
  const isAnyEnough = choice.keyword === 'anyOf' && variants.every((each) => isOfAny(each, side))
  return isAnyEnough || !(mayOverlap(flat, side) || severalTakeNull(all, choice, side)) ? flat : undefined
}

function isOfAny(variant: Variant, side: Side): boolean {
  const { choices } = side.view(variant.node)
  return (
    choices.every(({ keyword }) => keyword === 'anyOf') &&
    partsOf(variant, side).every((part) => isOfAny(part, side))
  )
}

function treeOf(variant: Variant, side: Side): readonly Variant[] {
  return [variant, ...partsOf(variant, side).flatMap((part) => treeOf(part, side))]
}

/** Where a value tells alternatives apart, that says more than they do. */
function partsOf({ node }: Variant, side: Side): readonly Variant[] {
  const view = side.view(node)
  const isPlain = view.choices.length > 0 && view.first('discriminator') === undefined
  return isPlain ? variantsOf(node, view, side.node) : []
}
