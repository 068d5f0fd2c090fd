/** The JSON Schema of the config, for editors. `docs/config.schema.json` is made from it. */
import { z } from 'zod'
import { hintFor } from './hints.ts'
import { configSchema } from './schema.ts'

type Schema = Readonly<Record<string, unknown>>

/**
 * Draft 7, which every editor reads. It accepts whatever the program accepts; what depends on more than one value, or
 * on the rest of the world, is for `gov config validate`.
 */
export function configJsonSchema(): object {
  const made: Schema = z.toJSONSchema(configSchema(), { io: 'input', target: 'draft-7' })
  return { ...described(structuredClone(made), ''), title: 'gov config' }
}

/** Each value with what to write there: an editor shows it beside the key. */
function described(schema: Schema, pattern: string): Schema {
  const { properties, items, additionalProperties } = schema
  const inner = {
    ...schema,
    description: hintFor(pattern),
    ...(isSchema(properties) && { properties: describedEach(properties, pattern) }),
    ...(isSchema(items) && { items: described(items, `${pattern}[]`) }),
    ...(isSchema(additionalProperties) && {
      additionalProperties: described(additionalProperties, `${pattern}.*`),
    }),
  }
  return pattern === 'definitions[]' ? orFileName(inner) : inner
}

function describedEach(properties: Schema, pattern: string): Schema {
  const entries = Object.entries(properties).map(([key, value]) => {
    const path = pattern === '' ? key : `${pattern}.${key}`
    return [key, isSchema(value) ? described(value, path) : value]
  })
  return Object.fromEntries(entries)
}

/** A definition may be written as the name of its file alone. */
function orFileName({ description, ...mapping }: Schema): Schema {
  const { properties } = mapping
  const file = isSchema(properties) ? properties.file : undefined
  return { description, anyOf: [file, mapping] }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
