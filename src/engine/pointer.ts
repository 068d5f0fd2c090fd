import { isRecord } from '../model/record.ts'

export { childOf } from '../model/record.ts'

/** The segments of a JSON pointer written as a fragment, `#/a~1b/c%20d`; undefined for anything else. */
export function readPointer(ref: string): string[] | undefined {
  if (ref === '#' || ref === '') return []
  if (!ref.startsWith('#/')) return undefined
  return ref.slice(2).split('/').map(decodeSegment)
}

function decodeSegment(segment: string): string {
  const plain = segment.includes('%') ? decodePercent(segment) : segment
  return plain.includes('~') ? plain.replaceAll('~1', '/').replaceAll('~0', '~') : plain
}

function decodePercent(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The text of a `$ref`; undefined where it is data, such as a property of that name. */
export function refOf(value: unknown): string | undefined {
  const ref = isRecord(value) ? value.$ref : undefined
  return typeof ref === 'string' && Object.hasOwn(Object(value), '$ref') ? ref : undefined
}

/** The key under which a container has a segment: a number in an array. */
export function keyOf(value: unknown, segment: string | number): string | number | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined
  if (!Array.isArray(value)) return String(segment)
  const index = Number(segment)
  return Number.isInteger(index) && index >= 0 && index < value.length ? index : undefined
}
