import { mark } from '../tree.ts'
import { type Cursor, throwGivenUp } from './cursor.ts'
import { resolveScalar } from './plain.ts'
import { readQuoted, startsQuoted } from './quoted.ts'

/** The key that a name has in `mapping`. Gives up on keys that mean more than a name, and on a key that the mapping has. */
export function readMemberKey(cursor: Cursor, mapping: object, name: string, isQuoted: boolean): string {
  const value = isQuoted ? name : resolveScalar(name)
  if (!isQuoted && (typeof value !== 'string' || /^[-+.\d]/.test(value))) cursor.mayHaveTypedKeys = true
  const key = String(value)
  if (key === '<<' || key === '__proto__' || Object.hasOwn(mapping, key)) throwGivenUp()
  return key
}

/** The name that `readMemberKey` turns into the key of a node. */
export function readMemberName(cursor: Cursor, node: number): string {
  const { text, nodes } = cursor
  cursor.at = nodes.marks[node + mark.key] ?? 0
  return startsQuoted(cursor)
    ? readQuoted(cursor)
    : text.slice(cursor.at, nodes.marks[node + mark.keyEnd] ?? 0)
}
