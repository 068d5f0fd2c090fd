import { type Collection, createCollection, type Keeper } from './collection.ts'
import type { DeveloperRecord, KeyRecord, KeyRequestRecord, RefreshTokenRecord } from './records.ts'

/** The records that operations change. Each change is one record, so that none can be kept in part. */
export interface Store {
  readonly keys: Collection<KeyRecord>
  readonly refreshTokens: Collection<RefreshTokenRecord>
  readonly keyRequests: Collection<KeyRequestRecord>
  readonly developers: readonly DeveloperRecord[]
  /** Has its turn when all changes before it are done: what it looks up stays true until it is done itself. */
  change<Result>(work: () => Promise<Result>): Promise<Result>
}

export interface StoreRecords {
  readonly keys: readonly KeyRecord[]
  readonly refreshTokens: readonly RefreshTokenRecord[]
  readonly keyRequests: readonly KeyRequestRecord[]
  readonly developers: readonly DeveloperRecord[]
}

export interface Keepers {
  readonly keys: Keeper<KeyRecord>
  readonly refreshTokens: Keeper<RefreshTokenRecord>
  readonly keyRequests: Keeper<KeyRequestRecord>
}

export const storeIds = {
  keys: (key: KeyRecord) => key.key_hash,
  refreshTokens: (token: RefreshTokenRecord) => token.key,
  keyRequests: (request: KeyRequestRecord) => request.id,
}

const nothing: StoreRecords = { keys: [], refreshTokens: [], keyRequests: [], developers: [] }

/** Without keepers, changes last as long as the store. */
export function createStore(records: Partial<StoreRecords> = {}, keepers?: Keepers): Store {
  const { keys, refreshTokens, keyRequests, developers } = { ...nothing, ...records }
  return {
    keys: createCollection(keys, storeIds.keys, keepers?.keys),
    refreshTokens: createCollection(refreshTokens, storeIds.refreshTokens, keepers?.refreshTokens),
    keyRequests: createCollection(keyRequests, storeIds.keyRequests, keepers?.keyRequests),
    developers,
    change: createTurns(),
  }
}

function createTurns(): Store['change'] {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
}
