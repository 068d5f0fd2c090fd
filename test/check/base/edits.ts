import { dump } from 'js-yaml'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type Map = { [key: string]: Json }

/** A definition in one file or several, by their names; the first is the definition. */
export type Tree = { readonly [file: string]: Json }

/** From 0 up to, and without, `below`. */
export type Random = (below: number) => number

/** Edits that change nothing in what a definition means. */
export const edits: Readonly<Record<string, (tree: Tree, random: Random, step: number) => Tree>> = {
  'reorder keys': (tree, random) => mapValues(tree, (value) => reordered(value, random)),
  'renumber lists': (tree, random) => mapValues(tree, (value) => renumbered(value, random)),
  'extract to a component': (tree, random, step) => {
    const copy = structuredClone(tree)
    const [main = ''] = Object.keys(copy)
    const root = copy[main] as Map
    const place = pick(inlineSchemas(root), random)
    if (place === undefined) return tree
    const name = `Extracted${step}`
    const value = place.holder[place.key] as Json
    place.holder[place.key] = { $ref: `#/components/schemas/${name}` }
    schemasOf(root)[name] = value
    return copy
  },
  'extract to a file': (tree, random, step) => {
    const copy = structuredClone(tree)
    const [main = ''] = Object.keys(copy)
    const place = pick(inlineSchemas(copy[main] as Map), random)
    if (place === undefined) return tree
    const name = `parts/extracted ${step}.yaml`
    const value = place.holder[place.key] as Json
    place.holder[place.key] = { $ref: `./parts/extracted%20${step}.yaml` }
    return {
      ...copy,
      [name]: retargeted(value, (ref) =>
        ref.startsWith('#') ? `../${main}${ref}` : ref.replace('./parts/', './'),
      ),
    }
  },
  'rename a component': (tree, random, step) => {
    const copy = structuredClone(tree)
    const [main = ''] = Object.keys(copy)
    const schemas = schemasOf(copy[main] as Map)
    const used = Object.keys(schemas).filter((name) =>
      JSON.stringify(tree).includes(`#/components/schemas/${name}"`),
    )
    const old = pick(used, random)
    if (old === undefined || JSON.stringify(tree).includes('"discriminator"')) return tree
    const name = `Renamed${step}`
    schemas[name] = schemas[old] as Json
    delete schemas[old]
    const from = `#/components/schemas/${old}`
    return mapValues(copy, (value) =>
      retargeted(value, (ref) =>
        ref.endsWith(from) || ref.includes(`${from}/`)
          ? ref.replace(from, `#/components/schemas/${name}`)
          : ref,
      ),
    )
  },
}

/** Changes that may make an issue; undefined where there is nothing to change. */
export function plant(tree: Tree, random: Random): Tree | undefined {
  const copy = structuredClone(tree)
  const places = Object.values(copy).flatMap((value) => plantable(value))
  const place = pick(places, random)
  if (place === undefined) return undefined
  if (place.key === 'type') place.holder.type = 'unheard-of'
  else delete place.holder[place.key]
  return copy
}

/** The texts of the files, as YAML or JSON whatever they were. */
export function written(tree: Tree, random: Random): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      name.endsWith('.json')
        ? JSON.stringify(value, undefined, random(5))
        : dump(value, {
            noRefs: true,
            indent: 2 + random(3),
            flowLevel: random(4) === 0 ? 3 : -1,
            lineWidth: -1,
          }),
    ]),
  )
}

interface Place {
  readonly holder: Map
  readonly key: string
}

function pick<Item>(all: readonly Item[], random: Random): Item | undefined {
  return all[random(Math.max(1, all.length))]
}

function mapValues(tree: Tree, change: (value: Json) => Json): Tree {
  return Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, change(value)]))
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const left = [...items]
  return items.map(() => left.splice(random(left.length), 1)[0] as Item)
}

function isMap(value: Json | undefined): value is Map {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function reordered(value: Json, random: Random): Json {
  if (Array.isArray(value)) return value.map((item) => reordered(item, random))
  if (!isMap(value)) return value
  return Object.fromEntries(
    shuffled(Object.entries(value), random).map(([key, child]) => [key, reordered(child, random)]),
  )
}

/** Lists whose order means nothing. */
const unordered = new Set(['parameters', 'required', 'tags', 'enum', 'allOf', 'anyOf', 'oneOf'])

function renumbered(value: Json, random: Random, key = ''): Json {
  if (Array.isArray(value)) {
    const items = value.map((item) => renumbered(item, random))
    return unordered.has(key) ? shuffled(items, random) : items
  }
  if (!isMap(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, renumbered(child, random, name)]),
  )
}

function schemasOf(root: Map): Map {
  root.components ??= {}
  const components = root.components as Map
  components.schemas ??= {}
  return components.schemas as Map
}

/** Schemas that are written where they are used. */
function inlineSchemas(value: Json, holder?: Map, key = ''): readonly Place[] {
  if (Array.isArray(value)) return value.flatMap((item) => inlineSchemas(item))
  if (!isMap(value)) return []
  const isSchema =
    (key === 'schema' || key === 'items') && holder !== undefined && typeof value.type === 'string'
  return [
    ...(isSchema ? [{ holder, key }] : []),
    ...Object.entries(value).flatMap(([name, child]) =>
      name.startsWith('example') ? [] : inlineSchemas(child, value, name),
    ),
  ]
}

function plantable(value: Json): readonly Place[] {
  if (Array.isArray(value)) return value.flatMap(plantable)
  if (!isMap(value)) return []
  const keys = ['description', 'operationId', 'tags', 'contact', 'type'].filter(
    (key) =>
      typeof value[key] === 'string' || (key !== 'description' && key !== 'type' && value[key] !== undefined),
  )
  return [
    ...keys.map((key) => ({ holder: value, key })),
    ...Object.entries(value).flatMap(([name, child]) => (name.startsWith('example') ? [] : plantable(child))),
  ]
}

function retargeted(value: Json, change: (ref: string) => string): Json {
  if (Array.isArray(value)) return value.map((item) => retargeted(item, change))
  if (!isMap(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => [
      key,
      key === '$ref' && typeof child === 'string' ? change(child) : retargeted(child, change),
    ]),
  )
}
