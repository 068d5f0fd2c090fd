import type { Path } from '../../../core/model/location.ts'
import { getValue, isRecord, toList } from '../../../core/model/record.ts'
import { type Change, Refusal } from '../propose/change.ts'
import type { FixTarget } from '../propose/fix.ts'
import { renderPointer } from '../propose/view.ts'
import { changeReferences, getFragment, listObjects, namesElsewhere } from '../rules/references.ts'

/** A parameter; one of a path with the path's template and all that define it there. Throws Refusal. */
export function renameParameter(target: FixTarget, from: string, to: string): readonly Change[] {
  const { root, path } = target
  const holder = getValue(root, path.slice(0, -1))
  refuseLinked(target, from)
  if (!isRecord(holder) || holder.in !== 'path') return [{ op: 'set', path, value: to }]
  const [paths, route] = path
  if (paths !== 'paths' || typeof route !== 'string')
    throw new Refusal('it is shared, and each path that uses it has its name')
  const renamed = route.replaceAll(`{${from}}`, `{${to}}`)
  if (renamed === route) return [{ op: 'set', path, value: to }]
  return [
    ...listDefinitions(target, route, from).map((definition) => ({
      op: 'set' as const,
      path: definition,
      value: to,
    })),
    ...renameRoute({ ...target, path: [paths, route] }, renamed),
  ]
}

/** Looks in all operations of the path. Throws Refusal: one of them is written elsewhere. */
function listDefinitions({ root, targetOf }: FixTarget, route: string, name: string): readonly Path[] {
  const item = getValue(root, ['paths', route])
  const lists = listObjects(item).filter(({ path }) => path.length <= 1)
  return lists.flatMap(({ path, value }) =>
    toList(value.parameters).flatMap((each, index) => {
      const at = ['paths', route, ...path, 'parameters', index]
      const isReference = isRecord(each) && typeof each.$ref === 'string'
      const parameter = isReference ? targetOf(at) : each
      if (!isRecord(parameter) || parameter.in !== 'path' || parameter.name !== name) return []
      if (isReference) throw new Refusal('the path has a shared parameter of that name')
      return [[...at, 'name']]
    }),
  )
}

/** Throws Refusal: a link or an expression may name the parameter. */
function refuseLinked({ root, elsewhere }: FixTarget, name: string): void {
  const isNamed = [root, ...elsewhere.values()].flatMap(listObjects).some(({ path, value }) => {
    const isOfLink = path.at(-1) === 'parameters' && path.at(-3) === 'links'
    const keys = isOfLink ? Object.keys(value).map((key) => key.slice(key.lastIndexOf('.') + 1)) : []
    const texts = Object.entries(value).flatMap(([key, each]) =>
      typeof each === 'string' ? [key, each] : [key],
    )
    return (
      keys.includes(name) ||
      texts.some((text) => /\$request\.(?:path|query|header)\.(.*)/.exec(text)?.[1]?.startsWith(name))
    )
  })
  if (isNamed) throw new Refusal('a link or a callback may name it')
}

/** The key of a path, and what refers through it. Throws Refusal: another file does. */
export function renameRoute(target: FixTarget, to: string): readonly Change[] {
  const { root, path } = target
  const own = renderPointer(path.slice(0, 2))
  const passesThrough = (value: string) => !value.startsWith('#') && getFragment(value).startsWith(own)
  if (namesElsewhere(target, ({ value }) => passesThrough(value)))
    throw new Refusal('another file refers to it')
  return [{ op: 'rename', path, to }, ...changeReferences(root, path, ['paths', to])]
}
