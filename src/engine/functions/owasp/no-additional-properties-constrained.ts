import { defineSchemaFunction, says } from './define-schema-function.ts'
import { takesMore } from './takes-more.ts'

/** A schema of type object that takes additional properties limits how many with `maxProperties`. */
export const owaspNoAdditionalPropertiesConstrained = defineSchemaFunction(
  'owaspNoAdditionalPropertiesConstrained',
  'object',
  (schema) =>
    takesMore(schema) && !says(schema, 'maxProperties')
      ? 'this object allows unlimited additional properties: add `maxProperties`'
      : undefined,
)
