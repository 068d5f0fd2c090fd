import { isRecord } from '../../../model/record.ts'
import { print } from '../../print.ts'
import type { FunctionContext } from '../../rule.ts'

/** What vacuum's `alphabetical` has against a mapping or list. Texts go by their bytes. */
export function unsorted(node: unknown, key: unknown, context: FunctionContext): readonly string[] {
  if (isRecord(node)) {
    if (typeof key === 'string') return misplaced(valuesOf(Object.values(node), key))
    return misplaced(keysInOrder(node, context)).slice(0, 1)
  }
  if (!Array.isArray(node) || node.some((item) => typeof item === 'boolean')) return []
  const items: readonly unknown[] = node
  // In a list it compares the first, the second and every other one after it.
  if (isRecord(items[0]))
    return typeof key === 'string'
      ? misplaced(
          valuesOf(
            items.filter((_item, index) => index === 0 || index % 2 === 1),
            key,
          ),
        )
      : []
  const kind = typeof items[0]
  if (kind === 'string') return misplaced(items.filter((item) => typeof item === 'string'))
  return kind === 'number' ? misplaced(items.filter((item) => typeof item === 'number')) : []
}

function misplaced<Item extends string | number>(items: readonly Item[]): string[] {
  return items.flatMap((item, index) => {
    const next = items[index + 1]
    return next === undefined || next >= item ? [] : [`${print(next)} must come before ${print(item)}`]
  })
}

function valuesOf(members: readonly unknown[], key: string): string[] {
  return members.flatMap((member) =>
    isRecord(member) && Object.hasOwn(member, key) ? [String(member[key])] : [],
  )
}

/** Keys as written, for JavaScript puts those that look like indexes first; keys that are numbers in YAML do not count. */
function keysInOrder(node: Readonly<Record<string, unknown>>, context: FunctionContext): string[] {
  const { path, locate, document } = context
  const keys = Object.keys(node)
  if (!keys.some((key) => /^\d+$/.test(key))) return keys
  const numbers = new Set(
    document
      .keyFaults()
      .filter(({ kind }) => kind === 'number')
      .map((fault) => JSON.stringify(fault.path)),
  )
  const placed = keys
    .filter((key) => !numbers.has(JSON.stringify([...path, key])))
    .map((key) => ({ key, at: locate([...path, key]) }))
  placed.sort((a, b) => a.at.start_line - b.at.start_line || a.at.start_char - b.at.start_char)
  return placed.map(({ key }) => key)
}
