import type { Path } from '../../../core/model/location.ts'
import { getValue, isRecord } from '../../../core/model/record.ts'
import { type Change, Unwritable } from '../change.ts'
import type { DefinitionPlace, FixTarget } from '../fix.ts'

/**
 * Removes a sibling of `$ref` only if nothing is lost, also where generators read what the specification ignores. Not of a
 * component or a part of `allOf` and the like: once that is nothing but a `$ref`, some take it for another name of its
 * target. Throws Unwritable.
 */
export function removeSaidSibling(target: FixTarget): readonly Change[] {
  return isReadHere(target) ? [] : removeIdleSibling(target)
}

/** Removes a sibling of `$ref` that is empty, or equal to the target's. Throws Unwritable. */
export function removeIdleSibling(target: FixTarget): readonly Change[] {
  const { root, path, findTarget, isSame } = target
  const value = getValue(root, path)
  const isRepeated = () => {
    const found = findTarget(path.slice(0, -1))
    return found !== undefined && isSame(path, { file: found.file, path: [...found.path, ...path.slice(-1)] })
  }
  return isEmpty(value) || isRepeated() ? removeSibling(target) : []
}

/** Removes a sibling that the specification ignores; unsafe, as an author wrote it. Throws Unwritable if it may count. */
export function removeSibling(target: FixTarget): readonly Change[] {
  const { path } = target
  const around = path.slice(0, -1)
  if (!isIgnoredSibling(target)) return []
  if (isPathItem(around)) throw new Unwritable('what is next to the $ref of a path item may count')
  if (around.some(holdsData))
    throw new Unwritable('it is in an example, a default or an extension: it may be data')
  return [{ op: 'remove', path }]
}

/** Moves the `$ref` into `allOf`, so that its siblings count: the API means something else. Throws Unwritable. */
export function wrapInAllOf(target: FixTarget): readonly Change[] {
  const { root, path, kindAt } = target
  if (removeSibling(target).length === 0) return []
  const holder = path.slice(0, -1)
  // In allOf, tools follow only references.
  const isPart = holder.at(-2) === 'allOf'
  if (kindAt(holder) !== 'schema' || isPart || isChosen(root, holder)) return []
  const at = [...holder, '$ref']
  const others = getValue(root, [...holder, 'allOf'])
  if (others === undefined) return [{ op: 'wrap', path: at, key: 'allOf' }]
  if (!Array.isArray(others)) return []
  const value = { $ref: getValue(root, at) }
  return [
    { op: 'remove', path: at },
    { op: 'insert', path: [...holder, 'allOf'], value, before: 0 },
  ]
}

/** A discriminator knows only references. */
function isChosen(root: unknown, path: Path): boolean {
  const chooser = getValue(root, path.slice(0, -2))
  return ['oneOf', 'anyOf'].includes(String(path.at(-2))) && isRecord(chooser) && 'discriminator' in chooser
}

/** A member beside a `$ref` that the specification ignores. */
function isIgnoredSibling({ root, path }: DefinitionPlace): boolean {
  const holder = getValue(root, path.slice(0, -1))
  const isSibling = isRecord(holder) && typeof holder.$ref === 'string' && path.at(-1) !== '$ref'
  return isSibling && isOldVersion(root)
}

/** Whether it is of a component or a part of `allOf` and the like, or generators read it here. */
function isReadHere({ path, kindAt }: FixTarget): boolean {
  const length = path[0] === 'components' ? 4 : 3
  const isComponent = path.length === length && kindAt(path.slice(0, -1)) === 'schema'
  const isPart = ['allOf', 'anyOf', 'oneOf'].includes(String(path.at(-3)))
  return !said.has(path.at(-1)) || isComponent || isPart
}

/** Keys that generators read from the target of a `$ref`, or write into comments only. */
const said: ReadonlySet<unknown> = new Set([
  'description',
  'summary',
  'example',
  'examples',
  'externalDocs',
  'type',
])

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

function isPathItem(path: Path): boolean {
  const [first, second] = path
  if (path.length === 2) return first === 'paths' || first === 'webhooks'
  return (
    (path.length === 3 && first === 'components' && second === 'pathItems') || path.at(-3) === 'callbacks'
  )
}

/** True for keys whose value is data. A member that only shares the name counts too, to be cautious. */
export function holdsData(key: string | number, index: number, path: Path): boolean {
  if (key === 'default') return path[index - 1] !== 'responses'
  return String(key).startsWith('x-') || ['example', 'examples', 'enum', 'const'].includes(String(key))
}

export function isOldVersion(root: unknown): boolean {
  return isRecord(root) && ('swagger' in root || /^3\.0/.test(String(root.openapi)))
}
