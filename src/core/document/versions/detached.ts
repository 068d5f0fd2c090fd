import { isObject } from '../../model/record.ts'

/**
 * The value, with texts of their own in it: one that was cut out of a document keeps the whole document in memory, and each
 * edit would leave another one there.
 */
export function detached<Value>(value: Value): Value
export function detached(value: unknown): unknown {
  if (typeof value === 'string') return ownText(value)
  if (isObject(value))
    for (const [key, member] of Object.entries(value)) Reflect.set(value, key, detached(member))
  return value
}

function ownText(text: string): string {
  const copy: unknown = JSON.parse(JSON.stringify(text))
  return typeof copy === 'string' ? copy : text
}
