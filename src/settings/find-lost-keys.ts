import type { Path } from '../model/location.ts'
import type { Problem } from './problems.ts'

/** Every key `__proto__`: the checks pass over it, and an entry under it would be there and count for nothing. */
export function findLostKeys(value: unknown): Problem[] {
  const problems: Problem[] = []
  const seen = new Set<unknown>()
  const visit = (node: unknown, path: Path): void => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    for (const [key, child] of Object.entries(node)) {
      const own = [...path, Array.isArray(node) ? Number(key) : key]
      if (key === '__proto__') problems.push(lostKey(own))
      else visit(child, own)
    }
  }
  visit(value, [])
  return problems
}

function lostKey(path: Path): Problem {
  return { code: 'config-invalid', path, message: 'unknown key "__proto__"', hint: 'Delete it.' }
}
