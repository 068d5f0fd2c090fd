import { checkExclusive } from './check-exclusive.ts'
import { losesNull, reportNull } from './check-types.ts'
import { type Compared, reportRestricted } from './compare.ts'
import { mayOverlap, severalTakeNull } from './disjoint.ts'
import type { SchemaNode } from './schema-node.ts'
import type { SchemaPair } from './schema-pair.ts'
import type { SchemaView } from './schema-view.ts'
import {
  listMembers,
  listVariants,
  matchVariants,
  type Tools,
  type Variant,
  type VariantSide,
} from './variants.ts'

/** Schemas with more combinations of their choices than this are compared choice by choice. */
const mostCombinations = 1000

/** Alternatives of alternatives are compared with those of all levels: deeper than this, that does not end. */
const mostNested = 30

/**
 * oneOf and anyOf. Each variant of what is written has to be within one of what is read. A variant that is in none is
 * compared with its namesake, or with what is left; without either it is a finding of its own.
 */
export function checkChoices(compared: Compared, pair: SchemaPair, tools: Tools): void {
  const { base, head, report } = compared
  if (Math.max(pair.base.omitted.size, pair.head.omitted.size) > mostNested) {
    report('breaking-not-compared', `cannot be compared: its alternatives are more than ${mostNested} deep`)
    return
  }
  const isSimple = base.choices.length < 2 && head.choices.length < 2
  if (!isSimple && combinations(base) * combinations(head) > mostCombinations) {
    checkApart(compared, pair, tools)
    return
  }
  const bases = listVariants(pair.base, base, tools.before.node)
  checkVariants(compared, pair, bases, listVariants(pair.head, head, tools.after.node), tools)
  if (losesNull(compared) && tools.isClean(pair)) reportNull(compared)
}

function combinations({ choices }: SchemaView): number {
  return choices.reduce((product, { members }) => product * members.length, 1)
}

/** First what the schemas say beside their choices, then each choice. */
function checkApart(compared: Compared, pair: SchemaPair, tools: Tools): void {
  const { base, head, use } = compared
  const without = ({ sources, omitted }: SchemaNode, { choices }: SchemaView, { node }: VariantSide) =>
    node(sources, new Set([...omitted, ...choices.map(({ list }) => list)]))
  const rest = [without(pair.base, base, tools.before), without(pair.head, head, tools.after)] as const
  pair.inner.push(tools.pairWith(...rest))
  for (let index = 0; index < Math.max(base.choices.length, head.choices.length); index++) {
    const bases = listMembers(base, index, tools.before.node)
    const heads = listMembers(head, index, tools.after.node)
    if (bases && heads) checkVariants(compared, pair, bases, heads, tools)
    else if ((heads === undefined) === (use.direction === 'response'))
      reportRestricted(compared, 'a list of alternatives')
  }
}

function checkVariants(
  compared: Compared,
  pair: SchemaPair,
  someBases: readonly Variant[],
  someHeads: readonly Variant[],
  tools: Tools,
): void {
  const { base, head, use } = compared
  const { before, after, pairWith, isClean } = tools
  const flat = [flatVariants(someBases, base, before), flatVariants(someHeads, head, after)] as const
  const [bases, heads] = flat[0] && flat[1] ? [flat[0], flat[1]] : [someBases, someHeads]
  const isRequest = use.direction === 'request'
  const [within, allowed] = isRequest ? [bases, heads] : [heads, bases]
  const pairVariants = (some: Variant, all: Variant) =>
    isRequest ? pairWith(some.node, all.node) : pairWith(all.node, some.node)
  const fits = (some: Variant, all: Variant) => isClean(pairVariants(some, all))
  const matches = matchVariants(within, allowed, fits)
  for (const some of within) {
    const match = matches.get(some)
    if (match) pair.inner.push(pairVariants(some, match))
    else reportUnmatched(compared, some, (isRequest ? before : after).view(some.node))
  }
  checkExclusive(compared, { ...tools, some: within, all: allowed, matches, fits })
}

function reportUnmatched({ use, report }: Compared, { name }: Variant, { types }: SchemaView): void {
  const type = types === undefined ? '' : ` (${[...types].join(' or ')})`
  const what = name === undefined ? `an alternative${type}` : `the alternative \`${name}\``
  if (use.direction === 'request') report('breaking-request-alternative-removed', `no longer accepts ${what}`)
  else report('breaking-response-alternative-added', `may now be ${what}`)
}

/** More alternatives within alternatives than this are not made flat, nor deeper ones: each choice multiplies them. */
const [mostInside, mostLevels] = [200, 6]

/**
 * A choice within a choice as one flat choice; undefined where that might not be the same. It is if nothing is valid under
 * two of the alternatives, or if one that is valid is always enough.
 */
function flatVariants(
  variants: readonly Variant[],
  { choices: [choice] }: SchemaView,
  side: VariantSide,
): readonly Variant[] | undefined {
  const [all, flat] = [[...variants], [] as Variant[]]
  for (const variant of choice ? all : []) {
    const parts = listVariantParts(variant, side)
    if (parts.length === 0) flat.push(variant)
    all.push(...parts)
    const isTooMuch = all.length > variants.length + mostInside || variant.node.omitted.size > mostLevels
    if (parts.length > 0 && isTooMuch) return undefined
  }
  if (choice === undefined || all.length === variants.length) return variants
  const levels = [choice, ...all.flatMap(({ node }) => side.view(node).choices)]
  const isAnyEnough = levels.every(({ keyword }) => keyword === 'anyOf')
  return isAnyEnough || !(mayOverlap(flat, side) || severalTakeNull(all, choice, side)) ? flat : undefined
}

/** Where a value tells alternatives apart, that says more than they do. */
function listVariantParts({ node }: Variant, side: VariantSide): readonly Variant[] {
  const view = side.view(node)
  const isPlain = view.choices.length > 0 && view.first('discriminator') === undefined
  return isPlain ? listVariants(node, view, side.node) : []
}
