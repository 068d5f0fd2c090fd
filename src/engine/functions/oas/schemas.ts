import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import { isOfType } from '../../json-schema/values.ts'
import { detectFormats } from '../../openapi/formats.ts'
import { print } from '../../print.ts'
import type { FunctionContext, FunctionResult } from '../../rule.ts'
import { defineFunction } from '../define.ts'
import { viewSchemas } from './below-root.ts'

/**
 * Every value of a schema's `enum` is of the schema's `type`, in the target or, if that is the document, in each of its schemas; null is too where `nullable` (in version 3.0) or
 * `x-nullable` (in version 2) is true. A schema without both keys is not checked.
 */
export const typedEnum = defineFunction({
  name: 'typedEnum',
  checks: ['object'],
  run: (target, _options, context) => viewSchemas(target, context, checkEnum),
})

function checkEnum(schema: unknown, readPath: () => Path, context: FunctionContext): FunctionResult[] {
  if (!isRecord(schema) || !Array.isArray(schema.enum)) return []
  const types = readSchemaTypes(schema, context.root)
  if (!types) return []
  return schema.enum.flatMap((value: unknown, index) => {
    if (types.some((type) => isOfType(context.deref(value), type))) return []
    const message = `Enum value ${print(value)} is not of type ${types.join(' or ')}`
    return [{ message, path: [...readPath(), 'enum', index] }]
  })
}

function readSchemaTypes(schema: Readonly<Record<string, unknown>>, root: unknown): string[] | undefined {
  const types: unknown[] = [schema.type].flat()
  if (!types.every((type) => typeof type === 'string')) return undefined
  return isNullable(schema, root) ? [...types, 'null'] : types
}

function isNullable(schema: Readonly<Record<string, unknown>>, root: unknown): boolean {
  const formats = detectFormats(root)
  if (formats.has('oas2')) return schema['x-nullable'] === true
  return formats.has('oas3.0') && schema.nullable === true
}

/** In version 2 the `discriminator` of a schema, or of each in a document, is the name of one of its properties, which is required. */
export const oasDiscriminator = defineFunction({
  name: 'oasDiscriminator',
  run: (target, _options, context) => viewSchemas(target, context, checkDiscriminator),
})

function checkDiscriminator(
  schema: unknown,
  readPath: () => Path,
  context: FunctionContext,
): FunctionResult[] {
  if (!isRecord(schema) || typeof schema.discriminator !== 'string') return []
  const { discriminator } = schema
  const properties = context.deref(schema.properties)
  const required = context.deref(schema.required)
  const isDefined = isRecord(properties) && Object.hasOwn(properties, discriminator)
  const isRequired = Array.isArray(required) && required.includes(discriminator)
  const fault = (reason: string, key: string) => ({
    message: `Discriminator ${print(discriminator)} is ${reason}`,
    path: [...readPath(), key],
  })
  return [
    ...(isDefined ? [] : [fault('not defined in this schema', 'properties')]),
    ...(isRequired ? [] : [fault('not in the list of required properties', 'required')]),
  ]
}
