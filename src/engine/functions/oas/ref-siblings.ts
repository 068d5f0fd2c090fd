import { isRecord } from '../../../model/record.ts'
import { childOf } from '../../pointer.ts'
import { defineFunction } from '../define.ts'
import { noOptions } from '../no-options.ts'

/** Nothing is next to a `$ref`, which is the target. Each key that does is reported. */
export const refSiblings = defineFunction({
  name: 'refSiblings',
  options: noOptions,
  run: (_target, _options, { path, root }) => {
    const around = path.slice(0, -1)
    const holder = around.reduce<unknown>(childOf, root)
    if (!isRecord(holder)) return []
    return Object.keys(holder)
      .filter((key) => key !== '$ref')
      .map((key) => ({
        message: `"${key}" is next to a $ref and ignored`,
        path: [...around, key],
      }))
  },
})
