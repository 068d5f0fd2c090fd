import { parsePointer, toPointer } from '../../core/model/identity.ts'
import { once, rememberPerObject } from '../../core/model/once.ts'
import { isObject, isRecord } from '../../core/model/record.ts'
import { parseUrl } from '../../core/text/url.ts'
import type { ApiDocument, ApiSource, Node, Nodes } from './document.ts'
import { made, ownChild, ownChildren } from './document.ts'
import { isKnown, type KeywordKind, type KeywordReading, readVersion } from './keywords.ts'
import { withWritten } from './numbers.ts'

/** Keywords of a schema whose numbers decide what is valid. */
const numeric = new Set([
  ...['enum', 'const', 'default', 'x-extensible-enum', 'multipleOf', 'maximum', 'minimum'],
  ...['exclusiveMaximum', 'exclusiveMinimum', 'maxLength', 'minLength', 'maxItems', 'minItems'],
  ...['maxProperties', 'minProperties', 'maxContains', 'minContains'],
])

/** Maps of schemas that people split by a reference, although OpenAPI has none there. */
const joined = new Set(['properties', 'patternProperties'])

/** A definition as read by the keywords of some versions; without a reading, by those of all. */
export function readApi(source: ApiSource, reading?: KeywordReading): ApiDocument {
  const originals = new WeakMap<object, object>()
  const original = (value: object) => originals.get(value) ?? value
  const stepOnce = rememberPerObject((value: object) => source.step(original(value)))
  const step = (value: unknown, from?: object) => {
    if (!isObject(value)) return undefined
    return from === undefined ? stepOnce(value) : source.step(value, original(from))
  }
  const digits = (holder: object, key: string | number) => source.digits?.(original(holder), key)
  const copies = rememberPerObject(() => new Map<KeywordKind, object>())
  let isUnknownMet = false

  function read(kind: KeywordKind, node: Node): Node {
    const { value } = node
    if (!isRecord(value) || made in value) return node
    const known = copies(value).get(kind)
    const copy = known ?? readObject(kind, value)
    if (known === undefined) copies(value).set(kind, copy)
    return copy === value ? node : { ...node, value: copy }
  }

  function readObject(kind: KeywordKind, value: Readonly<Record<string, unknown>>): object {
    const before = Object.entries(value)
    // In 3.1, some readers go by `nullable`, which is neither known nor a reason to compare twice.
    const isRead = (key: string, inner: unknown) =>
      !reading || isKnown(kind, key, inner, reading) || (key === 'nullable' && reading.oldest >= '3.1')
    const known = before.filter(([key, inner]) => isRead(key, inner))
    isUnknownMet ||=
      known.length < before.length && before.some((each) => !known.includes(each) && each[0] !== 'nullable')
    const readKeyword = (key: string, inner: unknown) => {
      if (kind !== 'schema') return inner
      return numeric.has(key)
        ? withWritten(original(value), key, digits)
        : joined.has(key)
          ? join(inner)
          : inner
    }
    const named = kind === 'schema' ? nameRests(known) : known
    const after = named.map(([key, inner]) => [key, readKeyword(key, inner)] as const)
    if (after.length === before.length && after.every(([key, inner], at) => isEntry(before[at], key, inner)))
      return value
    const copy = Object.fromEntries(after)
    originals.set(copy, original(value))
    return copy
  }

  /** A map of schemas, with those that a reference beside them leads to. */
  function join(map: unknown): unknown {
    const target = isRecord(map) && typeof map.$ref === 'string' ? followChain(step, map)?.value : undefined
    if (!isRecord(map) || !isRecord(target)) return map
    const { $ref: _, ...own } = map
    return { ...target, ...own }
  }

  const { value: root } = read('root', { value: source.root, path: [] })
  return {
    root,
    version: readVersion(source.root),
    reading,
    digits,
    renamePath: source.renamePath,
    find: source.find,
    nameFile: source.nameFile,
    step,
    follow: (value, from) => followChain(step, value, from),
    read,
    hasUnknown: () => isUnknownMet,
  }
}

function isEntry(entry: readonly [string, unknown] | undefined, key: string, value: unknown): boolean {
  return entry?.[0] === key && entry[1] === value
}

/** What also says which properties and items of the same object it is about. */
const joining = /^(?:allOf|anyOf|oneOf|if|dependentSchemas|\$ref|\$dynamicRef|\$recursiveRef)$/

/** Keywords about what no other is about: where nothing is joined, they are the older ones, and beside these they say nothing. */
function nameRests(entries: readonly (readonly [string, unknown])[]) {
  const keys = new Set(entries.map(([key]) => key))
  if (!keys.has('unevaluatedProperties') && !keys.has('unevaluatedItems')) return entries
  const isJoined = entries.some(([key]) => joining.test(key))
  const rename = (rest: string, others: string, isElsewhere: boolean) => {
    if (keys.has(others)) return []
    return isJoined || isElsewhere ? [rest] : [others]
  }
  const names = new Map([
    ['unevaluatedProperties', rename('unevaluatedProperties', 'additionalProperties', false)],
    ['unevaluatedItems', rename('unevaluatedItems', 'items', keys.has('contains'))],
  ])
  return entries.flatMap(([key, inner]) => (names.get(key) ?? [key]).map((name) => [name, inner] as const))
}

/** The end of a chain of references; undefined for what is not a reference, and for a chain without an end. */
function followChain(step: ApiSource['step'], value: unknown, from?: object): Node | undefined {
  const seen = new Set([value])
  let node = step(value, from)
  while (node && isRecord(node.value) && typeof node.value.$ref === 'string') {
    if (seen.has(node.value)) return undefined
    seen.add(node.value)
    node = step(node.value)
  }
  return node
}

/** A document whose `step` also knows `$id`, `$anchor` and `$dynamicAnchor`, and `$dynamicRef`. */
export function withAnchors(source: ApiSource): ApiSource {
  const names = once(() => collectNames({ value: source.root, path: [] }))
  const hasIds = readVersion(source.root) >= '3.1'
  const lookUpReference = (ref: string, from: object) => {
    const { named, ids } = names()
    return findTarget(ref, ids.get(from), named)
  }
  const step = (value: unknown, from?: object) => {
    const { $ref: ref, $dynamicRef: dynamic } = isRecord(value) ? value : {}
    if (!isRecord(value)) return undefined
    if (typeof ref === 'string') {
      const id = hasIds && ref.startsWith('#') ? names().ids.get(value) : undefined
      const local = id === undefined ? undefined : findTarget(ref, id, names().named)
      return local ?? source.step(value, from) ?? lookUpReference(ref, value)
    }
    return typeof dynamic === 'string'
      ? (source.step({ $ref: dynamic }) ?? lookUpReference(dynamic, value))
      : undefined
  }
  return { ...source, step }
}

/** The references that an object is: an object may have both `$ref` and `$dynamicRef`. */
export function listReferences(value: object): readonly object[] {
  if (!Object.hasOwn(value, '$dynamicRef')) return Object.hasOwn(value, '$ref') ? [value] : []
  const dynamic = { $dynamicRef: Reflect.get(value, '$dynamicRef') }
  return Object.hasOwn(value, '$ref') ? [value, dynamic] : [dynamic]
}

/** Whether it names an anchor of the definition's own files. One that does not resolve may still lead to what has changed. */
export function isAnchored(ref: string): boolean {
  return /^(?![a-z][a-z\d+.-]*:)[^#]*#[^/]/i.test(ref)
}

interface AnchorNames {
  /** The keys are each `$id`, and each anchor behind a `#`. */
  readonly named: ReadonlyMap<string, Node>
  /** The `$id` to which what an object refers to is relative; only where there is one. */
  readonly ids: ReadonlyMap<object, string>
}

/** Everything that has a name of its own. */
function collectNames(root: Node): AnchorNames {
  const named = new Map<string, [Node, ...Node[]]>()
  const ids = new Map<object, string>()
  const pending: { readonly node: Node; readonly around: string | undefined }[] = [
    { node: root, around: undefined },
  ]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, around } = next
    if (!isObject(node.value)) continue
    const { id, names } = openNames(node.value, around)
    if (id !== undefined) ids.set(node.value, id)
    for (const name of names) named.set(name, [node, ...(named.get(name) ?? [])])
    for (const [, inner] of ownChildren(node)) pending.push({ node: inner, around: id })
  }
  return { named: new Map([...named].map(([name, nodes]) => [name, joinAlternatives(nodes)])), ids }
}

/** The names of an object, its `$id` also in full; `around`: the `$id` to which that is relative. */
function openNames(value: object, around: string | undefined) {
  const { $id: written, $anchor, $dynamicAnchor } = value as Readonly<Record<string, unknown>>
  const own = typeof written === 'string' ? written.replace(/#$/, '') : undefined
  const id = own === undefined ? around : resolveId(own, around)
  const anchors = [$anchor, $dynamicAnchor].filter((each) => typeof each === 'string')
  return {
    id,
    names: new Set([
      ...(own === undefined ? [] : [own, String(id)]),
      ...anchors.map((anchor) => `#${anchor}`),
    ]),
  }
}

function resolveId(id: string, around?: string): string {
  return parseUrl(id, around)?.href ?? id
}

function findTarget(ref: string, id: string | undefined, named: AnchorNames['named']): Node | undefined {
  const [file = '', fragment = ''] = ref.split('#')
  if (fragment !== '' && !fragment.startsWith('/')) return named.get(`#${fragment}`)
  const name = file === '' ? id : file
  if (name === undefined) return undefined
  const start = named.get(name) ?? named.get(resolveId(name, id))
  const keys = parsePointer(fragment)
  return keys.reduce<Node | undefined>((node, key) => node && ownChild(node, key), start)
}

/** A name that several have may mean any of them: which one depends on how a value gets there. */
function joinAlternatives(nodes: readonly [Node, ...Nodes]): Node {
  const [first, ...others] = nodes
  if (others.length === 0) return first
  const refs = nodes.map(({ path }) => toPointer(path).split('/').map(encodeURIComponent).join('/'))
  return {
    value: { [made]: true, anyOf: refs.map((ref) => ({ $ref: `#${ref}` })) },
    path: first.path,
  }
}
