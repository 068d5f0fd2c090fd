import { parsePointer } from '../../../core/model/identity.ts'
import { rememberPerObject } from '../../../core/model/once.ts'
import { decodePercent } from '../../../core/text/decode-text.ts'
import { groupBy } from '../../../core/text/group-by.ts'
import { findSchemaName } from '../discriminators.ts'
import { findPathFile, type Node, type Nodes, readText } from '../document.ts'
import type { Compared, SchemaPair, Use } from './compare.ts'
import type { Choice } from './expand.ts'
import { canonical, pairAlike, type SchemaNode } from './schema-node.ts'
import { listedValues, type SchemaView } from './schema-view.ts'

type MakeNode = (sources: Nodes, omitted?: ReadonlySet<unknown>) => SchemaNode

export interface VariantSide {
  readonly node: MakeNode
  readonly view: (node: SchemaNode) => SchemaView
}

/** One of the things that a schema may be: all that it says, with one alternative chosen. */
export interface Variant {
  readonly node: SchemaNode
  readonly name: string | undefined
}

export function listVariants(
  node: SchemaNode,
  { choices, at }: SchemaView,
  make: MakeNode,
): readonly Variant[] {
  const [first] = choices
  if (first === undefined) return [{ node, name: findMemberName(at) }]
  const omitted = new Set([...node.omitted, first.list])
  return first.members.map((member) => ({
    node: make([...node.sources, member], omitted),
    name: findMemberName(member),
  }))
}

/** The alternatives of one choice on their own, without what the schema says beside it. */
export function listMembers(
  { choices }: SchemaView,
  index: number,
  make: MakeNode,
): readonly Variant[] | undefined {
  return choices[index]?.members.map((member) => ({ node: make([member]), name: findMemberName(member) }))
}

/** Finds what an alternative is called: as a component, by its title, or as all that it refers to or joins. */
export function findMemberName(member: Node): string | undefined {
  const { $ref: ref, allOf } = Object(member.value)
  const [only, ...others]: readonly unknown[] = Array.isArray(allOf) ? allOf : []
  const name = findSchemaName(member.path) ?? readText(member, 'title')
  if (name !== undefined) return name
  if (typeof ref === 'string') {
    const [file = '', fragment = ''] = ref.split('#')
    return findSchemaName(fragment === '' && file !== '' ? [file] : parsePointer(decodePercent(fragment)))
  }
  return only !== undefined && others.length === 0 ? findMemberName({ ...member, value: only }) : undefined
}

/** A list is the same as another one in the same file; less so elsewhere, and where only its keyword is. */
export function pairChoices({ choices }: SchemaView, { choices: newChoices }: SchemaView) {
  const render = ({ keyword, list }: Choice) => canonical([keyword, list])
  return pairAlike(choices, newChoices, [
    (choice) => `${findPathFile(choice.path)} ${render(choice)}`,
    render,
    ({ keyword }) => keyword,
  ])
}

/** More comparisons than this, of each with each, are not made. */
export const mostTrials = 10_000

/** With less in common, an alternative is gone and another one is new, unless these are all that is left. */
const leastAlike = 0.5

interface VariantTests {
  readonly fits: (written: Variant, accepted: Variant) => boolean
  /** At worst with a warning. */
  readonly nearlyFits: (written: Variant, accepted: Variant) => boolean
  /** From 0 to 1. */
  readonly compareLikeness: (written: Variant, accepted: Variant) => number
  /** Whether values may be valid by several of those that are allowed. */
  readonly isAnyEnough: boolean
}

/** Pairs namesakes, then what fits, then those without names that are left: the most alike first, else in their order. */
export function matchVariants(
  within: readonly Variant[],
  allowed: readonly Variant[],
  { fits, nearlyFits, compareLikeness, isAnyEnough }: VariantTests,
): ReadonlyMap<Variant, Variant> {
  const matches = new Map<Variant, Variant>()
  const free = new Set(allowed)
  const open = () => within.filter((written) => !matches.has(written))
  const settle = (find: (written: Variant) => Variant | undefined) => {
    for (const written of open()) {
      const accepted = find(written)
      if (accepted === undefined) continue
      matches.set(written, accepted)
      free.delete(accepted)
    }
  }
  const [writtenBy, acceptedBy] = [within, allowed].map((all) => groupBy(all, ({ name }) => name))
  settle(({ name }) => {
    const [match, ...others] = (name !== undefined && acceptedBy?.get(name)) || []
    return others.length === 0 && writtenBy?.get(name)?.length === 1 ? match : undefined
  })
  const [only, ...others] = allowed
  if (only && others.length === 0) {
    const isKept = !free.has(only) || within.some((written) => nearlyFits(written, only))
    settle((written) => (!isKept || nearlyFits(written, only) ? only : undefined))
  }
  const byText = groupBy(free, renderOwn)
  settle((written) => byText.get(renderOwn(written))?.find((accepted) => free.has(accepted)))
  if (open().length * free.size <= mostTrials)
    settle((written) => [...free].find((accepted) => fits(written, accepted)))
  // One takes all of several; of alternatives of alternatives, there are too many to try each.
  const isFlat = allowed.every(({ node }) => node.omitted.size < 2)
  if (isAnyEnough && isFlat && open().length * allowed.length <= mostTrials)
    settle((written) => allowed.find((accepted) => fits(written, accepted)))
  const isMuch = open().length * free.size > mostTrials
  const isAll = open().length === free.size
  const mayPair = (written: Variant, accepted: Variant) =>
    written.name === undefined || accepted.name === undefined || written.name === accepted.name
  const alike = (isMuch ? [] : open()).flatMap((written) =>
    [...free].flatMap((accepted) => {
      const likeness = mayPair(written, accepted) ? compareLikeness(written, accepted) : 0
      return likeness > 0 && (isAll || likeness >= leastAlike) ? [{ written, accepted, likeness }] : []
    }),
  )
  for (const { written, accepted } of alike.sort((first, second) => second.likeness - first.likeness))
    if (!matches.has(written) && free.delete(accepted)) matches.set(written, accepted)
  if (isAll) settle((written) => [...free].slice(0, 1).find((accepted) => mayPair(written, accepted)))
  return matches
}

/** An alternative as it is written. */
const renderOwn = rememberPerObject(({ node }: Variant) => canonical(node.sources.at(-1)?.value))

/** Two schemas of which one has alternatives. */
export interface ComparedChoices extends Compared {
  readonly pair: SchemaPair
  readonly oldSide: VariantSide
  readonly newSide: VariantSide
  readonly pairWith: (oldNode: SchemaNode, newNode: SchemaNode, use?: Use) => SchemaPair
  readonly isClean: (pair: SchemaPair) => boolean
  /** Whether what the one allows the other does, too: what is no longer described may still be there. */
  readonly isWithin: (pair: SchemaPair) => boolean
}

/** What the alternatives of two choices have to do with each other. */
export interface Matched extends ComparedChoices {
  /** The alternatives of what is written, and of what is read. */
  readonly written: readonly Variant[]
  readonly accepted: readonly Variant[]
  /** Which alternative takes all of each that is written. */
  readonly matches: ReadonlyMap<Variant, Variant>
  readonly fits: (written: Variant, accepted: Variant) => boolean
}

/** What tells an alternative from the others, and how much it says: a constant most, a property that it may have least. */
type Features = ReadonlyMap<string, number>

const weights = { constant: 4, title: 4, required: 2, property: 1, type: 1 }

/** Reads what an alternative says itself, without what is beside the list. */
export function readFeatures({ node }: Variant, side: VariantSide): Features {
  const view = side.view(side.node(node.sources.slice(-1)))
  const found = new Map<string, number>()
  const add = (kind: keyof typeof weights, what: string) => found.set(`${kind} ${what}`, weights[kind])
  const title = view.first('title')
  if (typeof title === 'string') add('title', title)
  for (const type of view.types ?? []) add('type', type)
  for (const format of view.formats) add('type', `of format ${format}`)
  for (const value of listedValues(view) ?? []) add('constant', canonical(value))
  for (const name of view.required) add('required', name)
  for (const [name, nodes] of view.properties) {
    add('property', name)
    for (const value of readConstant(side.view(side.node(nodes)))) add('constant', `of ${name}: ${value}`)
  }
  return found
}

/** One that is in a list of several tells nothing apart. */
function readConstant(view: SchemaView): readonly string[] {
  const values = listedValues(view) ?? []
  return values.length === 1 ? values.map(canonical) : []
}

/** From 0, nothing in common, to 1: the share of all features that both have. */
export function compareFeatures(first: Features, second: Features): number {
  let [common, all] = [0, 0]
  for (const [feature, weight] of first) {
    if (second.has(feature)) common += weight
    all += weight
  }
  for (const [feature, weight] of second) if (!first.has(feature)) all += weight
  return all === 0 ? 0 : common / all
}
