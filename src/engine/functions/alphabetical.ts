import { z } from 'zod'
import { getChild, isRecord } from '../../core/model/record.ts'
import { print, quote } from '../print.ts'
import type { FunctionContext } from '../rule.ts'
import { defineFunction, subject } from './define.ts'

const options = () =>
  z
    .strictObject({ keyedBy: z.string().optional() })
    .nullish()
    .transform((given) => given?.keyedBy)

/**
 * The items of an array, or the keys of an object, are in ascending order; with `keyedBy`, the items are objects
 * and are in the order of that key. The first pair out of order is reported. Other targets are not checked.
 */
export const alphabetical = defineFunction({
  name: 'alphabetical',
  options,
  checks: ['array', 'object'],
  run: (target, keyedBy, context) => {
    const items = Array.isArray(target) ? target : isRecord(target) ? listWrittenKeys(target, context) : []
    if (items.length < 2) return []
    if (keyedBy !== undefined && !items.every(isRecord))
      return [{ message: `${subject(context)} must have only objects as items` }]
    const values = keyedBy === undefined ? items : items.map((item) => getChild(item, keyedBy))
    const found = findUnsorted(values)
    if (found === undefined) return []
    const name = subject(context)
    if (found === 'incomparable')
      return [{ message: `${name} must have only strings or numbers as sort keys` }]
    const order = `${print(values[found])} comes before ${print(values[found + 1])}`
    if (keyedBy !== undefined)
      return [{ message: `${name} must be sorted by ${quote(keyedBy)}, but ${order}` }]
    const key = Array.isArray(target) ? found : String(values[found])
    return [{ message: `${name} must be sorted, but ${order}`, path: [...context.path, key] }]
  },
})

function findUnsorted(values: readonly unknown[]): number | 'incomparable' | undefined {
  if (!values.every((value) => typeof value === 'string' || typeof value === 'number')) return 'incomparable'
  const found = values.findIndex((value, index) => {
    const next = values[index + 1]
    return next !== undefined && compare(value, next) >= 1
  })
  return found === -1 ? undefined : found
}

/** JavaScript puts keys that look like indexes first. */
export function listWrittenKeys(
  target: Readonly<Record<string, unknown>>,
  { path, locate }: FunctionContext,
): string[] {
  const keys = Object.keys(target)
  if (!keys.some((key) => /^\d+$/.test(key))) return keys
  const placed = keys.map((key) => ({ key, at: locate([...path, key]) }))
  placed.sort((a, b) => a.at.start_line - b.at.start_line || a.at.start_char - b.at.start_char)
  return placed.map(({ key }) => key)
}

/** Spectral's order: NaN, or what cannot be compared, is in order; strings of digits go by collation. */
function compare(left: string | number, right: string | number): number {
  const leftIsNumber = typeof left === 'number' || Number.isNaN(Number(left))
  const rightIsNumber = typeof right === 'number' || !Number.isNaN(Number(right))
  if (leftIsNumber && rightIsNumber) return Number(left) - Number(right)
  if (typeof left !== 'string' || typeof right !== 'string') return 0
  collator ??= new Intl.Collator('en')
  return collator.compare(left, right)
}

/** A fixed locale: the same document gives the same issues on every machine. It takes 5 ms to make. */
let collator: Intl.Collator | undefined
