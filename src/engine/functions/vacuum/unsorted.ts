import { isRecord } from '../../../core/model/record.ts'
import { print } from '../../print.ts'
import type { FunctionContext } from '../../rule.ts'
import { keysAsWritten } from '../alphabetical.ts'

/** What vacuum's `alphabetical` has against a mapping or list. Texts go by their bytes. */
export function unsorted(node: unknown, key: unknown, context: FunctionContext): readonly string[] {
  if (isRecord(node)) {
    if (typeof key === 'string') return misplaced(listMemberValues(Object.values(node), key))
    return misplaced(keysInOrder(node, context)).slice(0, 1)
  }
  if (!Array.isArray(node) || node.some((item) => typeof item === 'boolean')) return []
  const items: readonly unknown[] = node
  // In a list it compares the first, the second and every other one after it.
  if (isRecord(items[0]))
    return typeof key === 'string'
      ? misplaced(
          listMemberValues(
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

function listMemberValues(members: readonly unknown[], key: string): string[] {
  return members.flatMap((member) =>
    isRecord(member) && Object.hasOwn(member, key) ? [String(member[key])] : [],
  )
}

/** Keys that are numbers in YAML do not count. */
function keysInOrder(node: Readonly<Record<string, unknown>>, context: FunctionContext): string[] {
  const keys = keysAsWritten(node, context)
  if (!keys.some((key) => /^\d+$/.test(key))) return keys
  const numbers = new Set(
    context.document
      .keyFaults()
      .filter(({ kind }) => kind === 'number')
      .map(({ path }) => JSON.stringify(path)),
  )
  return keys.filter((key) => !numbers.has(JSON.stringify([...context.path, key])))
}
