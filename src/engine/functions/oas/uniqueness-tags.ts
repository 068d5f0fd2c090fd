import { isRecord } from '../../../model/record.ts'
import { print } from '../../print.ts'
import { defineFunction } from '../define.ts'
import { noOptions } from '../no-options.ts'
import { itemsOf } from './operations.ts'

/** No two of a list of tags have the same name. A list in which some tag has no name is not checked. */
export const uniquenessTags = defineFunction({
  name: 'uniquenessTags',
  options: noOptions,
  run: (target, _options, context) => {
    const names = itemsOf(target, context).map((tag) => (isRecord(tag) ? tag.name : undefined))
    if (!names.every((name) => typeof name === 'string')) return []
    return names.flatMap((name, index) =>
      names.indexOf(name) === index
        ? []
        : [{ message: `duplicate tag ${print(name)}`, path: [...context.path, index, 'name'] }],
    )
  },
})
