import applicator from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with { type: 'json' }
import content from 'ajv/dist/refs/json-schema-2020-12/meta/content.json' with { type: 'json' }
import core from 'ajv/dist/refs/json-schema-2020-12/meta/core.json' with { type: 'json' }
import format from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json' with { type: 'json' }
import metadata from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json' with { type: 'json' }
import unevaluated from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json' with { type: 'json' }
import validation from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json' with { type: 'json' }
import draft2020 from 'ajv/dist/refs/json-schema-2020-12/schema.json' with { type: 'json' }
import draft4 from 'ajv-draft-04/dist/refs/json-schema-draft-04.json' with { type: 'json' }
import type { SchemaObject } from './check.ts'
import { type Change, rewrite } from './rewrite.ts'

/** The schema of draft 4 schemas; `formats` as in MetaschemaOptions. */
export function draft4Metaschema(formats = false): SchemaObject {
  return rewrite(draft4, formats ? same : withoutFormat)
}

export interface MetaschemaOptions {
  /** The address of what subschemas are held to; absent: the metaschema itself. */
  readonly inner?: string
  /** False: formats, such as that of a pattern, are left to what compiles a schema. */
  readonly formats?: boolean
}

/** The schema of draft 2020-12 schemas, its vocabularies included. References are followed by address only. */
export function draft2020Metaschema({
  inner = draft2020.$id,
  formats = false,
}: MetaschemaOptions = {}): SchemaObject {
  const vocabularies = { core, applicator, unevaluated, validation, metadata, format, content }
  const toInner: Change = (node) => (node.$dynamicRef === '#meta' ? { $ref: inner } : node)
  return rewrite({ ...draft2020, $defs: vocabularies }, toInner, formats ? same : withoutFormat)
}

const same: Change = (node) => node

function withoutFormat({ format, ...rest }: SchemaObject): SchemaObject {
  return typeof format === 'object' ? { ...rest, format } : rest
}
