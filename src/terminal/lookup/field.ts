import { isRecord } from '../../core/model/record.ts'
import type { KeyData } from '../../dashboard/contract/keys.ts'
import { renderBoolean, timeView } from '../views.ts'

export type FieldValue = string | number | boolean | readonly string[] | null | undefined

export interface LookupField<Item> {
  /** The column in CSV, and the word for `--sort`: the service's own name where it has one. */
  readonly name: string
  /** Above the table's column. Absent: only CSV has it. */
  readonly head?: string
  readonly isTime?: boolean
  readonly read: (item: Item) => FieldValue
}

/** A value for a person, to whom the day of a time is enough. */
export function renderValue<Item>({ isTime, read }: LookupField<Item>, item: Item): string {
  const value = read(item)
  return isTime && typeof value === 'string' ? timeView(value).replace(/^(.{10})T.*/, '$1') : plainText(value)
}

/** A value for CSV: numbers stay numbers, and a time that never was is empty. */
export function csvCell<Item>({ isTime, read }: LookupField<Item>, item: Item): string | number {
  const value = read(item)
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return String(value)
  return isTime && typeof value === 'string' && timeView(value) === 'never' ? '' : plainText(value)
}

function plainText(value: FieldValue): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return renderBoolean(value)
  return typeof value === 'object' ? value.join(', ') : String(value)
}

/** The state of an entry that the dashboard marks as active or not; undefined where it does neither. */
export function stateText(active: boolean | undefined): string | undefined {
  return active === undefined ? undefined : active ? 'active' : 'inactive'
}

export interface ListView<Key extends string, Item> {
  readonly key: Key
  /** The noun for its entries in messages; the key, if absent. */
  readonly noun?: string
  /** The key of the number of pages, or none. `pages` if absent. */
  readonly pagesKey?: string | null
  /** Said when there is nothing to list and nothing was filtered. */
  readonly none?: string
  readonly fields: readonly LookupField<Item>[]
  /** Hides what is printed in no format. */
  readonly redact?: (item: Item) => Item
  /** For `--state`. Undefined: the dashboard does not tell. */
  readonly stateOf?: (item: Item) => string | undefined
}

/** Printed for a secret. The same for every one: its length stays hidden. */
export const mask = '********'

/** Paths of a session's secrets: of basic authentication, of signatures, and the key itself. */
const secretPaths = [
  ['key_id'],
  ['hmac_string'],
  ['basic_auth_data', 'password'],
  ['jwt_data', 'secret'],
] as const

/** A key as it may be printed. Where the dashboard keeps hashes, the id is the hash and stays. */
export function withoutKeySecrets(key: KeyData): KeyData {
  const { key_id, key_hash, data } = key
  const shownId = key_id === key_hash ? key_id : mask
  return { ...key, key_id: shownId, data: secretPaths.reduce<typeof data>(maskSecrets, data) }
}

function maskSecrets<Value>(value: Value, [key, ...rest]: readonly string[]): Value {
  if (key === undefined || !isRecord(value) || !Object.hasOwn(value, key)) return value
  const inner = value[key]
  if (rest.length > 0) return { ...value, [key]: maskSecrets(inner, rest) }
  return inner === '' || inner === undefined || inner === null ? value : { ...value, [key]: mask }
}
