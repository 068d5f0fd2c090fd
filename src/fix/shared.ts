import { type Change, Refusal } from './change.ts'

/** The objects of a value that more than one place holds: those that YAML's aliases stand for. */
const known = new WeakMap<object, ReadonlySet<object>>()

/** What is used at several places is not changed for one of them. Throws Refusal. */
export function refuseShared(root: unknown, changes: readonly Change[]): void {
  if (typeof root !== 'object' || root === null) return
  const shared = known.get(root) ?? findShared(root)
  known.set(root, shared)
  if (shared.size === 0) return
  for (const { op, path } of changes) {
    const depth = op === 'insert' || op === 'sort' ? path.length : path.length - 1
    let value: unknown = root
    for (const key of path.slice(0, depth)) {
      value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
      if (typeof value === 'object' && value !== null && shared.has(value))
        throw new Refusal('it is used at other places too, through an alias')
    }
  }
}

function findShared(root: object): ReadonlySet<object> {
  const seen = new Set<object>([root])
  const shared = new Set<object>()
  const waiting: object[] = [root]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const value of Object.values(next)) {
      if (typeof value !== 'object' || value === null) continue
      if (seen.has(value)) shared.add(value)
      else waiting.push(value)
      seen.add(value)
    }
  }
  return shared
}
