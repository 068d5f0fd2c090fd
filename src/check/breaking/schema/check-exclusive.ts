import { made } from '../document.ts'
import type { Compared } from './compare.ts'
import { areDisjoint, severalTakeNull } from './disjoint.ts'
import type { Matched, Tools, Variant, VariantSide } from './variants.ts'

/**
 * A oneOf rules out what is valid in two of its alternatives: requests may be refused by one that is new, and responses may
 * have what one ruled out that is gone. Where a property tells them apart, it says which one is meant.
 */
export function checkExclusive(compared: Compared, matched: Matched): void {
  const { within, allowed, use, report } = compared
  if (allowed.choices[0]?.keyword !== 'oneOf') return
  const [wasTold, isTold] = [within, allowed].map((view) => view.first('discriminator') !== undefined)
  const say = sayings[use.direction]
  const isNew = within.choices.length === 0
  if (isNew && isTwice(compared, matched)) report(say.overlaps, say.whole)
  else if (!isNew && !wasTold && !isTold && isNowTwice(compared, matched)) report(say.overlaps, say.part)
  else if (!isTold && within.choices[0]?.keyword === 'anyOf') {
    if (mayBeTwo(compared, matched) || nullsMayBeTwo(compared, matched)) report(say.wasAny, say.any)
  } else if (!wasTold && !isTold && mayBeTwo(compared, matched)) report(say.mayOverlap, say.may)
}

const sayings = {
  request: {
    overlaps: 'breaking-request-alternatives-overlap',
    whole: 'is now a oneOf, and what was valid is in more than one of its alternatives',
    part: 'is a oneOf in which one alternative now also takes all that another one does',
    wasAny: 'breaking-request-alternatives-exclusive',
    any: 'was an anyOf and is now a oneOf: what is valid in more than one of its alternatives is refused',
    mayOverlap: 'breaking-request-alternatives-exclusive',
    may: 'is a oneOf, and what was valid may now be in more than one of its alternatives',
  },
  response: {
    overlaps: 'breaking-response-alternatives-exclusive',
    whole: 'was a oneOf, and may now be what was in more than one of its alternatives',
    part: 'was a oneOf that ruled out what two alternatives took, one of which is gone or takes less',
    wasAny: 'breaking-response-constraint-changed',
    any: 'may now be what several of its alternatives describe',
    mayOverlap: 'breaking-response-alternatives-exclusive',
    may: 'was a oneOf, and may now be what was in more than one of its alternatives',
  },
} as const

/** The version that has what is written, and the one that has what is read. */
function orderSides({ use }: Compared, { before, after }: Tools): readonly [VariantSide, VariantSide] {
  return use.direction === 'request' ? [before, after] : [after, before]
}

function nullsMayBeTwo(compared: Compared, matched: Matched): boolean {
  return severalTakeNull(matched.all, compared.allowed.choices[0], orderSides(compared, matched)[1])
}

function isTwice(compared: Compared, { some: [only, ...others], all, fits, ...tools }: Matched): boolean {
  const fitsTwice = (some: Variant) => all.filter((variant) => fits(some, variant)).length > 1
  const [here] = orderSides(compared, tools)
  return only !== undefined && others.length === 0 && [only, ...listValueVariants(only, here)].some(fitsTwice)
}

function takesNoMore({ use }: Compared, { pairWith, isWithin }: Tools, all: Variant, some: Variant): boolean {
  return isWithin(
    use.direction === 'request'
      ? pairWith(some.node, all.node, { ...use, direction: 'response' })
      : pairWith(all.node, some.node, { ...use, direction: 'request' }),
  )
}

function isNowTwice(compared: Compared, matched: Matched): boolean {
  const isNoMore = (all: Variant, some: Variant) => takesNoMore(compared, matched, all, some)
  return findOverlap(matched, isNoMore) !== undefined
}

/** More comparisons than this, of each with each, are not made. */
const mostTrials = 40_000

/**
 * Whether what is valid in one may be valid in another than its match. It is not if the two exclude each other, or if the
 * other one takes no more than its own did, which excluded it.
 */
function mayBeTwo(compared: Compared, matched: Matched): boolean {
  const { some, all, matches, fits } = matched
  if (some.length * all.length > mostTrials) return true
  const [here, there] = orderSides(compared, matched)
  const former = new Map([...matches].map(([own, match]) => [match, own]))
  const wasExclusive = compared.within.choices[0]?.keyword === 'oneOf'
  const isApart = (own: Variant, other: Variant) => {
    const its = former.get(other)
    if (wasExclusive && its !== undefined && its !== own && takesNoMore(compared, matched, other, its))
      return true
    return areDisjoint({ node: own.node, side: here }, { node: other.node, side: there })
  }
  // One that is not in its match is a finding already.
  return some.some((own) => {
    const match = matches.get(own)
    const others = match !== undefined && fits(own, match) ? all.filter((other) => other !== match) : []
    return others.some((other) => !isApart(own, other))
  })
}

function listValueVariants({ node }: Variant, side: VariantSide): readonly Variant[] {
  const { at, values = [] } = side.view(node)
  return values.slice(0, mostValues).map((value) => {
    const own = { value: { [made]: true, const: value }, path: at.path }
    return { node: side.node([...node.sources, own], node.omitted), name: undefined }
  })
}

const mostValues = 100

/** More comparisons than this, of each with each, are not made. */
const mostOverlaps = 10_000

/** An alternative that takes more than what it is compared with, and has in it all of another one: only one may match. */
function findOverlap(
  { some, all, matches, fits }: Matched,
  takesNoMore: (all: Variant, some: Variant) => boolean,
): Variant | undefined {
  const former = new Map([...matches].map(([own, match]) => [match, own]))
  const grown = all.filter((variant) => {
    const own = former.get(variant)
    return own === undefined || !takesNoMore(variant, own)
  })
  if (grown.length * some.length > mostOverlaps) return undefined
  return grown.find((variant) => some.some((own) => matches.get(own) !== variant && isIncluded(own, variant)))

  function isIncluded(own: Variant, other: Variant): boolean {
    const match = matches.get(own)
    return match !== undefined && fits(own, match) && fits(own, other)
  }
}
