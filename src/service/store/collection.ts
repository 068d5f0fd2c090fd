/** Where the records of a kind outlive the process, if they do. */
export interface Keeper<Item> {
  save(item: Item): Promise<void>
  remove(item: Item): Promise<void>
}

/** The records of one kind that may change, by id. A change is seen once it is kept, and not before. */
export interface Collection<Item> {
  all(): readonly Item[]
  find(id: string): Item | undefined
  /** Adds the item, or takes the place of the one with its id. Rejects, and changes nothing, when it cannot be kept. */
  save(item: Item): Promise<void>
  remove(item: Item): Promise<void>
}

const noopKeeper: Keeper<unknown> = { save: async () => {}, remove: async () => {} }

export function createCollection<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  keeper: Keeper<Item> = noopKeeper,
): Collection<Item> {
  const byId = new Map(items.map((item) => [idOf(item), item]))
  return {
    all: () => [...byId.values()],
    find: (id) => byId.get(id),
    save: async (item) => {
      await keeper.save(item)
      byId.set(idOf(item), item)
    },
    remove: async (item) => {
      await keeper.remove(item)
      byId.delete(idOf(item))
    },
  }
}
