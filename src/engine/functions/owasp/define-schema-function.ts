import type { RuleFunction } from '../../rule.ts'
import { noOptions } from '../no-options.ts'
import { defineDocumentFunction } from './define-document-function.ts'
import { partsOf } from './parts.ts'

/** A schema with at least one type. */
export type Schema = Readonly<Record<string, unknown>>

/**
 * A function for the schemas of one type in the whole document: `type` is it, or a list with it. `faultOf` says what
 * is wrong with one of them. Schemas of requests and of responses are held to the same.
 */
export function defineSchemaFunction(
  name: string,
  type: string,
  faultOf: (schema: Schema) => string | undefined,
): RuleFunction {
  return defineDocumentFunction(name, noOptions, (document) =>
    partsOf(document, 'schema').flatMap(({ value, path }) => {
      const fault = hasType(value, type) ? faultOf(value) : undefined
      return fault === undefined ? [] : [{ message: fault, path: path() }]
    }),
  )
}

export function hasType(schema: Schema, type: string): boolean {
  return schema.type === type || (Array.isArray(schema.type) && schema.type.includes(type))
}

/** Whether a keyword has a value: an empty text and null say nothing. */
export function says(schema: Schema, keyword: string): boolean {
  const value = schema[keyword]
  return value !== undefined && value !== null && value !== ''
}
