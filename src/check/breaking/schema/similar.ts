import { listedValues } from './check-values.ts'
import { canonical } from './schema-node.ts'
import type { SchemaView } from './schema-view.ts'
import type { Variant, VariantSide } from './variants.ts'

/** What tells an alternative from the others, and how much it says: a constant most, a property that it may have least. */
export type Features = ReadonlyMap<string, number>

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
export function compareFeatures(some: Features, other: Features): number {
  let [common, all] = [0, 0]
  for (const [feature, weight] of some) {
    if (other.has(feature)) common += weight
    all += weight
  }
  for (const [feature, weight] of other) if (!some.has(feature)) all += weight
  return all === 0 ? 0 : common / all
}
