import type { Nodes } from '../document.ts'
import { type Compared, descendOpen, refuses } from './compare.ts'
import type { SchemaView } from './schema-view.ts'

/** A list: first the items that have a schema by their position, then all others. */
export function checkItems(compared: Compared): void {
  const { base, head, use, report } = compared
  const [before, after] = [readItems(base), readItems(head)]
  for (let index = 0; index < Math.max(before.first.length, after.first.length); index++)
    descendOpen(compared, 'array', before.first[index] ?? before.others, after.first[index] ?? after.others)
  descendOpen(compared, 'array', before.others, after.others)
  if (use.direction !== 'request' || after.first.length >= before.first.length || refuses(after.others))
    return
  const message = `had ${before.first.length} items by position and now has ${after.first.length}`
  report('breaking-request-constraint-changed', message)
}

interface Items {
  /** At each position, the schemas of all parts that have one there. */
  readonly first: readonly Nodes[]
  readonly others: Nodes
}

/** Before JSON Schema 2020-12, `items` was also a list, and `additionalItems` were the others. */
function readItems(view: SchemaView): Items {
  const items = view.inner('items')
  const lists = [...view.inner('prefixItems'), ...items].filter(({ value }) => Array.isArray(value))
  const length = Math.max(0, ...lists.map(({ value }) => Object(value).length))
  const at = (index: number) =>
    lists.flatMap(({ value, path }) => {
      const list = value as readonly unknown[]
      return index < list.length ? [{ value: list[index], path: [...path, index] }] : []
    })
  const wereLists = items.some(({ value }) => Array.isArray(value))
  return {
    first: Array.from({ length }, (_, index) => at(index)),
    others: wereLists
      ? view.inner('additionalItems')
      : items.length > 0
        ? items
        : view.inner('contains').length > 0
          ? []
          : view.inner('unevaluatedItems'),
  }
}
