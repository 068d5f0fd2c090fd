/** The items by their keys, in the order in which they come. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) addToGroup(groups, keyOf(item), item)
  return groups
}

export function addToGroup<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key)
  if (group) group.push(item)
  else groups.set(key, [item])
}

/** The first item of each key. */
export function listFirsts<Item>(items: Iterable<Item>, keyOf: (item: Item) => unknown): readonly Item[] {
  return [...groupBy(items, keyOf).values()].flatMap(([first]) => first ?? [])
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
