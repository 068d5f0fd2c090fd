import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'

/** A change of a document's value, independent of how the text is written. */
export type Change =
  | { readonly op: 'set'; readonly path: Path; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: Path }
  | { readonly op: 'rename'; readonly path: Path; readonly to: string }
  /** Replaces a member by `key` with a list of one object that holds the member as written. */
  | { readonly op: 'wrap'; readonly path: Path; readonly key: string }
  /** Into the object or array at `path`: before the entry of that name, else at the end. A `key` is for objects. */
  | {
      readonly op: 'insert'
      readonly path: Path
      readonly key?: string | undefined
      readonly value: unknown
      readonly before?: string | number | undefined
    }
  /** All entries of the object or array at `path`, by their keys or indexes, in the new order. */
  | { readonly op: 'sort'; readonly path: Path; readonly order: readonly (string | number)[] }

/** The path of the object or array whose entries a change is about. */
export function changedCollection({ op, path }: Change): Path {
  return op === 'insert' || op === 'sort' ? path : path.slice(0, -1)
}

/** Replaces the characters from `start` to before `end`; offsets count UTF-16 units of the text as it was. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

export function byPlace(one: Edit, other: Edit): number {
  return one.start - other.start || one.end - other.end
}

/** A change that cannot be written into this text. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

interface ChangedNode {
  readonly changes: Change[]
  readonly below: Map<string | number, ChangedNode>
}

/** Applies changes, whose paths are those before any of them. Proves that an edit did exactly this. */
export function changedValue(value: unknown, changes: readonly Change[]): unknown {
  const root: ChangedNode = { changes: [], below: new Map() }
  for (const change of changes) changedCollection(change).reduce(getNode, root).changes.push(change)
  return changed(value, root)
}

function getNode({ below }: ChangedNode, key: string | number): ChangedNode {
  const node = below.get(key) ?? { changes: [], below: new Map() }
  below.set(key, node)
  return node
}

function changed(value: unknown, { changes, below }: ChangedNode): unknown {
  const items = Array.isArray(value) ? value.map((item, index) => entry(index, item)) : undefined
  const members = isRecord(value) ? Object.entries(value).map(([key, each]) => entry(key, each)) : []
  let entries = items ?? members
  for (const change of changes) entries = apply(entries, change)
  if (items) return entries.map((each) => each.value)
  if (isRecord(value)) return Object.fromEntries(entries.map((each) => [each.key, each.value]))
  return value

  function entry(name: string | number, each: unknown): ChangedEntry {
    const node = below.get(name)
    return { name, key: String(name), value: node ? changed(each, node) : each }
  }
}

interface ChangedEntry {
  /** Absent: it is new. */
  readonly name: string | number | undefined
  readonly key: string
  readonly value: unknown
}

function apply(entries: readonly ChangedEntry[], change: Change): ChangedEntry[] {
  const withEntry = (to: (entry: ChangedEntry) => Partial<ChangedEntry>) =>
    entries.map((entry) => (entry.name === change.path.at(-1) ? { ...entry, ...to(entry) } : entry))
  switch (change.op) {
    case 'set':
      return withEntry(() => ({ value: change.value }))
    case 'remove':
      return entries.filter(({ name }) => name !== change.path.at(-1))
    case 'rename':
      return withEntry(() => ({ key: change.to }))
    case 'wrap':
      return withEntry(({ key, value }) => ({ key: change.key, value: [{ [key]: value }] }))
    case 'insert': {
      const at = entries.findIndex(({ name }) => name !== undefined && name === change.before)
      const added = { name: undefined, key: change.key ?? '', value: change.value }
      return at === -1 ? [...entries, added] : [...entries.slice(0, at), added, ...entries.slice(at)]
    }
    case 'sort': {
      const rank = new Map(change.order.map((name, index) => [name, index]))
      const known = entries.filter(({ name }) => name !== undefined && rank.has(name))
      known.sort((one, other) => (rank.get(one.name ?? '') ?? 0) - (rank.get(other.name ?? '') ?? 0))
      return [...known, ...entries.filter((entry) => !known.includes(entry))]
    }
  }
}

/** Equal as JSON values, keys in their order. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [entries, others] = [Object.entries(one), Object.entries(other)]
  return (
    entries.length === others.length &&
    entries.every(([key, value], index) => {
      const [otherKey, otherValue] = others[index] ?? []
      return key === otherKey && isSameValue(value, otherValue)
    })
  )
}
