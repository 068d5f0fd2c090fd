import { rememberPerObject } from '../../core/model/once.ts'
import { isObject, isRecord } from '../../core/model/record.ts'
import { type ApiDocument, type ApiSource, made, type Node } from './document.ts'
import { isKnown, type KeywordKind, type KeywordReading, readVersion } from './keywords.ts'
import { withWritten } from './numbers.ts'

/** Where a schema has numbers that decide what is valid. */
const numeric = new Set([
  ...['enum', 'const', 'default', 'x-extensible-enum', 'multipleOf', 'maximum', 'minimum'],
  ...['exclusiveMaximum', 'exclusiveMinimum', 'maxLength', 'minLength', 'maxItems', 'minItems'],
  ...['maxProperties', 'minProperties', 'maxContains', 'minContains'],
])

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
    const exact = (key: string) => withWritten(original(value), key, digits)
    const isExact = (key: string) => kind !== 'schema' || !numeric.has(key)
    const after = known.map(([key, inner]) => [key, isExact(key) ? inner : exact(key)] as const)
    if (after.length === before.length && after.every(([, inner], at) => inner === before[at]?.[1]))
      return value
    const copy = Object.fromEntries(after)
    originals.set(copy, original(value))
    return copy
  }

  const { value: root } = read('root', { value: source.root, path: [] })
  return {
    root,
    version: readVersion(source.root),
    reading,
    digits,
    renamePath: source.renamePath,
    step,
    follow: (value, from) => followChain(step, value, from),
    read,
    hasUnknown: () => isUnknownMet,
  }
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
