import { isRecord } from '../model/record.ts'

/** JSON of a value whose large integers are `bigint`: on one line, or laid out by `step`. */
export function exactJson(value: unknown, step = '', margin = '\n'): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = margin + step
  const colon = step === '' ? ':' : ': '
  const parts = Array.isArray(value)
    ? value.map((item) => exactJson(item, step, inner))
    : Object.entries(value).map(([key, item]) => JSON.stringify(key) + colon + exactJson(item, step, inner))
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (step === '' || parts.length === 0) return open + parts.join(',') + close
  return open + inner + parts.join(`,${inner}`) + margin + close
}

/** Undefined where the text is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value with the keys of each object in one order. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (!isRecord(value)) return value
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, canonical(value[key])]))
}
