import { Refusal } from '../../fix/change.ts'
import { findPaths } from '../../gate/place.ts'
import type { Issue } from '../../model/issue.ts'
import type { Path } from '../../model/location.ts'
import type { FixableIssue } from './fix-result.ts'

/** The issue with the keys that lead to it in `root`, or to the nearest that is there. Throws Refusal. */
export function fixableIssue(issue: Issue, root: unknown): FixableIssue {
  const { rule_id: rule, message, pointer } = issue
  if (pointer !== undefined) return { rule, message, source: issue, path: pathOf(pointer, root) }
  const { paths, deepest } = findPaths(root, issue.path)
  const [path, other] = paths
  if (other || issue.ambiguous) throw new Refusal('its path fits several places, because keys hold dots')
  return { rule, message, source: issue, path: path ?? deepest }
}

function pathOf(pointer: string, root: unknown): Path {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const path: (string | number)[] = []
  let value = root
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) break
    path.push(Array.isArray(value) ? Number(key) : key)
    value = Reflect.get(value, key)
  }
  return path
}
