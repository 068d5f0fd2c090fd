import { isRecord } from '../is-record.ts'
import { isOfType } from '../json-schema/type.ts'
import { print } from '../print.ts'
import { defineFunction } from './define.ts'
import { noOptions } from './no-options.ts'

/**
 * Every value of a schema's `enum` is of the schema's `type`; null is too where `nullable` (or `x-nullable`, in
 * version 2) is true. A target without both keys is not looked at.
 */
export const typedEnum = defineFunction({
  name: 'typedEnum',
  options: noOptions,
  run: (target, _options, context) => {
    if (!isRecord(target) || !Array.isArray(target.enum)) return []
    const types = typesOf(target, context.root)
    if (types.length === 0) return []
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

function typesOf(schema: Readonly<Record<string, unknown>>, root: unknown): string[] {
  const types = [schema.type].flat().filter((type) => typeof type === 'string')
  const isVersion2 = isRecord(root) && 'swagger' in root
  const nullable = isVersion2 ? schema['x-nullable'] : schema.nullable
  return types.length > 0 && nullable === true ? [...types, 'null'] : types
}
