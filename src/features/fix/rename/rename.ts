import { getValue, isRecord, toList } from '../../../core/model/record.ts'
import { type Change, Refusal } from '../propose/change.ts'
import type { FixTarget } from '../propose/fix.ts'
import { pathElsewhere } from '../propose/view.ts'
import { findOperation, listOperations } from '../rules/operation-at.ts'
import { renamedId } from '../rules/operations.ts'
import { type FoundObject, listObjects, namesElsewhere } from '../rules/references.ts'
import { renameComponent } from './rename-component.ts'
import { renameParameter, renameRoute } from './rename-parameter.ts'
import { renameProperty } from './rename-property.ts'

/** Gives what has a name another one: the name's text, by what it was. Undefined: it has it already, or there is none. */
type NameOf = (name: string) => string | undefined

/** Renames what is at a key, with all that names it; nothing where it is not known what does. Throws Refusal. */
export function renameKey(target: FixTarget, nameOf: NameOf): readonly Change[] {
  const { path, root } = target
  const name = path.at(-1)
  const to = typeof name === 'string' ? nameOf(name) : undefined
  if (to === undefined || typeof name !== 'string' || getValue(root, path) === undefined) return []
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
export function renameValue(target: FixTarget, nameOf: NameOf): readonly Change[] {
  const { path, root } = target
  const name = getValue(root, path)
  const to = typeof name === 'string' ? nameOf(name) : undefined
  if (to === undefined || typeof name !== 'string') return []
  const holder = getValue(root, path.slice(0, -1))
  if (path.at(-1) === 'operationId' && path.length === 4 && findOperation(target))
    return renameOperation(target, name, to)
  const isTag =
    path.at(-2) === 'tags'
      ? findOperation(target) && path.length === 5
      : path.length === 3 && path[0] === 'tags' && path[2] === 'name'
  if (isTag) return renameTag(target, name, to)
  const isParameter = path.at(-1) === 'name' && isRecord(holder) && typeof holder.in === 'string'
  return isParameter && path.includes('parameters') ? renameParameter(target, name, to) : []
}

/** The id and the links that name it. Throws Refusal: an operation has that id. */
function renameOperation(target: FixTarget, from: string, to: string): readonly Change[] {
  const taken = listOperations(target.root).some(({ value }) => value.operationId === to)
  if (taken || namesElsewhere(target, ({ path, value }) => path.at(-1) === 'operationId' && value === to))
    throw new Refusal(`there is an operation ${to} already`)
  return renamedId(target, target.path, from, to)
}

/** A tag in the list of tags, in operations and in groups, in all files. Throws Refusal: there is such a tag. */
function renameTag({ root, elsewhere }: FixTarget, from: string, to: string): readonly Change[] {
  const defined = toList(getValue(root, ['tags']))
  const named = (each: unknown, name: string) => isRecord(each) && each.name === name
  if (defined.some((each) => named(each, to))) throw new Refusal(`there is a tag ${to} already`)
  const own = defined.flatMap((each, index) => [
    ...(named(each, from) ? [['tags', index, 'name']] : []),
    ...(isRecord(each) && each.parent === from ? [['tags', index, 'parent']] : []),
  ])
  const others = [...elsewhere].flatMap(([file, value]) =>
    listObjects(value).flatMap((each) => listUses(each, from).map((path) => pathElsewhere(file, path))),
  )
  const used = listObjects(root).flatMap((each) => listUses(each, from))
  return [...own, ...used, ...others].map((path) => ({ op: 'set', path, value: to }))
}

/** An operation uses tags, and so does a group that some tools read. */
function listUses({ path, value }: FoundObject, name: string): readonly FoundObject['path'][] {
  const isUser = 'responses' in value || path[0] === 'x-tagGroups'
  const tags = isUser ? toList(value.tags) : []
  return tags.flatMap((tag, index) => (tag === name ? [[...path, 'tags', index]] : []))
}
