import { badRequestError } from '../http/exchange.ts'
import { findQuotaFault, type Quota } from '../store/quota.ts'
import type { Collection } from '../store/store.ts'

/** Refuses with 400 a record, with this id, beyond what its organisation may save of `what`. */
export function requireRoom<Item extends { readonly org_id: string }>(
  what: string,
  collection: Collection<Item>,
  added: Item,
  id: string,
  quota: Quota,
): void {
  const fault = findQuotaFault(collection.all(), added, collection.find(id), quota)
  if (fault !== undefined) throw badRequestError(`Too many ${what}: ${fault}`)
}
