import type { Path } from '../../../model/location.ts'
import { isObject, isRecord } from '../../../model/record.ts'
import type { FunctionContext } from '../../rule.ts'
import { writtenOperations } from '../facts.ts'

/** An operation, and the keys that lead to it from the `paths` object. */
export interface Operation {
  readonly value: object
  readonly below: Path
}

/** The operations of a path item, those with methods of their own included, in its own order. One that is an array or a mapping is one; no other value is. */
export function operationsOf(item: unknown, key: string, context: FunctionContext): Operation[] {
  const seen = context.deref(item)
  if (!isRecord(seen)) return []
  return writtenOperations({ item: seen, path: [key] }, context).flatMap(({ written, path }) => {
    const value = context.deref(written)
    return isObject(value) ? [{ value, below: path }] : []
  })
}

/** All operations of a `paths` object. */
export function operationsOfPaths(paths: unknown, context: FunctionContext): Operation[] {
  if (!isRecord(paths)) return []
  return Object.entries(paths).flatMap(([key, item]) => operationsOf(item, key, context))
}
