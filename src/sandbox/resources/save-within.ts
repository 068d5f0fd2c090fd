import { badRequestError } from '../http/exchange.ts'
import { findQuotaFault, type Quota } from '../store/records.ts'
import type { Collection } from '../store/store.ts'

/** Saves a record. Refuses with 400 one beyond what its organisation may save of `what`. */
export async function saveWithinQuota<Item extends { readonly org_id: string }>(
  quota: Quota,
  what: string,
  collection: Collection<Item>,
  added: Item,
): Promise<void> {
  const fault = findQuotaFault(collection.all(), added, collection.findReplaced(added), quota)
  if (fault !== undefined) throw badRequestError(`Too many ${what}: ${fault}`)
  await collection.save(added)
}
