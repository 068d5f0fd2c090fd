import type { Compared } from './compare.ts'
import { areDisjoint, severalTakeNull } from './disjoint.ts'
import { findOverlap } from './find-overlap.ts'
import type { Tools } from './tools.ts'
import type { Side, Variant } from './variants.ts'

export interface Matched extends Tools {
  readonly bases: readonly Variant[]
  readonly heads: readonly Variant[]
  /** Which alternative takes all of each that is written. */
  readonly matches: ReadonlyMap<Variant, Variant>
  readonly fits: (some: Variant, all: Variant) => boolean
}

/**
 * A oneOf refuses what is valid in two of its alternatives. Where a property tells them apart, it says which one is meant.
 * In responses that counts where the oneOf is given up for an anyOf: those who read look for the alternative that fits.
 */
export function checkExclusive(compared: Compared, matched: Matched): void {
  const { base, head, within, allowed, use, report } = compared
  if (allowed.choices[0]?.keyword !== 'oneOf') return
  const [wasTold, isTold] = [base, head].map((view) => view.first('discriminator') !== undefined)
  if (use.direction === 'response') {
    const isAny = within.choices[0]?.keyword === 'anyOf'
    if (isAny && !wasTold && !isTold && mayBeTwo(compared, matched))
      report('breaking-response-constraint-changed', 'may now be what several of its alternatives describe')
    return
  }
  const isNew = base.choices.length === 0
  const overlap = (what: string) => report('breaking-request-alternatives-overlap', what)
  if (isNew && isTwice(matched))
    overlap('is now a oneOf, and what was valid is in more than one of its alternatives')
  else if (!isNew && !wasTold && !isTold && isNowTwice(compared, matched))
    overlap('is a oneOf in which one alternative now also takes all that another one does')
  else if (!isTold && within.choices[0]?.keyword === 'anyOf') {
    if (mayBeTwo(compared, matched) || severalTakeNull(matched.heads, head.choices[0], matched.after))
      report(
        'breaking-request-alternatives-exclusive',
        'was an anyOf and is now a oneOf: what is valid in more than one of its alternatives is refused',
      )
  } else if (!wasTold && !isTold && mayBeTwo(compared, matched))
    report(
      'breaking-request-alternatives-exclusive',
      'is a oneOf, and what was valid may now be in more than one of its alternatives',
    )
}

function isTwice({ bases: [only, ...others], heads, fits, before }: Matched): boolean {
  const fitsTwice = (some: Variant) => heads.filter((all) => fits(some, all)).length > 1
  return only !== undefined && others.length === 0 && [only, ...valuesOf(only, before)].some(fitsTwice)
}

function isNowTwice({ use }: Compared, { pairWith, isClean, ...matched }: Matched): boolean {
  const isWithin = (later: Variant, earlier: Variant) =>
    isClean(pairWith(earlier.node, later.node, { ...use, direction: 'response' }))
  return findOverlap({ ...matched, isWithin }) !== undefined
}

/** More comparisons than this, of each with each, are not made. */
const mostTrials = 40_000

/**
 * Whether what is valid in one may be valid in another than its match. It is not if the two exclude each other, or if the
 * other one takes no more than its own did, which excluded it.
 */
function mayBeTwo({ within, use }: Compared, matched: Matched): boolean {
  const { bases, heads, matches, before, after, pairWith, isClean } = matched
  const isRequest = use.direction === 'request'
  const [some, all] = isRequest ? [bases, heads] : [heads, bases]
  if (some.length * all.length > mostTrials) return true
  const [here, there] = isRequest ? [before, after] : [after, before]
  const former = new Map([...matches].map(([own, match]) => [match, own]))
  const turned = { ...use, direction: isRequest ? ('response' as const) : ('request' as const) }
  const takesNoMore = (match: Variant, own: Variant) =>
    isClean(isRequest ? pairWith(own.node, match.node, turned) : pairWith(match.node, own.node, turned))
  const wasExclusive = within.choices[0]?.keyword === 'oneOf'
  const isApart = (own: Variant, other: Variant) => {
    const its = former.get(other)
    if (wasExclusive && its !== undefined && its !== own && takesNoMore(other, its)) return true
    return areDisjoint({ node: own.node, side: here }, { node: other.node, side: there })
  }
  return some.some((own) => {
    const match = matches.get(own)
    return match !== undefined && all.some((other) => other !== match && !isApart(own, other))
  })
}

/** Each of the values that are listed. */
function valuesOf({ node }: Variant, side: Side): readonly Variant[] {
  const { at, values = [] } = side.view(node)
  return values.slice(0, mostValues).map((value) => {
    const own = { value: { const: value }, path: at.path }
    return { node: side.node([...node.sources, own], node.omitted), name: undefined }
  })
}

/** More values than this are not looked up one by one. */
const mostValues = 100
