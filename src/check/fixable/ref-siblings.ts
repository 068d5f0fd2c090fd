import type { Path } from '../../core/model/location.ts'
import { getValue, isRecord } from '../../core/model/record.ts'
import type { DefinitionPlace } from './operations.ts'

/** A member beside a `$ref` that the specification ignores. */
export function isIgnoredSibling({ root, path }: DefinitionPlace): boolean {
  const holder = getValue(root, path.slice(0, -1))
  const isSibling = isRecord(holder) && typeof holder.$ref === 'string' && path.at(-1) !== '$ref'
  return isSibling && isOldVersion(root)
}

/** Whether it is of a component or a part of `allOf` and the like, or generators read it here. */
export function isReadHere({ path }: DefinitionPlace, isSchema: (path: Path) => boolean): boolean {
  const length = path[0] === 'components' ? 4 : 3
  const isComponent = path.length === length && isSchema(path.slice(0, -1))
  const isPart = ['allOf', 'anyOf', 'oneOf'].includes(String(path.at(-3)))
  return !said.has(path.at(-1)) || isComponent || isPart
}

/** What generators read from the target of a `$ref`, or write into comments only. */
const said: ReadonlySet<unknown> = new Set([
  'description',
  'summary',
  'example',
  'examples',
  'externalDocs',
  'type',
])

export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === ''
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

export function isPathItem(path: Path): boolean {
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
