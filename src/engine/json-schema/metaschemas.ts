import applicator from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with { type: 'json' }
import content from 'ajv/dist/refs/json-schema-2020-12/meta/content.json' with { type: 'json' }
import core from 'ajv/dist/refs/json-schema-2020-12/meta/core.json' with { type: 'json' }
import format from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json' with { type: 'json' }
import metadata from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json' with { type: 'json' }
import unevaluated from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json' with { type: 'json' }
import validation from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json' with { type: 'json' }
import draft2020 from 'ajv/dist/refs/json-schema-2020-12/schema.json' with { type: 'json' }
import draft4 from 'ajv-draft-04/dist/refs/json-schema-draft-04.json' with { type: 'json' }
import { isRecord } from '../is-record.ts'
import type { SchemaObject } from './check.ts'

/** The schema of draft 4 schemas. Formats are left to what compiles a schema. */
export const draft4Metaschema: SchemaObject = rewrite(draft4, draft4.id)

/** The schema of draft 2020-12 schemas, its vocabularies included, where subschemas are held to `inner`. */
export function draft2020Metaschema(inner: string = draft2020.$id): SchemaObject {
  const vocabularies = { core, applicator, unevaluated, validation, metadata, format, content }
  return rewrite({ ...draft2020, $defs: vocabularies }, inner)
}

/** References are followed by address only: what a dynamic one leads to is written in its place. */
function rewrite(schema: object, inner: string): SchemaObject {
  const copy: unknown = JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === 'format' && typeof value === 'string') return undefined
    return isRecord(value) && value.$dynamicRef === '#meta' ? { $ref: inner } : value
  })
  return isRecord(copy) ? copy : {}
}
