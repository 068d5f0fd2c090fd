import { keyType } from '../key-faults.ts'
import { mark } from '../tree.ts'
import { resolveScalar } from './core-scalar.ts'
import { type Cursor, giveUp } from './cursor.ts'
import { readQuoted, startsQuoted } from './quoted.ts'

/**
 * The key that a name has in `mapping`; a key that is not a string is noted. Gives up on keys that mean more than a name,
 * and on a key that the mapping has.
 */
export function memberKey(
  cursor: Cursor,
  mapping: object,
  name: string,
  start: number,
  isQuoted: boolean,
): string {
  const key = isQuoted ? name : plainKey(cursor, name, start)
  if (key === '<<' || key === '__proto__' || Object.hasOwn(mapping, key)) giveUp()
  return key
}

/** The name by which `memberKey` was asked for the key of a node. */
export function nameOf(cursor: Cursor, node: number): string {
  const { text, nodes } = cursor
  cursor.at = nodes.marks[node + mark.key] ?? 0
  return startsQuoted(cursor)
    ? readQuoted(cursor)
    : text.slice(cursor.at, nodes.marks[node + mark.keyEnd] ?? 0)
}

/** What may begin a number comes before it, and all letters behind it. */
const nine = 0x39

function plainKey(cursor: Cursor, name: string, start: number): string {
  const value = resolveScalar(name)
  const isText = typeof value === 'string' && (name.charCodeAt(0) > nine || !/^[-+.\d]/.test(name))
  const kind = isText ? undefined : keyType(name)
  if (kind !== undefined) {
    const path = [...cursor.steps.slice(0, cursor.depth - 1), name]
    cursor.keyFaults.push({ path, range: { start, end: start + name.length }, kind })
  }
  return typeof value === 'string' ? value : String(value)
}
