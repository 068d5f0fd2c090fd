/** The items by their keys, in the order in which they come. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** The items that have no equal in `others`, each of which is the equal of one; `render` is the same for two that are. */
export function subtractItems<Item>(
  items: readonly Item[],
  others: readonly Item[],
  render: (item: Item) => string,
): readonly Item[] {
  const left = groupBy(others, render)
  return items.filter((item) => left.get(render(item))?.pop() === undefined)
}
