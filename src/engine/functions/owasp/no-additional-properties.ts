import { defineSchemaFunction } from './define-schema-function.ts'
import { takesMore } from './takes-more.ts'

/** A schema of type object does not set `additionalProperties`, or sets it to false. */
export const owaspNoAdditionalProperties = defineSchemaFunction(
  'owaspNoAdditionalProperties',
  'object',
  (schema) =>
    takesMore(schema)
      ? 'this object allows unknown properties: set `additionalProperties` to false, or leave it out'
      : undefined,
)
