import { defineSchemaFunction, says } from './define-schema-function.ts'

/** A schema of type string has `maxLength`, or its values are listed with `enum` or `const`. */
export const owaspStringLimit = defineSchemaFunction('owaspStringLimit', 'string', (schema) =>
  says(schema, 'maxLength') || says(schema, 'enum') || 'const' in schema
    ? undefined
    : 'this string has no upper limit: add `maxLength`, or list its values with `enum` or `const`',
)
