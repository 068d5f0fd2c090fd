import { isRecord } from '../../model/record.ts'

/** A text that two values share if they differ in nothing but the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (isRecord(inner) ? sorted(inner) : inner)) ?? ''
}

function sorted(value: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(value).sort(([some], [other]) => (some < other ? -1 : 1)))
}
