import { parsePointer } from '../../../core/model/identity.ts'
import type { Path } from '../../../core/model/location.ts'
import { getValue, isRecord, toList } from '../../../core/model/record.ts'
import { type Change, Refusal } from '../propose/change.ts'
import type { FixTarget } from '../propose/fix.ts'
import { pathElsewhere, renderPointer } from '../propose/view.ts'
import { setAll } from './make.ts'
import { findOperation, listOperations, renamedId } from './operations.ts'
import { holdsData } from './ref-siblings.ts'
import {
  changeReferences,
  type FoundObject,
  getFragment,
  listNames,
  listObjects,
  namesElsewhere,
  pathOfName,
  type ReferenceText,
} from './references.ts'

/** Gives the new name for an old one; undefined if it should not change. */
type NameOf = (name: string) => string | undefined

/** Renames a key and all references to it; no changes if the references cannot be known. Throws Refusal. */
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
  if (taken || namesElsewhere(target, ({ key, value }) => key === 'operationId' && value === to))
    throw new Refusal(`there is an operation ${to} already`)
  return renamedId(target, target.path, from, to)
}

/** A tag in the list of tags, in operations and in groups, in all files. Throws Refusal: there is such a tag. */
function renameTag({ root, elsewhere }: FixTarget, from: string, to: string): readonly Change[] {
  const defined = toList(getValue(root, ['tags']))
  const named = (each: unknown, name: string) => isRecord(each) && each.name === name
  if (defined.some((each) => named(each, to))) throw new Refusal(`there is a tag ${to} already`)
  const defining = defined.flatMap((each, index) => [
    ...(named(each, from) ? [['tags', index, 'name']] : []),
    ...(isRecord(each) && each.parent === from ? [['tags', index, 'parent']] : []),
  ])
  const others = [...elsewhere].flatMap(([file, value]) =>
    listObjects(value).flatMap((each) => listUses(each, from).map((path) => pathElsewhere(file, path))),
  )
  const used = listObjects(root).flatMap((each) => listUses(each, from))
  return setAll([...defining, ...used, ...others], to)
}

/** An operation uses tags, and so does a group that some tools read. */
function listUses({ path, value }: FoundObject, name: string): readonly FoundObject['path'][] {
  const isUser = 'responses' in value || path[0] === 'x-tagGroups'
  const tags = isUser ? toList(value.tags) : []
  return tags.flatMap((tag, index) => (tag === name ? [[...path, 'tags', index]] : []))
}

/** A property, and its name in `required` and the example of its schema. Throws Refusal: another place may name it. */
function renameProperty(target: FixTarget, to: string): readonly Change[] {
  const { root, path } = target
  const name = String(path.at(-1))
  const at = path.slice(0, -2)
  const schema = getValue(root, at)
  if (!isRecord(schema)) return []
  if (path.at(-3) === 'properties' || path.some(holdsData))
    throw new Refusal('it may be no property of a schema')
  refuseNamed(target, name)
  const examples = ['example', 'default'].filter((key) => {
    const value = schema[key]
    return isRecord(value) && Object.hasOwn(value, name)
  })
  return [
    { op: 'rename', path, to },
    ...changeReferences(root, path, [...path.slice(0, -1), to]),
    ...setAll(
      toList(schema.required).flatMap((each, index) => (each === name ? [[...at, 'required', index]] : [])),
      to,
    ),
    ...examples.map((key) => ({ op: 'rename' as const, path: [...at, key, name], to })),
  ]
}

/** Throws Refusal. */
function refuseNamed({ root, path, elsewhere }: FixTarget, name: string): void {
  const files = [root, ...elsewhere.values()]
  const isDiscriminator = files
    .flatMap(listDiscriminators)
    .some(({ value: { discriminator } }) =>
      isRecord(discriminator) ? discriminator.propertyName === name : discriminator === name,
    )
  if (isDiscriminator) throw new Refusal('a discriminator names it')
  const isRequired = files.flatMap(listObjects).some(({ value }) => {
    const isOwn = isRecord(value.properties) && Object.hasOwn(value.properties, name)
    return !isOwn && Array.isArray(value.required) && value.required.includes(name)
  })
  if (isRequired) throw new Refusal('a schema that does not define it requires it')
  const pointer = renderPointer(path)
  if (namesElsewhere({ elsewhere }, ({ value }) => value.endsWith(pointer.slice(1))))
    throw new Refusal('another file refers to it')
}

/** A parameter; one of a path with the path's template and all that define it there. Throws Refusal. */
function renameParameter(target: FixTarget, from: string, to: string): readonly Change[] {
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
    ...setAll(listDefinitions(target, route, from), to),
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
function renameRoute(target: FixTarget, to: string): readonly Change[] {
  const { root, path } = target
  const pointer = renderPointer(path.slice(0, 2))
  const passesThrough = (value: string) => !value.startsWith('#') && getFragment(value).startsWith(pointer)
  if (namesElsewhere(target, ({ value }) => passesThrough(value)))
    throw new Refusal('another file refers to it')
  return [{ op: 'rename', path, to }, ...changeReferences(root, path, ['paths', to])]
}

/** The schemas that tell by a property which of several a value is. */
function listDiscriminators(root: unknown): readonly FoundObject[] {
  return listObjects(root).filter(({ value: { discriminator } }) =>
    isRecord(discriminator)
      ? typeof discriminator.propertyName === 'string'
      : typeof discriminator === 'string',
  )
}

/** A schema's own name is the value of such a property, unless a mapping says another one. Throws Refusal. */
function refuseImplied(root: unknown, schema: Path): void {
  const [pointer, name] = [renderPointer(schema), String(schema.at(-1))]
  const bases = listBases(root, schema)
  for (const { path, value } of listDiscriminators(root)) {
    const isChosen = [value.oneOf, value.anyOf].some((list) => listReferences(list).includes(pointer))
    if (!isChosen && !bases.has(renderPointer(path))) continue
    const mapping = isRecord(value.discriminator) ? value.discriminator.mapping : undefined
    const mapped = isRecord(mapping) ? Object.values(mapping) : []
    if (!mapped.includes(pointer) && !mapped.includes(name))
      throw new Refusal('a discriminator has its name as a value, which clients send')
  }
}

/** The schema itself, and those that it extends through `allOf`. */
function listBases(root: unknown, schema: Path): ReadonlySet<string> {
  const listFound = new Set([renderPointer(schema)])
  for (const pointer of listFound) {
    const value = getValue(root, parsePointer(pointer))
    for (const base of listReferences(isRecord(value) ? value.allOf : undefined)) listFound.add(base)
  }
  return listFound
}

function listReferences(list: unknown): readonly string[] {
  return toList(list).flatMap((each) => (isRecord(each) && typeof each.$ref === 'string' ? [each.$ref] : []))
}

/** A component, what refers to it, and the security requirements that name it. Throws Refusal. */
function renameComponent(target: FixTarget, kind: string, to: string): readonly Change[] {
  const { root, path } = target
  const pointer = renderPointer(path)
  const isSame = (fragment: string) => fragment === pointer || fragment.startsWith(`${pointer}/`)
  if (namesElsewhere(target, ({ value }) => !value.startsWith('#') && isSame(getFragment(value))))
    throw new Refusal('another file refers to it')
  const isSchema = kind === 'schemas' || kind === 'definitions'
  if (isSchema) refuseImplied(root, path)
  const isScheme = kind === 'securitySchemes' || kind === 'securityDefinitions'
  return [
    { op: 'rename', path, to },
    ...changeReferences(root, path, [...path.slice(0, -1), to]),
    ...(isSchema ? changeMappings(root, String(path.at(-1)), to) : []),
    ...(isScheme ? changeRequirements(target, String(path.at(-1)), to) : []),
  ]
}

/** A mapping may say the name alone. */
function changeMappings(root: unknown, from: string, to: string): readonly Change[] {
  const isMapped = ({ holder, value }: ReferenceText) => holder.key === 'mapping' && value === from
  return setAll(listNames(root).filter(isMapped).map(pathOfName), to)
}

/** Throws Refusal: an operation in another file may require it. */
function changeRequirements({ root, elsewhere }: FixTarget, from: string, to: string): readonly Change[] {
  const listFound = (value: unknown) =>
    listObjects(value).filter((each) => from in each.value && each.path.at(-2) === 'security')
  if ([...elsewhere.values()].some((value) => listFound(value).length > 0))
    throw new Refusal('another file requires it')
  return listFound(root).map(({ path }) => ({ op: 'rename', path: [...path, from], to }))
}
