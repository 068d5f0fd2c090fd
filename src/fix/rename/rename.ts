import { isRecord, valueAt } from '../../model/record.ts'
import type { Change } from '../change.ts'
import type { Target } from '../fix.ts'
import { operationAt } from '../rules/operation-at.ts'
import { renameComponent } from './rename-component.ts'
import { renameOperation } from './rename-operation.ts'
import { renameParameter } from './rename-parameter.ts'
import { renameProperty } from './rename-property.ts'
import { renameRoute } from './rename-route.ts'
import { renameTag } from './rename-tag.ts'

/** Gives what has a name another one: the name's text, by what it was. Undefined: it has it already, or there is none. */
type NameOf = (name: string) => string | undefined

/** Renames what is at a key, with all that names it; nothing where it is not known what does. Throws Refusal. */
export function renameKey(target: Target, nameOf: NameOf): readonly Change[] {
  const { path, root } = target
  const name = path.at(-1)
  const to = typeof name === 'string' ? nameOf(name) : undefined
  if (to === undefined || typeof name !== 'string' || valueAt(root, path) === undefined) return []
  const [first, kind] = path
  if (path.length === 3 && first === 'components') return renameComponent(target, String(kind), to)
  if (path.length === 2 && typeof first === 'string' && holders2.has(first))
    return renameComponent(target, first, to)
  if (path.length === 2 && first === 'paths') return renameRoute(target, to)
  return path.at(-2) === 'properties' ? renameProperty(target, to) : []
}

/** Where version 2 has its components. */
const holders2: ReadonlySet<string> = new Set([
  'definitions',
  'parameters',
  'responses',
  'securityDefinitions',
])

/** The same for what a text names. Throws Refusal. */
export function renameValue(target: Target, nameOf: NameOf): readonly Change[] {
  const { path, root } = target
  const name = valueAt(root, path)
  const to = typeof name === 'string' ? nameOf(name) : undefined
  if (to === undefined || typeof name !== 'string') return []
  const holder = valueAt(root, path.slice(0, -1))
  if (path.at(-1) === 'operationId' && path.length === 4 && operationAt(target))
    return renameOperation(target, name, to)
  const isTag = path.at(-2) === 'tags' ? operationAt(target) && path.length === 5 : isTagName(path)
  if (isTag) return renameTag(target, name, to)
  const isParameter = path.at(-1) === 'name' && isRecord(holder) && typeof holder.in === 'string'
  return isParameter && path.includes('parameters') ? renameParameter(target, name, to) : []
}

function isTagName(path: Target['path']): boolean {
  return path.length === 3 && path[0] === 'tags' && path[2] === 'name'
}
