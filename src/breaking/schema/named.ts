import { isRecord } from '../../model/record.ts'
import type { Node } from '../document.ts'

/** What several objects hold, by its name. */
export function namedIn(holders: readonly Node[]): ReadonlyMap<string, readonly Node[]> {
  const found = new Map<string, readonly Node[]>()
  for (const { value, path } of holders)
    for (const [name, inner] of Object.entries(isRecord(value) ? value : {}))
      found.set(name, [...(found.get(name) ?? []), { value: inner, path: [...path, name] }])
  return found
}
