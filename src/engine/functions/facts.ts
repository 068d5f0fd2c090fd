import type { Path } from '../../core/model/location.ts'
import { getChild } from '../../core/model/record.ts'
import type { JsonMapping } from '../openapi/operations.ts'
import type { FunctionContext } from '../rule.ts'

/** Resolves a path, following references on the way. */
export function viewNode(path: Path, { root, deref }: FunctionContext): unknown {
  return path.reduce<unknown>((value, key) => getChild(deref(value), key), root)
}

/** An empty text says as little as none. */
export function hasText(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

export function listTypes(schema: JsonMapping): readonly unknown[] {
  return schema.type === undefined ? [] : [schema.type].flat()
}
