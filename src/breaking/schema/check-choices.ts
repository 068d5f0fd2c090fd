import type { Finding } from '../breaking-change.ts'
import { subjectOf } from './compare.ts'
import { mayOverlap, severalTakeNull } from './disjoint.ts'
import { findOverlap } from './find-overlap.ts'
import { flatVariants } from './flat-variants.ts'
import type { SchemaNode } from './schema-node.ts'
import type { SchemaPair, Use } from './schema-pair.ts'
import type { SchemaView } from './schema-view.ts'
import { matchVariants, membersOf, type Side, type Variant, variantsOf } from './variants.ts'

interface Tools {
  readonly views: { readonly base: SchemaView; readonly head: SchemaView }
  readonly before: Side
  readonly after: Side
  readonly pairWith: (base: SchemaNode, head: SchemaNode, use?: Use) => SchemaPair
  readonly isClean: (pair: SchemaPair) => boolean
}

/** Schemas with more combinations of their choices than this are compared choice by choice. */
const mostCombinations = 1000

/**
 * oneOf and anyOf. Each variant of what is written has to be within one of what is read. A variant that is in none is
 * compared with its namesake, or with what is left; without either it is a finding of its own.
 */
export function checkChoices(pair: SchemaPair, tools: Tools): void {
  const { base, head } = tools.views
  const isSimple = base.choices.length < 2 && head.choices.length < 2
  if (!isSimple && combinations(base) * combinations(head) > mostCombinations) {
    checkApart(pair, tools)
    return
  }
  const bases = variantsOf(pair.base, base, tools.before.node)
  checkVariants(pair, bases, variantsOf(pair.head, head, tools.after.node), tools)
}

function combinations({ choices }: SchemaView): number {
  return choices.reduce((product, { members }) => product * members.length, 1)
}

/** First what the schemas say beside their choices, then each choice. */
function checkApart(pair: SchemaPair, tools: Tools): void {
  const { views, before, after, pairWith } = tools
  const lists = ({ choices }: SchemaView) => choices.map(({ list }) => list)
  const some = before.node(pair.base.sources, new Set([...pair.base.omitted, ...lists(views.base)]))
  const other = after.node(pair.head.sources, new Set([...pair.head.omitted, ...lists(views.head)]))
  pair.inner.push(pairWith(some, other))
  for (let index = 0; index < Math.max(views.base.choices.length, views.head.choices.length); index++) {
    const bases = membersOf(views.base, index, before.node)
    const heads = membersOf(views.head, index, after.node)
    if (bases && heads) checkVariants(pair, bases, heads, tools)
    else if ((heads === undefined) === (pair.use.direction === 'response'))
      pair.findings.push(restrictedOf(pair, views))
  }
}

function checkVariants(
  pair: SchemaPair,
  someBases: readonly Variant[],
  someHeads: readonly Variant[],
  { views, before, after, pairWith, isClean }: Tools,
): void {
  const flat = [
    flatVariants(someBases, views.base, before),
    flatVariants(someHeads, views.head, after),
  ] as const
  const [bases, heads] = flat[0] && flat[1] ? [flat[0], flat[1]] : [someBases, someHeads]
  const isRequest = pair.use.direction === 'request'
  const [within, allowed] = isRequest ? [bases, heads] : [heads, bases]
  const pairOf = (some: Variant, all: Variant) =>
    isRequest ? pairWith(some.node, all.node) : pairWith(all.node, some.node)
  const fits = (some: Variant, all: Variant) => isClean(pairOf(some, all))
  const matches = matchVariants(within, allowed, fits)
  for (const some of within) {
    const match = matches.get(some)
    if (match) pair.inner.push(pairOf(some, match))
    else pair.findings.push(unmatchedOf(some, (isRequest ? before : after).view(some.node), pair, views))
  }
  if (!isRequest || views.head.choices[0]?.keyword !== 'oneOf') return
  const [only] = within
  const isNew = views.base.choices.length === 0
  const fitsTwice = (some: Variant) => allowed.filter((all) => fits(some, all)).length > 1
  if (only && isNew && [only, ...valuesOf(only, before)].some(fitsTwice)) pair.findings.push(overlapOf(views))
  const isTold = [views.base, views.head].some((view) => view.first('discriminator') !== undefined)
  const isWithin = (head: Variant, base: Variant) =>
    isClean(pairWith(base.node, head.node, { ...pair.use, direction: 'response' }))
  if (!isNew && !isTold && findOverlap({ bases, heads, matches, fits, isWithin }))
    pair.findings.push(grownOf(views))
  const [was, is] = [views.base.choices[0], views.head.choices[0]]
  const isUntold = is !== undefined && views.head.first('discriminator') === undefined
  if (was?.keyword === 'anyOf' && isUntold && (mayOverlap(heads, after) || severalTakeNull(heads, is, after)))
    pair.findings.push(exclusiveOf(views))
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

function unmatchedOf(
  { name }: Variant,
  { types }: SchemaView,
  { use }: SchemaPair,
  views: Tools['views'],
): Finding {
  const type = types === undefined ? '' : ` (${[...types].join(' or ')})`
  const what = name === undefined ? `an alternative${type}` : `the alternative \`${name}\``
  return use.direction === 'request'
    ? findingOf('breaking-request-alternative-removed', `no longer accepts ${what}`, views)
    : findingOf('breaking-response-alternative-added', `may now be ${what}`, views)
}

function overlapOf(views: Tools['views']): Finding {
  const message = 'is now a oneOf, and what was valid is in more than one of its alternatives'
  return findingOf('breaking-request-alternatives-overlap', message, views)
}

function grownOf(views: Tools['views']): Finding {
  const message = 'is a oneOf in which one alternative now also takes all that another one does'
  return findingOf('breaking-request-alternatives-overlap', message, views)
}

function exclusiveOf(views: Tools['views']): Finding {
  const message =
    'was an anyOf and is now a oneOf: what is valid in more than one of its alternatives is refused'
  return findingOf('breaking-request-alternatives-exclusive', message, views)
}

function restrictedOf({ use }: SchemaPair, views: Tools['views']): Finding {
  const what = use.direction === 'request' ? 'is now also restricted by' : 'is no longer restricted by'
  return findingOf(`breaking-${use.direction}-constraint-changed`, `${what} a list of alternatives`, views)
}

function findingOf(rule: string, message: string, { base, head }: Tools['views']): Finding {
  return {
    rule,
    message: `${subjectOf(head.at.path)} ${message}`,
    path: head.at.path,
    basePath: base.at.path,
  }
}
