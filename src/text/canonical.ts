import { isRecord } from '../model/record.ts'

/** The value with the keys of each object in one order. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (!isRecord(value)) return value
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, canonical(value[key])]))
}
