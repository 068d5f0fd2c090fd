import { type Change, Unwritable } from '../../../check/fixable/change.ts'
import type { FixTarget } from '../../../check/fixable/fix.ts'
import { findOperation, listOperationsById } from '../../../check/fixable/operations.ts'
import { setAll } from '../../../check/fixable/rules/make.ts'
import { renamedId } from '../../../check/fixable/rules/operations.ts'
import { holdsData } from '../../../check/fixable/rules/ref-siblings.ts'
import {
  changeReferences,
  type FoundObject,
  findNames,
  getFragment,
  listNames,
  listObjects,
  namesElsewhere,
  pathElsewhere,
  pathOfName,
  type ReferenceText,
  renderPointer,
} from '../../../check/fixable/rules/references.ts'
import { parsePointer } from '../../../core/model/identity.ts'
import type { Path } from '../../../core/model/location.ts'
import { rememberList, rememberPerObject } from '../../../core/model/once.ts'
import { getValue, isRecord, toList } from '../../../core/model/record.ts'
import { groupBy } from '../../../core/text/group-by.ts'

/** Gives the new name for an old one; undefined if it should not change. */
type NameOf = (name: string) => string | undefined

/** Renames a key and all references to it; no changes if the references cannot be known. Throws Unwritable. */
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

/** The sections in which version 2 has its components. */
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

/** The id and the links that name it. Throws Unwritable: an operation has that id. */
function renameOperation(target: FixTarget, from: string, to: string): readonly Change[] {
  const isTaken = listOperationsById(Object(target.root)).has(to)
  if (isTaken || namesElsewhere(target, to, ({ key }) => key === 'operationId'))
    throw new Unwritable(`there is an operation ${to} already`)
  return renamedId(target, target.path, from, to)
}

/** A tag in the list of tags, in operations and in groups, in all files. Throws Unwritable: there is such a tag. */
function renameTag({ root, elsewhere }: FixTarget, from: string, to: string): readonly Change[] {
  const defined = listTagNames(Object(root))
  if (defined.get(to)?.some(({ path }) => path.at(-1) === 'name'))
    throw new Unwritable(`there is a tag ${to} already`)
  const used = [...(defined.get(from) ?? []), ...(listTagUses(Object(root)).get(from) ?? [])]
  const others = [...elsewhere].flatMap(([file, value]) =>
    (listTagUses(Object(value)).get(from) ?? []).map(({ path }) => pathElsewhere(file, path)),
  )
  return setAll([...used.map(({ path }) => path), ...others], to)
}

/** By the names that they give, the names and the parents in the list of tags. */
const listTagNames = rememberPerObject((root: object) =>
  groupBy(
    toList(getValue(root, ['tags'])).flatMap((tag, index) =>
      ['name', 'parent'].map((key) => ({ path: ['tags', index, key], name: getValue(tag, [key]) })),
    ),
    ({ name }) => name,
  ),
)

/** By their names: an operation uses tags, and so does a group that some tools read. */
const listTagUses = rememberPerObject((root: object) => {
  const users = listObjects(root).filter(
    ({ path, value }) => 'responses' in value || path[0] === 'x-tagGroups',
  )
  const uses = users.flatMap(({ path, value }) =>
    toList(value.tags).map((name, index) => ({ path: [...path, 'tags', index], name })),
  )
  return groupBy(uses, ({ name }) => name)
})

/** A property, and its name in `required` and the example of its schema. Throws Unwritable: another place may name it. */
function renameProperty(target: FixTarget, to: string): readonly Change[] {
  const { root, path } = target
  const name = String(path.at(-1))
  const at = path.slice(0, -2)
  const schema = getValue(root, at)
  if (!isRecord(schema)) return []
  if (path.at(-3) === 'properties' || path.some(holdsData))
    throw new Unwritable('it may be no property of a schema')
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

/** Throws Unwritable. */
function refuseNamed({ root, path, elsewhere }: FixTarget, name: string): void {
  const facts = [root, ...elsewhere.values()].map((file) => listNamingFacts(Object(file)))
  if (facts.some(({ deciding }) => deciding.has(name))) throw new Unwritable('a discriminator names it')
  if (facts.some(({ required }) => required.has(name)))
    throw new Unwritable('a schema that does not define it requires it')
  const pointer = renderPointer(path)
  const others = [...elsewhere.values()].flatMap(listNames)
  if (others.some(({ value }) => value.endsWith(pointer.slice(1))))
    throw new Unwritable('another file refers to it')
}

/** The texts of a file that name properties and parameters where these are not defined. */
const listNamingFacts = rememberPerObject((root: object) => {
  const objects = listObjects(root)
  return {
    /** Discriminators name them. */
    deciding: new Set(
      listDiscriminators(root).map(({ value: { discriminator } }) =>
        isRecord(discriminator) ? discriminator.propertyName : discriminator,
      ),
    ),
    /** Required by a schema that does not define them. */
    required: new Set(
      objects.flatMap(({ value: { properties, required } }) =>
        toList(required).filter((name) => !isRecord(properties) || !Object.hasOwn(properties, String(name))),
      ),
    ),
    /** Keys of the parameters of links. */
    linked: new Set(
      objects.flatMap(({ path, value }) =>
        path.at(-1) === 'parameters' && path.at(-3) === 'links'
          ? Object.keys(value).map((key) => key.slice(key.lastIndexOf('.') + 1))
          : [],
      ),
    ),
    /** The names behind `$request.query.` and the like. */
    asked: objects
      .flatMap(({ value }) => Object.entries(value).flat())
      .flatMap((text) =>
        typeof text === 'string' ? (/\$request\.(?:path|query|header)\.(.*)/.exec(text)?.[1] ?? []) : [],
      ),
  }
})

/** A parameter; one of a path with the path's template and all that define it there. Throws Unwritable. */
function renameParameter(target: FixTarget, from: string, to: string): readonly Change[] {
  const { root, path } = target
  const holder = getValue(root, path.slice(0, -1))
  refuseLinked(target, from)
  if (!isRecord(holder) || holder.in !== 'path') return [{ op: 'set', path, value: to }]
  const [paths, route] = path
  if (paths !== 'paths' || typeof route !== 'string')
    throw new Unwritable('it is shared, and each path that uses it has its name')
  const renamed = route.replaceAll(`{${from}}`, `{${to}}`)
  if (renamed === route) return [{ op: 'set', path, value: to }]
  return [
    ...setAll(listDefinitions(target, route, from), to),
    ...renameRoute({ ...target, path: [paths, route] }, renamed),
  ]
}

/** Looks in all operations of the path. Throws Unwritable: one of them is written elsewhere. */
function listDefinitions({ root, targetOf }: FixTarget, route: string, name: string): readonly Path[] {
  const item = getValue(root, ['paths', route])
  const lists = listObjects(item).filter(({ path }) => path.length <= 1)
  return lists.flatMap(({ path, value }) =>
    toList(value.parameters).flatMap((each, index) => {
      const at = ['paths', route, ...path, 'parameters', index]
      const isReference = isRecord(each) && typeof each.$ref === 'string'
      const parameter = isReference ? targetOf(at) : each
      if (!isRecord(parameter) || parameter.in !== 'path' || parameter.name !== name) return []
      if (isReference) throw new Unwritable('the path has a shared parameter of that name')
      return [[...at, 'name']]
    }),
  )
}

/** Throws Unwritable: a link or an expression may name the parameter. */
function refuseLinked({ root, elsewhere }: FixTarget, name: string): void {
  const facts = [root, ...elsewhere.values()].map((file) => listNamingFacts(Object(file)))
  if (facts.some(({ linked, asked }) => linked.has(name) || asked.some((text) => text.startsWith(name))))
    throw new Unwritable('a link or a callback may name it')
}

/** The key of a path, and what refers through it. Throws Unwritable: another file does. */
function renameRoute(target: FixTarget, to: string): readonly Change[] {
  const { root, path } = target
  const pointer = renderPointer(path.slice(0, 2))
  const passesThrough = (value: string) => !value.startsWith('#') && getFragment(value).startsWith(pointer)
  if (namesElsewhere(target, pointer, ({ value }) => passesThrough(value)))
    throw new Unwritable('another file refers to it')
  return [{ op: 'rename', path, to }, ...changeReferences(root, path, ['paths', to])]
}

/** The schemas that tell by a property which of several a value is. */
const listDiscriminators = rememberList((root: object): readonly FoundObject[] =>
  listObjects(root).filter(({ value: { discriminator } }) =>
    isRecord(discriminator)
      ? typeof discriminator.propertyName === 'string'
      : typeof discriminator === 'string',
  ),
)

/** A schema's own name is the value of such a property, unless a mapping says another one. Throws Unwritable. */
function refuseImplied(root: unknown, schema: Path): void {
  const [pointer, name] = [renderPointer(schema), String(schema.at(-1))]
  const bases = listBases(root, schema)
  for (const { path, value } of listDiscriminators(root)) {
    const isChosen = [value.oneOf, value.anyOf].some((list) => listReferences(list).includes(pointer))
    if (!isChosen && !bases.has(renderPointer(path))) continue
    const mapping = isRecord(value.discriminator) ? value.discriminator.mapping : undefined
    const mapped = isRecord(mapping) ? Object.values(mapping) : []
    if (!mapped.includes(pointer) && !mapped.includes(name))
      throw new Unwritable('a discriminator has its name as a value, which clients send')
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

/** A component, what refers to it, and the security requirements that name it. Throws Unwritable. */
function renameComponent(target: FixTarget, kind: string, to: string): readonly Change[] {
  const { root, path } = target
  const pointer = renderPointer(path)
  const isSame = (fragment: string) => fragment === pointer || fragment.startsWith(`${pointer}/`)
  if (namesElsewhere(target, pointer, ({ value }) => !value.startsWith('#') && isSame(getFragment(value))))
    throw new Unwritable('another file refers to it')
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
  return setAll(findNames(root, from).filter(isMapped).map(pathOfName), to)
}

/** Throws Unwritable: an operation in another file may require it. */
function changeRequirements({ root, elsewhere }: FixTarget, from: string, to: string): readonly Change[] {
  const listFound = (file: unknown) => listRequirements(Object(file)).get(from) ?? []
  if ([...elsewhere.values()].some((file) => listFound(file).length > 0))
    throw new Unwritable('another file requires it')
  return listFound(root).map(({ path }) => ({ op: 'rename', path, to }))
}

/** The requirements of security schemes, by their names. */
const listRequirements = rememberPerObject((root: object) => {
  const lists = listObjects(root).filter(({ path }) => path.at(-2) === 'security')
  const all = lists.flatMap(({ path, value }) =>
    Object.keys(value).map((name) => ({ name, path: [...path, name] })),
  )
  return groupBy(all, ({ name }) => name)
})
