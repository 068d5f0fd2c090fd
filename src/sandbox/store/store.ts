import {
  type DeveloperRecord,
  isLive,
  type KeyRecord,
  type KeyRequestRecord,
  type Quota,
  type RefreshTokenRecord,
  type RulesetRecord,
} from './records.ts'

/** The records that operations change. Each change is one record, so that none can be kept in part. */
export interface Store {
  readonly rulesets: Collection<RulesetRecord>
  readonly keys: Collection<KeyRecord>
  readonly refreshTokens: Collection<RefreshTokenRecord>
  readonly keyRequests: Collection<KeyRequestRecord>
  readonly developers: readonly DeveloperRecord[]
  /** Has its turn when all changes before it are done: what it looks up stays true until it is done itself. */
  change<Result>(work: () => Promise<Result>): Promise<Result>
}

/** The records of one kind that may change, by id. A change is seen once it is kept, and not before. */
export interface Collection<Item> {
  /** Stays one list until a change. */
  all(): readonly Item[]
  find(id: string): Item | undefined
  /** The one whose place the item would take. */
  findReplaced(item: Item): Item | undefined
  /** Adds the item, or replaces the one with its id. Rejects, and changes nothing, when it cannot be kept. */
  save(item: Item): Promise<void>
  remove(item: Item): Promise<void>
}

export interface StoreRecords {
  readonly rulesets: readonly RulesetRecord[]
  readonly keys: readonly KeyRecord[]
  readonly refreshTokens: readonly RefreshTokenRecord[]
  readonly keyRequests: readonly KeyRequestRecord[]
  readonly developers: readonly DeveloperRecord[]
}

export const changingFolders = ['rulesets', 'keys', 'refresh-tokens', 'key-requests'] as const
type ChangingFolder = (typeof changingFolders)[number]

/** Makes changes outlive the process. */
export interface Keeper {
  save(record: object, id: string, folder: ChangingFolder, replaced: object | undefined): Promise<void>
  remove(record: object): Promise<void>
}

/** Without a keeper, changes last as long as the store. */
export function createStore(records: Partial<StoreRecords> = {}, keeper?: Keeper): Store {
  const { rulesets = [], keys = [], refreshTokens = [], keyRequests = [], developers = [] } = records
  return {
    rulesets: createCollection('rulesets', rulesets, ({ id }) => id, keeper),
    keys: createCollection('keys', keys, ({ key_hash }) => key_hash, keeper),
    refreshTokens: createCollection('refresh-tokens', refreshTokens, ({ key }) => key, keeper),
    keyRequests: createCollection('key-requests', keyRequests, ({ id }) => id, keeper),
    developers,
    change: createTurns(),
  }
}

function createCollection<Item extends object>(
  folder: ChangingFolder,
  items: readonly Item[],
  idOf: (item: Item) => string,
  keeper: Keeper | undefined,
): Collection<Item> {
  const byId = new Map(items.map((item) => [idOf(item), item]))
  let list: readonly Item[] | undefined
  return {
    all: () => {
      list ??= [...byId.values()]
      return list
    },
    find: (id) => byId.get(id),
    findReplaced: (item) => byId.get(idOf(item)),
    save: async (item) => {
      const id = idOf(item)
      await keeper?.save(item, id, folder, byId.get(id))
      byId.set(id, item)
      list = undefined
    },
    remove: async (item) => {
      await keeper?.remove(item)
      byId.delete(idOf(item))
      list = undefined
    },
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

/** A deleted ruleset keeps its ids, which stay taken, and loses its rules. */
export function toDeleted(ruleset: RulesetRecord, deleted_at = ruleset.deleted_at): RulesetRecord {
  return { ...ruleset, ...(ruleset.definition !== undefined && { definition: '{}' }), deleted_at }
}

/** Forgets the oldest of an organisation's deleted rulesets beyond the quota, but for those whose rules are in a file. */
export async function forgetDeleted({ rulesets }: Store, org_id: string, { records }: Quota): Promise<void> {
  const deleted = rulesets
    .all()
    .filter((each) => each.org_id === org_id && !isLive(each) && each.rules === undefined)
  const oldestFirst = deleted.sort(
    (one, other) => Date.parse(one.deleted_at ?? '') - Date.parse(other.deleted_at ?? ''),
  )
  const tooMany = Math.max(0, oldestFirst.length - records)
  for (const ruleset of oldestFirst.slice(0, tooMany)) await rulesets.remove(ruleset)
}
