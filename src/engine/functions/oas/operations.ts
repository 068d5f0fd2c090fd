import type { Path } from '../../../model/location.ts'
import { isRecord } from '../../../model/record.ts'
import type { FunctionContext } from '../../rule.ts'

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** An operation, and the keys that lead to it from the `paths` object. */
export interface Operation {
  readonly value: object
  readonly below: Path
}

/** The operations of a path item, in its own order. One that is an array or a mapping is one; no other value is. */
export function operationsOf(item: unknown, key: string, { deref }: FunctionContext): Operation[] {
  const seen = deref(item)
  if (!isRecord(seen)) return []
  return Object.keys(seen).flatMap((method) => {
    if (!methods.some((known) => known === method)) return []
    const value = deref(seen[method])
    return typeof value === 'object' && value !== null ? [{ value, below: [key, method] }] : []
  })
}

/** All operations of a `paths` object. */
export function operationsOfPaths(paths: unknown, context: FunctionContext): Operation[] {
  if (!isRecord(paths)) return []
  return Object.entries(paths).flatMap(([key, item]) => operationsOf(item, key, context))
}

/** The `$ref`s of a list's items followed; nothing for what is no list. */
export function itemsOf(list: unknown, { deref }: FunctionContext): readonly unknown[] {
  const seen = deref(list)
  return Array.isArray(seen) ? seen.map((item: unknown) => deref(item)) : []
}
