import type { Path } from '../../../model/location.ts'
import { isRecord } from '../../../model/record.ts'
import { print } from '../../print.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { defineFunction } from '../define.ts'
import { atSchemas } from './below-root.ts'

/** In version 2 the `discriminator` of a schema, or of each in a document, is the name of one of its properties, which is required. */
export const oasDiscriminator = defineFunction({
  name: 'oasDiscriminator',
  run: (target, _options, context) => atSchemas(target, context, check),
})

function check(schema: unknown, path: Path, context: FunctionContext): FunctionResult[] {
  if (!isRecord(schema) || typeof schema.discriminator !== 'string') return []
  const { discriminator } = schema
  const properties = context.deref(schema.properties)
  const required = context.deref(schema.required)
  const isDefined = isRecord(properties) && Object.hasOwn(properties, discriminator)
  const isRequired = Array.isArray(required) && required.includes(discriminator)
  const fault = (reason: string, key: string) => ({
    message: `the discriminator ${print(discriminator)} is ${reason}`,
    path: [...path, key],
  })
  return [
    ...(isDefined ? [] : [fault('not defined in this schema', 'properties')]),
    ...(isRequired ? [] : [fault('not in the list of required properties', 'required')]),
  ]
}
