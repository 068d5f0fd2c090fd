import { z } from 'zod'
import { isRecord } from '../../core/model/record.ts'
import { compileSchema, dialects } from '../json-schema/compile.ts'
import { SchemaCompileError } from '../json-schema/schema-error.ts'
import { defineFunction, subject } from './define.ts'

const options = () =>
  z
    .strictObject({
      schema: z.custom<Readonly<Record<string, unknown>>>(isRecord, { error: 'must be a mapping' }),
      dialect: z.enum(['auto', ...dialects]).optional(),
      allErrors: z.boolean().optional(),
      /** Vacuum's: a missing target is checked, which it always is here. */
      forceValidation: z.boolean().optional(),
      forceValidationOnCurrentNode: z.boolean().optional(),
    })
    .transform(({ schema, dialect, allErrors, forceValidation }, context) => {
      try {
        return {
          validate: compileSchema(schema, dialect),
          allErrors: allErrors ?? false,
          isForced: forceValidation === true,
        }
      } catch (error) {
        if (!(error instanceof SchemaCompileError)) throw error
        context.addIssue({ code: 'custom', message: error.reason, path: ['schema', ...error.path] })
        return z.NEVER
      }
    })

/**
 * The target, seen through its `$ref`s, is valid against a JSON Schema. Without `allErrors` the check stops at the
 * first keyword that fails. A missing target is an error by itself.
 */
export const schema = defineFunction({
  name: 'schema',
  options,
  run: (target, { validate, allErrors }, context) => {
    if (target === undefined) return [{ message: `${subject(context)} must exist` }]
    const errors = validate(target, { allErrors, deref: context.deref })
    return (allErrors ? errors : errors.slice(0, 1)).map((error) => ({
      message: `${nameSubject(error.path)} ${error.message}`,
      path: [...context.path, ...error.path],
    }))

    function nameSubject(path: readonly (string | number)[]): string {
      return path.length === 0 ? subject(context) : subject({ ...context, property: undefined, path })
    }
  },
})
