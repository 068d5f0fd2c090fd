import { isRecord } from '../is-record.ts'
import type { SchemaObject } from './check.ts'

export type Change = (node: SchemaObject) => SchemaObject

/** A copy in which every mapping, from the innermost outwards, is what each of `changes` in turn makes of it. */
export function rewrite(schema: object, ...changes: readonly Change[]): SchemaObject {
  const copy: unknown = JSON.parse(JSON.stringify(schema), (_key, value: unknown) =>
    isRecord(value) ? changes.reduce<SchemaObject>((node, change) => change(node), value) : value,
  )
  return isRecord(copy) ? copy : {}
}
