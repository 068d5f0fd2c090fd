import { contentId } from '../evaluation/issue-id.ts'
import type { Keeper } from './collection.ts'
import type { RecordFiles } from './record-files.ts'
import { type Keepers, type StoreRecords, storeIds } from './store.ts'

/** The folders of the records that change, by their name in the store. */
export const storeFolders = {
  keys: 'keys',
  refreshTokens: 'refresh-tokens',
  keyRequests: 'key-requests',
} as const

/**
 * Keeps each record as a file of its own: the one that it was read from, or a new one whose name tells nothing
 * about the record. JSON is what it writes, which is YAML too.
 */
export function keepRecords(
  files: RecordFiles,
  records: StoreRecords,
  fileOf: ReadonlyMap<object, string>,
): Keepers {
  const keeper = <Item extends object>(
    folder: string,
    items: readonly Item[],
    idOf: (item: Item) => string,
  ): Keeper<Item> => {
    const known = new Map(items.map((item) => [idOf(item), fileOf.get(item)]))
    const nameOf = (item: Item) => known.get(idOf(item)) ?? `${folder}/${contentId([idOf(item)], 32)}.json`
    return {
      save: (item) => files.write(nameOf(item), `${JSON.stringify(item, null, 2)}\n`),
      remove: (item) => files.remove(nameOf(item)),
    }
  }
  return {
    keys: keeper(storeFolders.keys, records.keys, storeIds.keys),
    refreshTokens: keeper(storeFolders.refreshTokens, records.refreshTokens, storeIds.refreshTokens),
    keyRequests: keeper(storeFolders.keyRequests, records.keyRequests, storeIds.keyRequests),
  }
}
