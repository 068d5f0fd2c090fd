import { defineSchemaFunction, type Schema } from './define-schema-function.ts'

/**
 * A schema of type integer has a lower and an upper bound, each inclusive or exclusive. The exclusive bounds of
 * OpenAPI 3.0 are booleans about the inclusive ones, and no bounds by themselves.
 */
export const owaspIntegerLimit = defineSchemaFunction('owaspIntegerLimit', 'integer', (schema) => {
  const missing = [
    ...(isBound(schema, 'minimum', 'exclusiveMinimum') ? [] : ['lower bound (`minimum`)']),
    ...(isBound(schema, 'maximum', 'exclusiveMaximum') ? [] : ['upper bound (`maximum`)']),
  ]
  return missing.length === 0 ? undefined : `this integer has no ${missing.join(' and no ')}`
})

function isBound(schema: Schema, ...keywords: readonly string[]): boolean {
  return keywords.some((keyword) => typeof schema[keyword] === 'number')
}
