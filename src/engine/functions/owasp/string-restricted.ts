import { defineSchemaFunction, says } from './define-schema-function.ts'

/** A schema of type string says what its values look like: `format`, `pattern`, `enum` or `const`. */
export const owaspStringRestricted = defineSchemaFunction('owaspStringRestricted', 'string', (schema) =>
  ['format', 'pattern', 'enum'].some((keyword) => says(schema, keyword)) || 'const' in schema
    ? undefined
    : 'this string may contain anything: add `format`, `pattern`, `enum` or `const`',
)
