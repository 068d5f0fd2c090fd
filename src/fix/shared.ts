import { oncePer } from '../model/once.ts'
import { isObject } from '../model/record.ts'
import { type Change, changedCollection, Refusal } from './change.ts'

/** What is used at several places is not changed for one of them. Throws Refusal. */
export function refuseShared(root: unknown, changes: readonly Change[]): void {
  if (!isObject(root)) return
  const shared = sharedIn(root)
  if (shared.size === 0) return
  for (const change of changes) {
    let value: unknown = root
    for (const key of changedCollection(change)) {
      value = isObject(value) ? Reflect.get(value, key) : undefined
      if (isObject(value) && shared.has(value))
        throw new Refusal('it is used at other places too, through an alias')
    }
  }
}

/** The objects of a value that more than one place holds: those that YAML's aliases stand for. */
const sharedIn = oncePer(findShared)

function findShared(root: object): ReadonlySet<object> {
  const seen = new Set<object>([root])
  const shared = new Set<object>()
  const waiting: object[] = [root]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const value of Object.values(next)) {
      if (!isObject(value)) continue
      if (seen.has(value)) shared.add(value)
      else waiting.push(value)
      seen.add(value)
    }
  }
  return shared
}
