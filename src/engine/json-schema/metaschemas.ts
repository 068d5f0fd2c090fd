import applicator from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with { type: 'json' }
import content from 'ajv/dist/refs/json-schema-2020-12/meta/content.json' with { type: 'json' }
import core from 'ajv/dist/refs/json-schema-2020-12/meta/core.json' with { type: 'json' }
import format from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json' with { type: 'json' }
import metadata from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json' with { type: 'json' }
import unevaluated from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json' with { type: 'json' }
import validation from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json' with { type: 'json' }
import draft2020 from 'ajv/dist/refs/json-schema-2020-12/schema.json' with { type: 'json' }
import draft4 from 'ajv-draft-04/dist/refs/json-schema-draft-04.json' with { type: 'json' }
import { isRecord } from '../../core/model/record.ts'
import type { SchemaObject } from './check.ts'

interface MetaschemaOptions {
  /** The formats that are asked for; what compiles a schema looks at some of them, too. */
  readonly formats?: readonly string[]
  /** The address of what subschemas are held to; absent: the metaschema itself. */
  readonly inner?: string
}

/** The schema of draft 4 schemas. */
export function createDraft4Metaschema({
  formats = [],
}: Omit<MetaschemaOptions, 'inner'> = {}): SchemaObject {
  return rewrite(draft4, keepFormats(formats))
}

/** The schema of draft 2020-12 schemas, its vocabularies included. References are followed by address only. */
export function createDraft2020Metaschema({
  formats = [],
  inner = draft2020.$id,
}: MetaschemaOptions = {}): SchemaObject {
  const vocabularies = { core, applicator, unevaluated, validation, metadata, format, content }
  const toInner: MetaschemaChange = (node) => (node.$dynamicRef === '#meta' ? { $ref: inner } : node)
  return rewrite({ ...draft2020, $defs: vocabularies }, toInner, keepFormats(formats))
}

function keepFormats(formats: readonly string[]): MetaschemaChange {
  return ({ format, ...rest }) =>
    typeof format === 'object' || formats.some((kept) => kept === format) ? { ...rest, format } : rest
}

export type MetaschemaChange = (node: SchemaObject) => SchemaObject

/** A copy in which every mapping, from the innermost outwards, is what each of `changes` in turn makes of it. */
export function rewrite(schema: object, ...changes: readonly MetaschemaChange[]): SchemaObject {
  const copy = copyChanged(schema, changes)
  return isRecord(copy) ? copy : {}
}

function copyChanged(value: unknown, changes: readonly MetaschemaChange[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => copyChanged(item, changes))
  if (!isRecord(value)) return value
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) copy[key] = copyChanged(value[key], changes)
  return changes.reduce<SchemaObject>((node, change) => change(node), copy)
}
