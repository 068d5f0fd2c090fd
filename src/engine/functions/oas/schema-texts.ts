import { makeSchema, type SchemaName } from './make-schema.ts'

export { schemaNames } from './make-schema.ts'

/**
 * A schema as JSON, without what is only for people. In the build this module is the texts themselves: to make them
 * takes longer than to check a document.
 */
export function schemaText(name: SchemaName): string {
  return JSON.stringify(makeSchema(name), withoutProse)
}

/** A property of that name has a schema, which is no text. */
function withoutProse(key: string, value: unknown): unknown {
  return typeof value === 'string' && ['description', 'title', '$comment'].includes(key) ? undefined : value
}
