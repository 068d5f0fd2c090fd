import { isRecord } from '../../core/model/record.ts'
import type { KeyData } from '../../dashboard/contract/keys.ts'

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
