import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import { groupBy } from '../../core/text/group-by.ts'
import {
  type ApiDocument,
  child,
  getRoot,
  made,
  type Node,
  type Nodes,
  ownChild,
  ownChildren,
} from './document.ts'
import { followSchema, readSchema, schemaChain } from './schema/schema-node.ts'

export interface Discriminator {
  readonly property: string
  /** The schema of each value; undefined: what it names does not resolve. */
  readonly schemas: ReadonlyMap<string, Node | undefined>
  readonly unresolved: readonly string[]
}

export type Discriminators = (schema: Node) => Discriminator | undefined

/** Finds the discriminator that a schema has itself, with all that it leads to: no reference does. */
export function createDiscriminators(api: ApiDocument): Discriminators {
  let heirs: ReadonlyMap<unknown, Nodes> | undefined
  const known = new Map<unknown, Discriminator | undefined>()
  return (schema) => {
    // The same choices each time, or one that leads back to its schema would have no end.
    if (!known.has(schema.value)) known.set(schema.value, read(schema))
    return known.get(schema.value)
  }

  function read(schema: Node): Discriminator | undefined {
    const { property, mapping, otherwise } = readWrittenMapping(schema, api)
    if (property === undefined) return undefined
    const alternatives = listAlternatives(schema, api)
    heirs ??= groupHeirs(api)
    const named = (alternatives ?? heirs.get(schema.value) ?? []).flatMap((node) => {
      const inner = listInner(node, api)
      const areTagged = inner.every((each) => listTags(each, property, api).length > 0)
      const tagged = (areTagged ? inner : [node]).flatMap((each) =>
        listValueNames(each, property, api).map((name) => [name, each] as const),
      )
      return joinNamesakes(node, tagged, api)
    })
    const joined = new Map(joinNamesakes(schema, named, api))
    const find = (name: string) => alternativeNamed(name, schema, api) ?? findMappedSchema(name, schema, api)
    // A schema whose property is always another value is never found by this one.
    const mapped = Object.entries(mapping).flatMap(([value, name]) => {
      const node = find(String(name))
      const constants = node ? listTags(node, property, api) : []
      if (constants.length === 0) return [[value, node] as const]
      return constants.includes(value) ? [[value, joined.get(value) ?? node] as const] : []
    })
    const taken = new Set(mapped.map(([, node]) => node?.value))
    const others = [...joined].filter(([, { value }]) => !taken.has(value))
    const rest = otherwise === undefined ? [] : [['any other value', find(otherwise)] as const]
    const unresolved = [
      ...Object.values(mapping).map(String),
      ...(otherwise === undefined ? [] : [otherwise]),
    ]
    return {
      property,
      schemas: new Map<string, Node | undefined>([...others, ...mapped, ...rest]),
      unresolved: unresolved.filter((name) => find(name) === undefined),
    }
  }
}

/** In 2.0, it is the property itself. */
export function readProperty(discriminator: unknown): string | undefined {
  const name = isRecord(discriminator) ? discriminator.propertyName : discriminator
  return typeof name === 'string' ? name : undefined
}

function readWrittenMapping(schema: Node, api: ApiDocument) {
  const own = ownChild(schema, 'discriminator')
  const written = own && api.read('discriminator', own).value
  const { mapping, defaultMapping } = isRecord(written) ? written : {}
  return {
    property: readProperty(written),
    mapping: isRecord(mapping) ? mapping : {},
    otherwise: typeof defaultMapping === 'string' ? defaultMapping : undefined,
  }
}

/** A name, or a reference, in the schema's own file; what is not there may be in the definition itself. */
function findMappedSchema(name: string, { value }: Node, api: ApiDocument): Node | undefined {
  const refs = /[/#.]/.test(name) ? [name] : []
  const places = ['#/components/schemas/', '#/definitions/'].map((place) => `${place}${name}`)
  const from = isRecord(value) && isRecord(value.discriminator) ? value.discriminator : undefined
  for (const $ref of [...refs, ...places]) {
    const target = api.step({ $ref }, from) ?? ($ref.startsWith('#') ? api.step({ $ref }) : undefined)
    if (target) return readSchema(target, api)
  }
  return undefined
}

/** A name that is written like the reference of an alternative leads where that leads, in other files too. */
function alternativeNamed(name: string, schema: Node, api: ApiDocument): Node | undefined {
  for (const keyword of ['oneOf', 'anyOf']) {
    const list = ownChild(schema, keyword)?.value
    for (const each of Array.isArray(list) ? list : [])
      if (isRecord(each) && each.$ref === name) return followSchema(each, api)
  }
  return undefined
}

/** Whether what does not resolve names a file of the definition, in which anything may have changed. */
export function isUnread(name: string): boolean {
  return /^(?![a-z][a-z\d+.-]*:)[^#]+\.(?:ya?ml|json)(?:#|$)/i.test(name)
}

function listAlternatives(schema: Node, api: ApiDocument): Nodes | undefined {
  const lists = ['oneOf', 'anyOf'].flatMap((keyword) => ownChild(schema, keyword) ?? [])
  return lists.length === 0 ? undefined : lists.flatMap((list) => listSchemas(list, api))
}

/** The alternatives of an alternative, and theirs, which it does not tell apart itself; else itself. */
function listInner(node: Node, api: ApiDocument): Nodes {
  const keyword = chooseKeyword(node)
  const all = new Map([[node.value, node]])
  const found: Node[] = []
  for (const each of all.values()) {
    const list = ownChild(each, 'discriminator') ? undefined : ownChild(each, keyword)
    if (list === undefined) found.push(each)
    for (const part of listSchemas(list, api))
      if (all.has(part.value)) found.push(part)
      else all.set(part.value, part)
  }
  return found
}

function chooseKeyword(holder: Node): 'oneOf' | 'anyOf' {
  return ownChild(holder, 'oneOf') ? 'oneOf' : 'anyOf'
}

type Named = readonly [name: string, schema: Node]

/** What several alternatives are called stands for a choice of these. */
function joinNamesakes(holder: Node, all: readonly Named[], api: ApiDocument): readonly Named[] {
  return [...groupBy(all, ([name]) => name)].map(([name, namesakes]) => {
    // A reference has the name and the place of a component.
    const list = namesakes.map(([, { value, path }]) => {
      const reference = { $ref: `#/${path.join('/')}` }
      return followSchema(reference, api)?.value === value ? reference : value
    })
    const choice = { value: { [made]: true, [chooseKeyword(holder)]: list }, path: holder.path }
    return [name, (list.length === 1 ? namesakes[0]?.[1] : undefined) ?? choice]
  })
}

function listSchemas(holder: Node | undefined, api: ApiDocument): Nodes {
  return ownChildren(holder).map(([, node]) => readSchema(node, api))
}

/** The values that a schema is called by: those that its property must have, or else its name as a component. */
function listValueNames(schema: Node, property: string, api: ApiDocument): readonly string[] {
  const constants = listTags(schema, property, api)
  if (constants.length > 0) return constants
  const own = isRecord(schema.value) ? schema.value['x-ms-discriminator-value'] : undefined
  if (typeof own === 'string') return [own]
  return isComponentNode(schema) ? [String(schema.path.at(-1))] : []
}

/** The values that the property of a schema must have. */
function listTags(schema: Node, property: string, api: ApiDocument): readonly string[] {
  const parts = [schema, ...listSchemas(ownChild(schema, 'allOf'), api)]
  return parts.flatMap((part) => schemaChain(part, api)).flatMap((part) => listConstants(part, property, api))
}

/** The name of a component, or that of the file that is a schema. */
export function findSchemaName(path: Path): string | undefined {
  if (path.length === 1) return nameFile(String(path[0]))
  return isComponentNode({ path }) ? String(path.at(-1)) : undefined
}

export function nameFile(file: string): string {
  return file.replace(/^\0?(?:.*\/)?|\.(?:ya?ml|json)$/gi, '')
}

export function isComponentNode({ path }: Pick<Node, 'path'>): boolean {
  return path.at(-2) === 'schemas' || path.at(-2) === 'definitions'
}

function listConstants(schema: Node, property: string, api: ApiDocument): readonly string[] {
  const properties = ownChild(schema, 'properties')
  const described = properties && ownChild(properties, property)
  for (const { value } of described ? schemaChain(described, api) : []) {
    if (!isRecord(value)) continue
    if (value.const !== undefined) return [String(value.const)]
    if (Array.isArray(value.enum) && value.enum.length === 1) return value.enum.map(String)
  }
  return []
}

/** The components that have a schema in their allOf, directly or not, by that schema. */
function groupHeirs(api: ApiDocument): ReadonlyMap<unknown, Nodes> {
  const found = new Map<unknown, Node[]>()
  const components = child(getRoot(api), 'components', api)
  const holders = [components && child(components, 'schemas', api), child(getRoot(api), 'definitions', api)]
  for (const heir of holders.flatMap((holder) => listSchemas(holder, api))) {
    const ancestors = new Map([[heir.value, heir]])
    for (const [value, each] of ancestors) {
      if (value !== heir.value) found.set(value, [...(found.get(value) ?? []), heir])
      const parents = [...schemaChain(each, api).slice(1), ...listSchemas(ownChild(each, 'allOf'), api)]
      for (const parent of parents) ancestors.set(parent.value, parent)
    }
  }
  return found
}
