import { isRecord } from '../../model/record.ts'
import { formatsOf } from '../formats.ts'
import { isOfType } from '../json-schema/type.ts'
import { print } from '../print.ts'
import { defineFunction } from './define.ts'
import { noOptions } from './no-options.ts'

/**
 * Every value of a schema's `enum` is of the schema's `type`; null is too where `nullable` (in version 3.0) or
 * `x-nullable` (in version 2) is true. A target without both keys is not checked.
 */
export const typedEnum = defineFunction({
  name: 'typedEnum',
  options: noOptions,
  run: (target, _options, context) => {
    if (!isRecord(target) || !Array.isArray(target.enum)) return []
    const types = typesOf(target, context.root)
    if (!types) return []
    return target.enum.flatMap((value: unknown, index) =>
      types.some((type) => isOfType(context.deref(value), type))
        ? []
        : [
            {
              message: `the enum value ${print(value)} is not of type ${types.join(' or ')}`,
              path: [...context.path, 'enum', index],
            },
          ],
    )
  },
})

function typesOf(schema: Readonly<Record<string, unknown>>, root: unknown): string[] | undefined {
  const types: unknown[] = [schema.type].flat()
  if (!types.every((type) => typeof type === 'string')) return undefined
  return isNullable(schema, root) ? [...types, 'null'] : types
}

function isNullable(schema: Readonly<Record<string, unknown>>, root: unknown): boolean {
  const formats = formatsOf(root)
  if (formats.has('oas2')) return schema['x-nullable'] === true
  return formats.has('oas3.0') && schema.nullable === true
}
