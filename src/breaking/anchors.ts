import { keysOf, toPointer } from '../model/identity.ts'
import { isRecord } from '../model/record.ts'
import { type ApiDocument, type Node, type Nodes, ownChild, rootOf } from './document.ts'

/** A document whose `follow` also knows `$id`, `$anchor` and `$dynamicAnchor`, and `$dynamicRef`. */
export function withAnchors(api: ApiDocument): ApiDocument {
  let named: ReadonlyMap<string, Nodes> | undefined
  const found = new Map<string, Node | undefined>()
  const lookUp = (ref: string) => {
    named ??= namedIn(rootOf(api))
    if (!found.has(ref)) found.set(ref, targetOf(ref, named))
    return found.get(ref)
  }
  const follow = (value: unknown, from?: object) => {
    const target = api.follow(value, from)
    if (target || !isRecord(value)) return target
    if (typeof value.$ref === 'string') return lookUp(value.$ref)
    const { $dynamicRef: ref } = value
    return typeof ref === 'string' ? (api.follow({ $ref: ref }) ?? lookUp(ref)) : undefined
  }
  return { root: api.root, follow }
}

/** The references that an object is: an object may have both `$ref` and `$dynamicRef`. */
export function referencesOf(value: object): readonly object[] {
  if (!Object.hasOwn(value, '$dynamicRef')) return Object.hasOwn(value, '$ref') ? [value] : []
  const dynamic = { $dynamicRef: Reflect.get(value, '$dynamicRef') }
  return Object.hasOwn(value, '$ref') ? [value, dynamic] : [dynamic]
}

/** Whether it names an anchor of the definition's own files. One that does not resolve may still lead to what has changed. */
export function isAnchored(ref: string): boolean {
  return /^(?![a-z][a-z\d+.-]*:)[^#]*#[^/]/i.test(ref)
}

/** Everything that has a name of its own: by `$id`, and by `#` and its anchor. */
function namedIn(root: Node): ReadonlyMap<string, Nodes> {
  const named = new Map<string, Node[]>()
  const add = (name: string, node: Node) => named.set(name, [...(named.get(name) ?? []), node])
  const pending = [root]
  for (let node = pending.pop(); node; node = pending.pop()) {
    const { value, path } = node
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$id' && typeof inner === 'string') add(inner.replace(/#$/, ''), node)
      else if (/^\$(?:dynamicA|a)nchor$/.test(key) && typeof inner === 'string') add(`#${inner}`, node)
      else pending.push({ value: inner, path: [...path, Array.isArray(value) ? Number(key) : key] })
    }
  }
  return named
}

function targetOf(ref: string, named: ReadonlyMap<string, Nodes>): Node | undefined {
  const [file = '', fragment = ''] = ref.split('#')
  if (fragment !== '' && !fragment.startsWith('/')) return anyOf(named.get(`#${fragment}`) ?? [])
  const start = file === '' ? undefined : anyOf(named.get(file) ?? [])
  const keys = keysOf(fragment)
  return keys.reduce<Node | undefined>((node, key) => node && ownChild(node, key), start)
}

/** Where several have the name, which one is meant depends on how a value gets there: it may be any. */
function anyOf(nodes: Nodes): Node | undefined {
  const [first, ...others] = nodes
  if (first === undefined || others.length === 0) return first
  const refs = nodes.map(({ path }) => toPointer(path).split('/').map(encodeURIComponent).join('/'))
  return { value: { anyOf: refs.map((ref) => ({ $ref: `#${ref}` })) }, path: first.path }
}
