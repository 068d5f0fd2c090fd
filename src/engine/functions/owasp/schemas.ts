import { isRecord } from '../../../core/model/record.ts'
import type { JsonMapping } from '../../openapi/operations.ts'
import type { RuleFunction } from '../../rule.ts'
import { definePartFunction } from '../define.ts'
import { hasText, listTypes } from '../facts.ts'

/** The functions for schemas. Those of requests and of responses are held to the same. */
export const schemaFunctions: readonly RuleFunction[] = [
  defineSchemaFunction('owaspArrayLimit', 'array', ({ maxItems }) =>
    hasText(maxItems) ? undefined : 'Array has no upper limit: add `maxItems`',
  ),
  defineSchemaFunction('owaspIntegerFormat', 'integer', ({ format }) =>
    format === 'int32' || format === 'int64'
      ? undefined
      : 'Integer has no size: set `format` to `int32` or `int64`',
  ),
  /** The exclusive bounds of OpenAPI 3.0 are booleans about the inclusive ones, and no bounds by themselves. */
  defineSchemaFunction('owaspIntegerLimit', 'integer', (schema) => {
    const missing = [
      ...(isBound(schema, 'minimum', 'exclusiveMinimum') ? [] : ['lower bound (`minimum`)']),
      ...(isBound(schema, 'maximum', 'exclusiveMaximum') ? [] : ['upper bound (`maximum`)']),
    ]
    return missing.length === 0 ? undefined : `Integer has no ${missing.join(' and no ')}`
  }),
  defineSchemaFunction('owaspNoAdditionalProperties', 'object', (schema) =>
    acceptsMore(schema)
      ? 'Object allows unknown properties: set `additionalProperties` to false, or leave it out'
      : undefined,
  ),
  defineSchemaFunction('owaspNoAdditionalPropertiesConstrained', 'object', (schema) =>
    acceptsMore(schema) && !hasText(schema.maxProperties)
      ? 'Object allows unlimited additional properties: add `maxProperties`'
      : undefined,
  ),
  defineSchemaFunction('owaspStringLimit', 'string', (schema) =>
    hasText(schema.maxLength) || hasText(schema.enum) || 'const' in schema
      ? undefined
      : 'String has no upper limit: add `maxLength`, or list its values with `enum` or `const`',
  ),
  defineSchemaFunction('owaspStringRestricted', 'string', (schema) =>
    [schema.format, schema.pattern, schema.enum].some(hasText) || 'const' in schema
      ? undefined
      : 'String may contain anything: add `format`, `pattern`, `enum` or `const`',
  ),
]

/**
 * A function for the schemas of one type in the whole document: `type` is it, or a list with it. `faultOf` says what
 * is wrong with one of them.
 */
function defineSchemaFunction(
  name: string,
  type: string,
  faultOf: (schema: JsonMapping) => string | undefined,
): RuleFunction {
  return definePartFunction(name, 'schema', (schema) => {
    const message = listTypes(schema).includes(type) ? faultOf(schema) : undefined
    return message === undefined ? undefined : { message }
  })
}

function isBound(schema: JsonMapping, ...keywords: readonly string[]): boolean {
  return keywords.some((keyword) => typeof schema[keyword] === 'number')
}

/** Whether an object schema says that it takes further properties: any, or those of a schema. */
function acceptsMore({ additionalProperties }: JsonMapping): boolean {
  return additionalProperties === true || isRecord(additionalProperties)
}
