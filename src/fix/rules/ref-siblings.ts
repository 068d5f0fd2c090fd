import type { Path } from '../../model/location.ts'
import { isRecord } from '../../model/record.ts'
import { type Change, Refusal } from '../change.ts'
import { isSameValue } from '../changed-value.ts'
import type { Target } from '../fix.ts'
import { valueAt } from '../outline.ts'

/** Only a sibling of a `$ref` with which nothing is lost: it is empty, or the target says the same. Throws Refusal. */
export function removeEmptySibling(target: Target): readonly Change[] {
  const { root, path, targetOf } = target
  const value = valueAt(root, path)
  const isRepeated = () => isSameValue(value, valueAt(targetOf(path.slice(0, -1)), path.slice(-1)))
  return isEmpty(value) || isRepeated() ? removeSibling(target) : []
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

/** What the specification says is ignored: its author's words, all the same. Throws Refusal where it says no such thing. */
export function removeSibling({ root, path }: Target): readonly Change[] {
  const around = path.slice(0, -1)
  const holder = valueAt(root, around)
  const isSibling = isRecord(holder) && typeof holder.$ref === 'string' && path.at(-1) !== '$ref'
  if (!isSibling || !isOldVersion(root)) return []
  if (isPathItem(around)) throw new Refusal('what is next to the $ref of a path item may count')
  if (around.some(holdsData))
    throw new Refusal('it is in an example, a default or an extension: it may be data')
  return [{ op: 'remove', path }]
}

function isPathItem(path: Path): boolean {
  const [first, second] = path
  if (path.length === 2) return first === 'paths' || first === 'webhooks'
  return (
    (path.length === 3 && first === 'components' && second === 'pathItems') || path.at(-3) === 'callbacks'
  )
}

/** Also a member that only has the name: what it holds is left alone, too. */
export function holdsData(key: string | number, index: number, path: Path): boolean {
  if (key === 'default') return path[index - 1] !== 'responses'
  return String(key).startsWith('x-') || ['example', 'examples', 'enum', 'const'].includes(String(key))
}

function isOldVersion(root: unknown): boolean {
  return isRecord(root) && ('swagger' in root || /^3\.0/.test(String(root.openapi)))
}
