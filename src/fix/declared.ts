import type { DeclaredFix } from '../model/declared-fix.ts'
import { isRecord } from '../model/record.ts'
import type { Change } from './change.ts'
import { isSameValue } from './changed-value.ts'
import type { Fix, Target } from './fix.ts'
import { valueAt } from './outline.ts'

/** The fix that a ruleset declares. Only its author knows whether it is safe, so that it is not unless that is said. */
export function toFix(declared: DeclaredFix): Fix {
  return { safe: declared.safe === true, changes: (target) => changesOf(declared, target) }
}

function changesOf(
  { field, set, remove, rename, insertBefore }: DeclaredFix,
  target: Target,
): readonly Change[] {
  const { root, path: at } = target
  const path = field === undefined || at.at(-1) === field ? at : [...at, field]
  const holder = valueAt(root, path.slice(0, -1))
  const name = path.at(-1)
  if (typeof holder !== 'object' || holder === null || name === undefined) return []
  const isThere = Object.hasOwn(holder, name)
  if (remove) return isThere ? [{ op: 'remove', path }] : []
  if (rename !== undefined)
    return isThere && name !== rename && isRecord(holder) ? [{ op: 'rename', path, to: rename }] : []
  if (isThere) return isSameValue(Reflect.get(holder, name), set) ? [] : [{ op: 'set', path, value: set }]
  if (!isRecord(holder)) return []
  return [{ op: 'insert', path: path.slice(0, -1), key: String(name), value: set, before: insertBefore }]
}
