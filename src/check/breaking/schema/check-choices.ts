import { rememberPerObject } from '../../../core/model/once.ts'
import type { BreakingChange } from '../api-change.ts'
import { made, type Nodes } from '../document.ts'
import { renderJson } from '../numbers.ts'
import { getBreakingRule } from '../rules/index.ts'
import { findType, losesNull, nameTypes, reportNull } from './check-types.ts'
import { isRefused } from './check-values.ts'
import { type Compared, flipDirection, hasUnevaluated, reportRestricted, type SchemaPair } from './compare.ts'
import { areDisjoint, findShared, mayOverlap, severalTakeNull } from './disjoint.ts'
import type { SchemaNode } from './schema-node.ts'
import { listedValues, type SchemaView } from './schema-view.ts'
import type { ComparedChoices, Matched, Variant, VariantSide } from './variants.ts'
import {
  compareFeatures,
  listMembers,
  listVariants,
  matchVariants,
  mostTrials,
  pairChoices,
  readFeatures,
} from './variants.ts'

/** Schemas with more combinations of their choices than this are compared choice by choice. */
const mostCombinations = 1000

/** Alternatives of alternatives are compared with those of all levels: deeper than this, that does not end. */
const mostNested = 30

/**
 * oneOf and anyOf. Each variant of what is written has to be within one of what is read. A variant that is in none is
 * compared with its namesake, or with what is left; without either it is a finding of its own.
 */
export function checkChoices(written: ComparedChoices): void {
  const compared = alignChoices(written)
  const { oldView, newView, oldSide, newSide, pair, report } = compared
  if (Math.max(pair.oldNode.omitted.size, pair.newNode.omitted.size) > mostNested) {
    report('breaking-not-compared', `cannot be compared: its alternatives are more than ${mostNested} deep`)
    return
  }
  const isSimple = written.oldView.choices.length < 2 && written.newView.choices.length < 2
  if (!isSimple && combinations(written.oldView) * combinations(written.newView) > mostCombinations) {
    checkApart(compared, written)
    return
  }
  const oldVariants = listVariants(pair.oldNode, oldView, oldSide.node)
  checkVariants(compared, oldVariants, listVariants(pair.newNode, newView, newSide.node))
  if (losesNull(compared) && compared.isClean(pair)) reportNull(compared)
}

/** Several choices may be in another order: those that are a pair come first, at the same place. */
function alignChoices(compared: ComparedChoices): ComparedChoices {
  const { judgedAs } = compared
  if (compared.oldView.choices.length + compared.newView.choices.length < 3) return compared
  const pairs = pairChoices(compared.oldView, compared.newView)
  const oldView = { ...compared.oldView, choices: pairs.flatMap(([choice]) => choice ?? []) }
  const newView = { ...compared.newView, choices: pairs.flatMap(([, choice]) => choice ?? []) }
  const [within, allowed] = judgedAs === 'request' ? [oldView, newView] : [newView, oldView]
  return { ...compared, oldView, newView, within, allowed }
}

function combinations({ choices }: SchemaView): number {
  return choices.reduce((product, { members }) => product * members.length, 1)
}

/** First what the schemas say beside their choices, then each choice. */
function checkApart(compared: ComparedChoices, written: ComparedChoices): void {
  const { oldView, newView, oldSide, newSide, judgedAs, pair } = compared
  const without = ({ sources, omitted }: SchemaNode, { choices }: SchemaView, { node }: VariantSide) =>
    node(sources, new Set([...omitted, ...choices.map(({ list }) => list)]))
  const oldRest = without(pair.oldNode, written.oldView, oldSide)
  pair.inner.push(compared.pairWith(oldRest, without(pair.newNode, written.newView, newSide)))
  const start = pair.inner.length
  for (let index = 0; index < Math.max(oldView.choices.length, newView.choices.length); index++) {
    const oldVariants = listMembers(oldView, index, oldSide.node)
    const newVariants = listMembers(newView, index, newSide.node)
    if (oldVariants && newVariants) checkVariants(compared, oldVariants, newVariants)
    else if ((newVariants === undefined) === (judgedAs === 'response'))
      reportRestricted(compared, 'a list of alternatives')
  }
  const isSame = oldView.choices.length === newView.choices.length
  if (hasUnevaluated(compared) && !(isSame && pair.inner.slice(start).every(compared.isClean)))
    compared.report(
      'breaking-not-compared',
      'cannot be compared: too many combinations of alternatives let something in',
    )
}

function checkVariants(
  compared: ComparedChoices,
  oldListed: readonly Variant[],
  newListed: readonly Variant[],
): void {
  const { oldView, newView, oldSide, newSide, judgedAs, pair, report } = compared
  const [oldFlat, newFlat] = [flatten(oldListed, oldView, oldSide), flatten(newListed, newView, newSide)]
  const isSame = oldFlat?.isSame && newFlat?.isSame
  const listed = isSame
    ? pairVariants(compared, oldFlat.variants, newFlat.variants)
    : pairVariants(compared, oldListed, newListed)
  // What an alternative offers may be taken out of it, or put into one, unless that rules out what fits several.
  const flat =
    !isSame && oldFlat && newFlat && isNoNarrower(oldFlat, newFlat, judgedAs) && listed.unmatched.length > 0
      ? pairVariants(compared, oldFlat.variants, newFlat.variants)
      : listed
  const best = flat.unmatched.length < listed.unmatched.length ? flat : listed
  if (best !== listed && !(judgedAs === 'request' ? oldFlat : newFlat)?.isSame)
    report(sayings[judgedAs].mayOverlap, sayings[judgedAs].may)
  pair.inner.push(...best.inner)
  if (best.unmatched.length > 0) reportUnmatched(compared, best.unmatched)
  checkExclusive(best.matched)
}

/** Whether all that is written under one of its flat alternatives is accepted under one of the other side's. */
function isNoNarrower(oldFlat: FlatChoice, newFlat: FlatChoice, judgedAs: Compared['judgedAs']): boolean {
  const [written, accepted] = judgedAs === 'request' ? [oldFlat, newFlat] : [newFlat, oldFlat]
  return accepted.isSame || (written.isExclusive && accepted.isExclusive)
}

function pairVariants(
  compared: ComparedChoices,
  oldVariants: readonly Variant[],
  newVariants: readonly Variant[],
) {
  const { judgedAs, pairWith, isClean } = compared
  const isRequest = judgedAs === 'request'
  const [whole, allowed] = isRequest ? [oldVariants, newVariants] : [newVariants, oldVariants]
  const createPair = (written: Variant, accepted: Variant) =>
    isRequest ? pairWith(written.node, accepted.node) : pairWith(accepted.node, written.node)
  const fits = (written: Variant, accepted: Variant) => isClean(createPair(written, accepted))
  const isMild = ({ findings, inner }: SchemaPair) =>
    findings.length > 0 &&
    findings.every(({ rule }) => getBreakingRule(rule).severity === 'warn') &&
    inner.every(isClean)
  const [here, there] = orderSides(compared)
  const { split, rest: within } = splitVariants(compared, whole, allowed, fits)
  const featuresOf = rememberPerObject((variant: Variant) =>
    readFeatures(variant, within.includes(variant) ? here : there),
  )
  // A schema without alternatives is like none of them alone.
  const areLists = whole.length > 1 && allowed.length > 1
  const compareLikeness = (written: Variant, accepted: Variant) =>
    areLists ? compareFeatures(featuresOf(written), featuresOf(accepted)) : 0
  const isAnyOf = compared.allowed.choices.every(({ keyword }) => keyword === 'anyOf')
  const matches = matchVariants(within, allowed, {
    isAnyEnough: isAnyOf,
    fits,
    nearlyFits: (written, accepted) => fits(written, accepted) || isMild(createPair(written, accepted)),
    compareLikeness,
  })
  const inner = [...split].map(([written, accepted]) => createPair(written, accepted))
  const unmatched: [Variant, SchemaView][] = []
  const isAnyEnough = isAnyOf && within.length * allowed.length <= mostComparisons
  for (const written of within) {
    const own = matches.get(written)
    const isOpen = isAnyEnough && !(own && fits(written, own)) && isPlain(here.view(written.node))
    const match = (isOpen ? allowed.find((accepted) => fits(written, accepted)) : undefined) ?? own
    if (match) inner.push(createPair(written, match))
    else unmatched.push([written, here.view(written.node)])
  }
  const written = [...split.keys(), ...within]
  const matched = { ...compared, written, accepted: allowed, matches: new Map([...split, ...matches]), fits }
  return { inner, unmatched, matched }
}

/**
 * Types and values may be spread over several alternatives: what fits none as a whole is each of them. Where one of them fits
 * none, that is told only of what has no name and is no alternative itself.
 */
function splitVariants(
  compared: ComparedChoices,
  within: readonly Variant[],
  allowed: readonly Variant[],
  fits: Matched['fits'],
) {
  const [here] = orderSides(compared)
  const split = new Map<Variant, Variant>()
  const rest = within.flatMap((written) => {
    const parts = listVariantValues(written, here)
    const isNullKept =
      here.view(written.node).isNullable !== true || compared.allowed.takesNull() !== undefined
    const isMuch = parts.length * within.length * allowed.length > mostTrials
    if (parts.length < 2 || isMuch || !isNullKept || allowed.some((accepted) => fits(written, accepted)))
      return [written]
    const found = new Map(parts.map((part) => [part, allowed.find((accepted) => fits(part, accepted))]))
    const lost = parts.filter((part) => found.get(part) === undefined)
    if (lost.length > 0 && (within.length > 1 || written.name !== undefined)) return [written]
    for (const [part, accepted] of found) if (accepted) split.set(part, accepted)
    return lost
  })
  return { split, rest }
}

/** Whether a wider alternative says all there is to know of it, as any string does of a list of strings. */
function isPlain(view: SchemaView): boolean {
  const types = view.types ?? new Set(listedValues(view)?.map(findType))
  return types.size > 0 && !types.has('object')
}

function reportUnmatched(
  { judgedAs, report }: Compared,
  unmatched: readonly (readonly [Variant, SchemaView])[],
): void {
  const named = unmatched.flatMap(([{ name }]) => (name === undefined ? [] : [`\`${name}\``]))
  const others = unmatched.flatMap(([{ name }, { types }]) => {
    if (name !== undefined) return []
    return types === undefined ? ['another alternative'] : [`an alternative that is ${nameTypes(types)}`]
  })
  const noun = named.length === 1 ? 'the alternative' : 'the alternatives'
  const what = [...(named.length > 0 ? [`${noun} ${named.join(', ')}`] : []), ...new Set(others)].join(
    ', or ',
  )
  if (judgedAs === 'request') report('breaking-request-alternative-removed', `no longer accepts ${what}`)
  else report('breaking-response-alternative-added', `may now be ${what}`)
}

/** More alternatives within alternatives than this are not made flat, nor deeper ones: each choice multiplies them. */
const [mostInside, mostLevels] = [200, 6]

/** A choice within a choice as one flat choice. */
interface FlatChoice {
  readonly variants: readonly Variant[]
  /** Nothing is valid under two of the alternatives, or one that is valid is always enough. */
  readonly isSame: boolean
  /** Every choice is a oneOf. */
  readonly isExclusive: boolean
}

function flatten(
  variants: readonly Variant[],
  { choices: [choice] }: SchemaView,
  side: VariantSide,
): FlatChoice | undefined {
  const [all, flat] = [[...variants], [] as Variant[]]
  for (const variant of choice ? all : []) {
    const parts = listVariantParts(variant, side)
    if (parts.length === 0) flat.push(variant)
    all.push(...parts)
    const isTooMuch = all.length > variants.length + mostInside || variant.node.omitted.size > mostLevels
    if (parts.length > 0 && isTooMuch) return undefined
  }
  const isOneOf = choice?.keyword === 'oneOf'
  if (choice === undefined || all.length === variants.length)
    return { variants, isSame: true, isExclusive: isOneOf }
  const levels = [choice, ...all.flatMap(({ node }) => side.view(node).choices)]
  const isAnyEnough = levels.every(({ keyword }) => keyword === 'anyOf')
  const isSame = isAnyEnough || !(mayOverlap(flat, side) || severalTakeNull(all, choice, side))
  return { variants: flat, isSame, isExclusive: levels.every(({ keyword }) => keyword === 'oneOf') }
}

/** A value that tells the alternatives of an alternative apart says more than they do. */
function listVariantParts({ node }: Variant, side: VariantSide): readonly Variant[] {
  const view = side.view(node)
  const own = side.view(side.node(node.sources.slice(-1)))
  const isPlain = view.choices.length > 0 && own.first('discriminator') === undefined
  return isPlain ? listVariants(node, view, side.node) : []
}

/**
 * A oneOf rules out what is valid in two of its alternatives: requests may be refused by one that is new, and responses may
 * have what one ruled out that is gone. Where a property tells them apart, it says which one is meant.
 */
function checkExclusive(matched: Matched): void {
  const { within, allowed, judgedAs, report } = matched
  if (allowed.choices[0]?.keyword !== 'oneOf') return
  const [wasTold, isTold] = [within, allowed].map((view) => view.first('discriminator') !== undefined)
  const say = sayings[judgedAs]
  const isNew = within.choices.length === 0
  const shared = !wasTold && !isTold ? findInTwo(matched) : undefined
  if ((isNew || (!wasTold && !isTold)) && findOverlap(matched) !== undefined)
    report(say.overlaps, isNew ? say.whole : say.part)
  else if (shared !== undefined)
    report(
      say.overlaps,
      `is a oneOf, and \`${renderJson(shared)}\`, which was valid, is in more than one of its alternatives`,
    )
  else if (!isTold && within.choices[0]?.keyword === 'anyOf') {
    if (mayBeTwo(matched) || nullsMayBeTwo(matched)) report(say.wasAny, say.any)
  } else if (!wasTold && !isTold && mayBeTwo(matched)) report(say.mayOverlap, say.may)
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
function orderSides({ judgedAs, oldSide, newSide }: ComparedChoices): readonly [VariantSide, VariantSide] {
  return judgedAs === 'request' ? [oldSide, newSide] : [newSide, oldSide]
}

function nullsMayBeTwo(matched: Matched): boolean {
  return severalTakeNull(matched.accepted, matched.allowed.choices[0], orderSides(matched)[1])
}

/** By all that is said, or by the alternatives alone, which is what excludes the others. */
function takesNoMore(compared: ComparedChoices, accepted: Variant, written: Variant): boolean {
  const { use, judgedAs, within, pairWith, isWithin, pair } = compared
  const [here, there] = orderSides(compared)
  const reverse = { ...use, direction: flipDirection(use.direction), isExact: true }
  const isNoMore = (acceptedNode: SchemaNode, writtenNode: SchemaNode) => {
    const nodes =
      judgedAs === 'request' ? ([writtenNode, acceptedNode] as const) : ([acceptedNode, writtenNode] as const)
    const reversed = pairWith(...nodes, reverse)
    if (isWithin(reversed)) return true
    // That both take null is nothing to what could not be null.
    const isNull = ({ rule }: BreakingChange) => rule.includes('-null-')
    return within.takesNull() === false && reversed.findings.every(isNull) && reversed.inner.every(isWithin)
  }
  if (isNoMore(accepted.node, written.node)) return true
  const areMembers = [accepted, written].every(
    ({ node }) => node.omitted.size === pair.oldNode.omitted.size + 1,
  )
  const isAlone = areMembers && pair.oldNode.omitted.size === pair.newNode.omitted.size
  return (
    isAlone &&
    isNoMore(there.node(accepted.node.sources.slice(-1)), here.node(written.node.sources.slice(-1)))
  )
}

/** More comparisons than this, of each with each, are not made. */
const mostComparisons = 40_000

/**
 * Whether what is valid in one may be valid in another than its match. It is not if the two exclude each other, or if the
 * other one takes no more than its own did, which excluded it.
 */
function mayBeTwo(matched: Matched): boolean {
  const { written, accepted, matches, fits } = matched
  if (written.length * accepted.length > mostComparisons) return true
  const [here, there] = orderSides(matched)
  const former = new Map([...matches].map(([own, match]) => [match, own]))
  const wasExclusive = matched.within.choices[0]?.keyword === 'oneOf'
  const isApart = (own: Variant, rival: Variant) => {
    const its = former.get(rival)
    if (wasExclusive && its !== undefined && its !== own && takesNoMore(matched, rival, its)) return true
    return areDisjoint({ node: own.node, side: here }, { node: rival.node, side: there })
  }
  // One that is not in its match is a finding already.
  return written.some((own) => {
    const match = matches.get(own)
    const others = match !== undefined && fits(own, match) ? accepted.filter((rival) => rival !== match) : []
    return others.some((rival) => !isApart(own, rival))
  })
}

/** Finds a value of requests that was valid, and is in one alternative more than in the one that takes all its own did. */
function findInTwo(matched: Matched): unknown {
  const { written, accepted, matches, fits, judgedAs, within, pair, use } = matched
  const isPart = pair.oldNode.omitted.size + pair.newNode.omitted.size > 0
  const isMuch = written.length ** 2 * accepted.length > mostTrials
  if (judgedAs !== 'request' || use.isText || isPart || isMuch) return undefined
  const [here, there] = orderSides(matched)
  const wasExclusive = within.choices[0]?.keyword === 'oneOf'
  const refuses = (view: SchemaView, value: unknown) =>
    value === null ? view.takesNull() === false : isRefused(value, view)
  for (const own of written) {
    const match = matches.get(own)
    const others = wasExclusive
      ? written.filter((other) => other !== own).map(({ node }) => here.view(node))
      : []
    for (const rival of match !== undefined && fits(own, match) ? accepted : []) {
      if (rival === match) continue
      const value = findShared({ node: own.node, side: here }, { node: rival.node, side: there })
      if (value !== undefined && others.every((view) => refuses(view, value))) return value
    }
  }
  return undefined
}

/** Each of the values that a schema lists, or else each of its types, where there are several. */
function listVariantValues({ node }: Variant, side: VariantSide): readonly Variant[] {
  return listValueSchemas(side.view(node)).map((own) => ({
    node: side.node([...node.sources, own], node.omitted),
    name: undefined,
  }))
}

/** The same ones each time: what is compared is known by them. */
const listValueSchemas = rememberPerObject((view: SchemaView): Nodes => {
  const { at, types = new Set(), choices } = view
  const ofTypes = [...types].filter((type) => type !== 'integer' || !types.has('number'))
  const parts = listedValues(view)?.map((value) => ({ const: value })) ?? ofTypes.map((type) => ({ type }))
  if (choices.length > 0 || parts.length < 2) return []
  return parts.map((part) => ({ value: { [made]: true, ...part }, path: at.path }))
})

/** An alternative that takes more than what it is compared with, and has in it all of another one: only one may match. */
function findOverlap(matched: Matched): Variant | undefined {
  const { written, accepted, matches, fits } = matched
  const former = new Map([...matches].map(([own, match]) => [match, own]))
  const grown = accepted.filter((variant) => {
    const own = former.get(variant)
    return own === undefined || !takesNoMore(matched, variant, own)
  })
  if (grown.length * written.length > mostTrials) return undefined
  return grown.find((variant) =>
    written.some((own) => matches.get(own) !== variant && isIncluded(own, variant)),
  )

  function isIncluded(own: Variant, rival: Variant): boolean {
    const match = matches.get(own)
    const isThere = match !== undefined && !orderSides(matched)[0].view(own.node).isNever
    return isThere && fits(own, match) && fits(own, rival)
  }
}
