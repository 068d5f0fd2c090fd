import type { Path } from '../../model/location.ts'
import { oncePer } from '../../model/once.ts'
import { isObject, isRecord } from '../../model/record.ts'
import type { Members } from '../rules/make.ts'

export interface FoundObject {
  readonly path: Path
  readonly value: Members
}

/** All objects of a value, itself included. */
export function objectsIn(root: unknown): readonly FoundObject[] {
  return isObject(root) ? objectsFound(root) : []
}

const objectsFound = oncePer(findObjects)

function findObjects(root: object): readonly FoundObject[] {
  const found: FoundObject[] = []
  const waiting: { readonly path: Path; readonly value: object }[] = [{ path: [], value: root }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value } = next
    if (isRecord(value)) found.push({ path, value })
    for (const [key, each] of Object.entries(value))
      if (isObject(each))
        waiting.push({ path: [...path, Array.isArray(value) ? Number(key) : key], value: each })
  }
  return found
}
