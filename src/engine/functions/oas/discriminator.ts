import { isRecord } from '../../../model/record.ts'
import { print } from '../../print.ts'
import { defineFunction } from '../define.ts'
import { noOptions } from '../no-options.ts'

/** In version 2 the `discriminator` of a schema is the name of one of its properties, which is required. */
export const oasDiscriminator = defineFunction({
  name: 'oasDiscriminator',
  options: noOptions,
  run: (target, _options, context) => {
    if (!isRecord(target) || typeof target.discriminator !== 'string') return []
    const { discriminator } = target
    const properties = context.deref(target.properties)
    const required = context.deref(target.required)
    const isDefined = isRecord(properties) && Object.hasOwn(properties, discriminator)
    const isRequired = Array.isArray(required) && required.includes(discriminator)
    return [
      ...(isDefined ? [] : [fault('not defined in this schema', 'properties')]),
      ...(isRequired ? [] : [fault('not in the list of required properties', 'required')]),
    ]

    function fault(reason: string, key: string) {
      return {
        message: `the discriminator ${print(discriminator)} is ${reason}`,
        path: [...context.path, key],
      }
    }
  },
})
