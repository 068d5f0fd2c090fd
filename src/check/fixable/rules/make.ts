import type { Path } from '../../../core/model/location.ts'
import { getValue, isRecord } from '../../../core/model/record.ts'
import type { Change } from '../change.ts'
import type { Fix, FixTarget } from '../fix.ts'
import { getObject } from '../operations.ts'

export type FixTable = Readonly<Record<string, readonly Fix[]>>

export function safe(changes: Fix['changes']): Fix {
  return { safe: true, keepsComments: true, changes }
}

/** Guesses, or changes what the API says. */
export function unsafe(changes: Fix['changes']): Fix {
  return { safe: false, changes }
}

export function unsafeLast(changes: Fix['changes']): Fix {
  return { safe: false, isLast: true, changes }
}

export function setAll(paths: readonly Path[], value: unknown): readonly Change[] {
  return paths.map((path) => ({ op: 'set', path, value }))
}

/** A member is set, or added where it is missing. */
export function put(
  { root }: Pick<FixTarget, 'root'>,
  path: Path,
  key: string,
  value: unknown,
  before?: string,
): readonly Change[] {
  const holder = getValue(root, path)
  if (!isRecord(holder)) return []
  if (Object.hasOwn(holder, key)) return [{ op: 'set', path: [...path, key], value }]
  return [{ op: 'insert', path, key, value, before }]
}

export function describe(
  target: FixTarget,
  path: Path,
  text: string,
  key = 'description',
): readonly Change[] {
  const holder = getObject(target, path)
  if (!holder || typeof holder.$ref === 'string') return []
  const known = holder[key]
  if (typeof known === 'string' && known.trim() !== '') return []
  return put(target, path, key, text, nextKey(target, path, key))
}

/** The keys that objects of OpenAPI begin with, in the order in which they are usually written. */
const usual = ['tags', 'name', 'title', 'in', 'summary', 'description', 'operationId']

/** The key before which another one usually stands; undefined: at the end. */
function nextKey(target: FixTarget, path: Path, key: string): string | undefined {
  const keys = target.keysAt(path)
  const before = usual.slice(0, Math.max(0, usual.indexOf(key)))
  const last = keys.findLastIndex((each) => before.includes(each))
  return keys[last + 1]
}
