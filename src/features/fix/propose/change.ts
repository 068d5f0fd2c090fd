import { type Change, changedCollection } from '../../../check/fixable/change.ts'
import { isRecord } from '../../../core/model/record.ts'
import { groupBy } from '../../../core/text/group-by.ts'
import type { Edit } from '../../../core/text/unified-diff.ts'

export function byPlace(one: Edit, other: Edit): number {
  return one.start - other.start || one.end - other.end
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
  const entries = applyChanges(items ?? members, changes)
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

/** Sorts first: what is inserted has no place in the new order. */
function applyChanges(entries: readonly ChangedEntry[], changes: readonly Change[]): readonly ChangedEntry[] {
  if (changes.length === 0) return entries
  const names = new Set(entries.map(({ name }) => name))
  const inserts = changes.filter((change) => change.op === 'insert')
  const added = groupBy(inserts, ({ before }) => (names.has(before) ? before : undefined))
  const others = changes.filter(({ op }) => op !== 'insert' && op !== 'sort')
  const byName = groupBy(others, ({ path }) => path.at(-1))
  const listAdded = (before?: string | number) =>
    added.get(before)?.map(({ key = '', value }): ChangedEntry => ({ name: undefined, key, value })) ?? []
  const changed = changes.reduce(sortEntries, entries).flatMap((entry) => {
    const { name } = entry
    return [...listAdded(name), ...(byName.get(name) ?? []).reduce(changeEntry, [entry])]
  })
  return [...changed, ...listAdded()]
}

function changeEntry(entries: ChangedEntry[], change: Change): ChangedEntry[] {
  switch (change.op) {
    case 'set':
      return entries.map((entry) => ({ ...entry, value: change.value }))
    case 'remove':
      return []
    case 'rename':
      return entries.map((entry) => ({ ...entry, key: change.to }))
    case 'wrap':
      return entries.map(({ name, key, value }) => ({ name, key: change.key, value: [{ [key]: value }] }))
    default:
      return entries
  }
}

function sortEntries(entries: readonly ChangedEntry[], change: Change): readonly ChangedEntry[] {
  if (change.op !== 'sort') return entries
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const sorted = new Set(change.order.flatMap((name) => byName.get(name) ?? []))
  return [...sorted, ...entries.filter((entry) => !sorted.has(entry))]
}
