import type { Field } from './field.ts'

/** What a list is made of. */
export interface ListView<Key extends string, Item> {
  readonly key: Key
  /** What messages call its entries; the key, if absent. */
  readonly noun?: string
  /** The key of the number of pages, or none. `pages` if absent. */
  readonly pagesKey?: string | null
  /** Said when there is nothing to list and nothing was filtered. */
  readonly none?: string
  readonly fields: readonly Field<Item>[]
  /** For `--state`. Undefined: the dashboard does not tell. */
  readonly stateOf?: (item: Item) => string | undefined
}
