import { isRecord } from '../../../model/record.ts'
import { print } from '../../print.ts'
import { defineFunction } from '../define.ts'
import { noOptions } from '../no-options.ts'
import { itemsOf, operationsOfPaths } from './operations.ts'

/** Every tag of an operation is the name of one of the document's `tags`. The target is the document. */
export const oasTagDefined = defineFunction({
  name: 'oasTagDefined',
  options: noOptions,
  run: (target, _options, context) => {
    if (!isRecord(target)) return []
    const names = new Set(itemsOf(target.tags, context).map(nameOf))
    return operationsOfPaths(context.deref(target.paths), context).flatMap(({ value, below }) => {
      const tags = 'tags' in value ? itemsOf(value.tags, context) : []
      return tags.flatMap((tag, index) =>
        typeof tag === 'string' && names.has(tag)
          ? []
          : [
              {
                message: `the tag ${print(tag)} is not in the document's tags`,
                path: [...context.path, 'paths', ...below, 'tags', index],
              },
            ],
      )
    })
  },
})

function nameOf(tag: unknown): unknown {
  return isRecord(tag) ? tag.name : undefined
}
