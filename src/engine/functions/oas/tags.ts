import { isRecord } from '../../../model/record.ts'
import { print } from '../../print.ts'
import { defineFunction } from '../define.ts'
import { list } from '../facts.ts'
import { operationsOfPaths } from './operations.ts'

/** Every tag of an operation is the name of one of the document's `tags`. The target is the document. */
export const oasTagDefined = defineFunction({
  name: 'oasTagDefined',
  run: (target, _options, context) => {
    if (!isRecord(target)) return []
    const names = new Set(list(target.tags, context).map(nameOf))
    return operationsOfPaths(context.deref(target.paths), context).flatMap(({ value, below }) => {
      const tags = 'tags' in value ? list(value.tags, context) : []
      return tags.flatMap((tag, index) => {
        if (typeof tag === 'string' && names.has(tag)) return []
        const path = [...context.path, 'paths', ...below, 'tags', index]
        return [{ message: `the tag ${print(tag)} is not in the document's tags`, path }]
      })
    })
  },
})

/** No two of a list of tags have the same name. A list in which some tag has no name is not checked. */
export const uniquenessTags = defineFunction({
  name: 'uniquenessTags',
  run: (target, _options, context) => {
    const names = list(target, context).map(nameOf)
    if (!names.every((name) => typeof name === 'string')) return []
    return names.flatMap((name, index) =>
      names.indexOf(name) === index
        ? []
        : [{ message: `duplicate tag ${print(name)}`, path: [...context.path, index, 'name'] }],
    )
  },
})

function nameOf(tag: unknown): unknown {
  return isRecord(tag) ? tag.name : undefined
}
