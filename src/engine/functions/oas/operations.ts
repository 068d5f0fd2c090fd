import { additionalOperations, isHttpMethod } from '../../../model/http-methods.ts'
import type { Path } from '../../../model/location.ts'
import { isRecord } from '../../../model/record.ts'
import type { FunctionContext } from '../../rule.ts'

/** An operation, and the keys that lead to it from the `paths` object. */
export interface Operation {
  readonly value: object
  readonly below: Path
}

/** The operations of a path item, those with methods of their own included, in its own order. One that is an array or a mapping is one; no other value is. */
export function operationsOf(item: unknown, key: string, { deref }: FunctionContext): Operation[] {
  const seen = deref(item)
  if (!isRecord(seen)) return []
  const at = (written: unknown, below: Path): Operation[] => {
    const value = deref(written)
    return typeof value === 'object' && value !== null ? [{ value, below }] : []
  }
  return Object.keys(seen).flatMap((name) => {
    if (isHttpMethod(name)) return at(seen[name], [key, name])
    const others = name === additionalOperations ? deref(seen[name]) : undefined
    if (!isRecord(others)) return []
    return Object.keys(others).flatMap((method) => at(others[method], [key, name, method]))
  })
}

/** All operations of a `paths` object. */
export function operationsOfPaths(paths: unknown, context: FunctionContext): Operation[] {
  if (!isRecord(paths)) return []
  return Object.entries(paths).flatMap(([key, item]) => operationsOf(item, key, context))
}

/** The `$ref`s of a list's items followed; nothing if it is not a list. */
export function itemsOf(list: unknown, { deref }: FunctionContext): readonly unknown[] {
  const seen = deref(list)
  return Array.isArray(seen) ? seen.map((item: unknown) => deref(item)) : []
}
