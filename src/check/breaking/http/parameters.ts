import { type ApiDocument, child, children, isTrue, type Node, ownChild, readText } from '../document.ts'
import { isType, type SchemaView } from '../schema/schema-view.ts'
import { describeWire, oneSchema, readContent, viewSchemaNode } from './content.ts'
import { itemChild, type Operation, templateNames } from './operation.ts'

export interface WireParameter {
  readonly name: string
  readonly in: string
  readonly isRequired: boolean
  readonly at: Node
}

type Parameters = ReadonlyMap<string, WireParameter>

const body = new Set(['body', 'formData'])

/**
 * The parameters of an operation, those of its path item included, by what they are on the wire: a parameter of a path
 * by its position, a header in any case. What 2.0 has in the body is not among them.
 */
export function readParameters(operation: Operation, api: ApiDocument): Parameters {
  const names = templateNames(operation.path)
  const found = new Map<string, WireParameter>()
  for (const list of [itemChild(operation.item, 'parameters', api), child(operation.at, 'parameters', api)])
    for (const [, at] of children(list, api, 'parameter')) {
      const [name, place] = [readText(at, 'name'), readText(at, 'in')]
      if (name === undefined || place === undefined || body.has(place)) continue
      if (place === 'header' && ignored.has(name.toLowerCase())) continue
      const isRequired = place === 'path' || isTrue(at, 'required')
      found.set(createParameterKey(place, name, names), { name, in: place, isRequired, at })
    }
  return found
}

/** Headers that a definition describes elsewhere. */
const ignored = new Set(['accept', 'content-type', 'authorization'])

/** A query string as a whole has a name that is not sent. */
function createParameterKey(place: string, name: string, names: readonly string[] = []): string {
  if (place === 'header') return `header ${name.toLowerCase()}`
  if (place === 'querystring') return place
  return place === 'path' && names.includes(name) ? `path ${names.indexOf(name)}` : `${place} '${name}'`
}

/**
 * Whether it is an object that is sent as its properties, by their names (OpenAPI 3.1.1, "Style Values"): its own name
 * counts for nothing.
 */
export function isSentByProperties({ at, in: place }: WireParameter, api: ApiDocument): boolean {
  if (!isType(viewSchemaNode(at, api), 'object')) return false
  const wire = describeWire(place, at, api)
  return place === 'querystring' ? wire === form : /^(?:form|cookie|matrix), explode$/.test(wire)
}

const form = 'application/x-www-form-urlencoded'

interface Side {
  readonly parameters: Parameters
  readonly api: ApiDocument
  /** Whether what it allows has to be allowed by the other one, too. */
  readonly isWithin: boolean
}

/** The parameters of one version. */
interface Aligned {
  readonly parameters: Parameters
  /** The objects of which more is said than of their properties, which are parameters of the other version. */
  readonly unclear: readonly WireParameter[]
}

/**
 * Gives the parameters keys that are the same in both versions where they are the same on the wire. A property of an object that
 * is sent by its properties is the parameter of its name. Where one of these belongs to another parameter than before, either
 * one object has another name, or all objects that this is about are taken apart.
 */
export function alignParameters(oldSide: Side, newSide: Side): readonly [old: Aligned, new: Aligned] {
  const [oldHolders, newHolders] = [listHolders(oldSide), listHolders(newSide)]
  const moved = new Set<string>()
  for (const [name, before] of oldHolders) {
    const now = newHolders.get(name) ?? before
    if (!before.some((key) => now.includes(key))) for (const key of [...before, ...now]) moved.add(key)
  }
  const listMoved = ({ parameters }: Side) => [...parameters].filter(([key]) => moved.has(key))
  const [[before, ...oldMore], [now, ...newMore]] = [listMoved(oldSide), listMoved(newSide)]
  const areOne = oldMore.length + newMore.length === 0 && before?.[1].in === now?.[1].in
  const areAlike = [before, now].every((each, at) => each && isNameless(each, at === 0 ? oldSide : newSide))
  if (!before || !now || !areOne || !areAlike) return [takeApart(oldSide, moved), takeApart(newSide, moved)]
  const renamed = new Map([...oldSide.parameters, [now[0], before[1]]])
  renamed.delete(before[0])
  return [
    { parameters: renamed, unclear: [] },
    { ...newSide, unclear: [] },
  ]
}

type KeyedParameter = readonly [key: string, parameter: WireParameter]

function isObject([key, parameter]: KeyedParameter, { api }: Side): boolean {
  return /^(?:query|cookie)/.test(key) && (isSentByProperties(parameter, api) || isDeep(parameter, api))
}

/** Whether it is such an object whose own name is not sent. */
function isNameless(keyed: KeyedParameter, side: Side): boolean {
  return isObject(keyed, side) && !isDeep(keyed[1], side.api)
}

function isDeep({ at, in: place }: WireParameter, api: ApiDocument): boolean {
  return isType(viewSchemaNode(at, api), 'object') && describeWire(place, at, api).startsWith('deepObject')
}

/** The name by which an object sends a property: in style deepObject, its own name counts. */
function namePart(parameter: WireParameter, property: string, api: ApiDocument): string {
  return isDeep(parameter, api) ? `${parameter.name}[${property}]` : property
}

/** The keys of the parameters that send something by a name. An object that may have any properties has no name for these. */
function listHolders(side: Side): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const keyed of side.parameters) {
    const [key, parameter] = keyed
    const parts = isObject(keyed, side) ? listPropertyKeys(parameter, side.api) : []
    // The name of a deep object is in that of each part: a form may send it by the whole name.
    for (const name of isNameless(keyed, side) ? parts : [...parts, key])
      found.set(name, [...(found.get(name) ?? []), key])
  }
  return found
}

function listPropertyKeys(parameter: WireParameter, api: ApiDocument): readonly string[] {
  const view = viewSchemaNode(parameter.at, api)
  const place = partPlace(parameter.in)
  const names = [...view.properties.keys()].map((name) =>
    createParameterKey(place, namePart(parameter, name, api)),
  )
  const others = `any ${createParameterKey(place, namePart(parameter, '', api))}`
  return names.length === 0 || isOpen(view) ? [...names, others] : names
}

function isOpen({ inner }: SchemaView): boolean {
  const keywords = ['additionalProperties', 'unevaluatedProperties', 'patternProperties']
  return keywords.flatMap(inner).some(({ value }) => value !== false)
}

function partPlace(place: string): string {
  return place === 'querystring' ? 'query' : place
}

/** The parameters with the parts of some objects in their places. */
function takeApart(side: Side, some: ReadonlySet<string>): Aligned {
  const parameters = new Map<string, WireParameter>()
  const unclear: WireParameter[] = []
  for (const keyed of side.parameters) {
    const isWhole = !some.has(keyed[0]) || !isObject(keyed, side)
    const { parts, isAll } = isWhole ? { parts: [keyed], isAll: true } : readParts(keyed, side)
    if (!isAll || parts.some(([key]) => parameters.has(key))) unclear.push(keyed[1])
    for (const [key, part] of parts) parameters.set(key, part)
  }
  return { parameters, unclear }
}

/** The parts of an object, and whether they say all that it says. */
function readParts(
  keyed: KeyedParameter,
  { api, isWithin }: Side,
): { readonly parts: readonly KeyedParameter[]; readonly isAll: boolean } {
  const { at, in: place, isRequired } = keyed[1]
  const view = viewSchemaNode(at, api)
  const { properties, required, limits, choices, inner } = view
  const isEncoded = readContent(at, api).some((media) => ownChild(media.at, 'encoding'))
  if (properties.size === 0 || choices.length > 0 || isEncoded) return { parts: [keyed], isAll: false }
  const { style, allowReserved, allowEmptyValue } = Object(at.value)
  const allowed = { style, allowReserved, allowEmptyValue: isWithin && allowEmptyValue }
  const parts = [...properties].map(([property, nodes]): KeyedParameter => {
    const { value: schema, path } = oneSchema(nodes) ?? at
    const needed = isRequired && required.has(property)
    const name = namePart(keyed[1], property, api)
    const value = { ...allowed, name, in: partPlace(place), required: needed, schema }
    const part = { name, in: value.in, isRequired: needed, at: { value, path } }
    return [createParameterKey(value.in, name), part]
  })
  // What else the object may hold goes with it.
  if (isWithin) return { parts: isOpen(view) ? [...parts, keyed] : parts, isAll: true }
  // All of its parts are there or none, if it may be missing.
  const areIndependent =
    required.size > 0 === isRequired || (required.size === 1 && required.size === properties.size)
  const isPlain = restricting.every((keyword) => inner(keyword).length === 0)
  const areNamed = [...required].every((name) => properties.has(name))
  return { parts, isAll: areIndependent && isPlain && areNamed && limits.size === 0 }
}

const restricting = [
  'enum',
  'const',
  'not',
  'if',
  'dependentRequired',
  'dependentSchemas',
  'propertyNames',
  'patternProperties',
]
