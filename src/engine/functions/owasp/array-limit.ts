import { defineSchemaFunction, says } from './define-schema-function.ts'

/** A schema of type array has `maxItems`. */
export const owaspArrayLimit = defineSchemaFunction('owaspArrayLimit', 'array', (schema) =>
  says(schema, 'maxItems') ? undefined : 'this array has no upper limit: add `maxItems`',
)
