import { defineSchemaFunction } from './define-schema-function.ts'

/** A schema of type integer has the `format` int32 or int64. */
export const owaspIntegerFormat = defineSchemaFunction('owaspIntegerFormat', 'integer', ({ format }) =>
  format === 'int32' || format === 'int64'
    ? undefined
    : 'this integer has no size: set `format` to `int32` or `int64`',
)
