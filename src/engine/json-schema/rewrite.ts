import { isRecord } from '../../model/record.ts'
import type { SchemaObject } from './check.ts'

export type Change = (node: SchemaObject) => SchemaObject

/** A copy in which every mapping, from the innermost outwards, is what each of `changes` in turn makes of it. */
export function rewrite(schema: object, ...changes: readonly Change[]): SchemaObject {
  const copy = copyOf(schema, changes)
  return isRecord(copy) ? copy : {}
}

function copyOf(value: unknown, changes: readonly Change[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => copyOf(item, changes))
  if (!isRecord(value)) return value
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) copy[key] = copyOf(value[key], changes)
  return changes.reduce<SchemaObject>((node, change) => change(node), copy)
}
