import { isRecord } from '../../../core/model/record.ts'
import type { SchemaObject } from '../../json-schema/check.ts'
import type { SchemaName } from './make-schema.ts'
import { renderSchema } from './schema-text.ts'

const read = new Map<SchemaName, SchemaObject>()

/** One of the official schemas, the same object each time: it is compiled once. Read when it is first asked for. */
export function loadOfficialSchema(name: SchemaName): SchemaObject {
  const known = read.get(name)
  if (known) return known
  const schema: unknown = JSON.parse(renderSchema(name))
  if (!isRecord(schema)) throw new Error(`the schema ${name} is not a mapping`)
  read.set(name, schema)
  return schema
}
