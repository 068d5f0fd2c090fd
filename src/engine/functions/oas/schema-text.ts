import { makeSchema, type SchemaName } from './make-schema.ts'

export { schemaNames } from './make-schema.ts'

/** One of the official schemas, as JSON. The build has the texts themselves in the place of this file. */
export function renderSchema(name: SchemaName): string {
  return JSON.stringify(makeSchema(name), dropProse)
}

/** A property of that name has a schema, which is not a string. */
function dropProse(key: string, value: unknown): unknown {
  return typeof value === 'string' && ['description', 'title', '$comment'].includes(key) ? undefined : value
}
