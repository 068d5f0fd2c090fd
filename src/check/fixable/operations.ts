import { isHttpMethod } from '../../core/model/api-part.ts'
import type { Path } from '../../core/model/location.ts'
import { rememberList, rememberPerObject } from '../../core/model/once.ts'
import { getValue, isRecord, toList } from '../../core/model/record.ts'
import { groupBy } from '../../core/text/group-by.ts'
import type { DocumentOperation } from '../../engine/openapi/operations.ts'
import type { DefinitionPlace, FixTarget } from './fix.ts'

export type Members = Readonly<Record<string, unknown>>

export function getObject({ root }: Pick<DefinitionPlace, 'root'>, path: Path): Members | undefined {
  const value = getValue(root, path)
  return isRecord(value) ? value : undefined
}

export interface FoundOperation extends Pick<DocumentOperation, 'path' | 'method' | 'route'> {
  readonly value: Members
}

export function findOperation(target: DefinitionPlace): FoundOperation | undefined {
  const [root, route, method] = target.path
  if ((root !== 'paths' && root !== 'webhooks') || typeof route !== 'string' || typeof method !== 'string')
    return undefined
  const path = [root, route, method]
  const value = isHttpMethod(method) ? getObject(target, path) : undefined
  return value && { path, value, method, route }
}

/** Every operation below `paths` that is written there. */
export const listFixableOperations = rememberList((root: object): readonly FoundOperation[] => {
  const paths = isRecord(root) && isRecord(root.paths) ? root.paths : {}
  return Object.entries(paths).flatMap(([route, item]) =>
    Object.keys(isRecord(item) ? item : {}).flatMap(
      (method) => findOperation({ root, path: ['paths', route, method] }) ?? [],
    ),
  )
})

export const listOperationsById = rememberPerObject((root: object) =>
  groupBy(listFixableOperations(root), ({ value }) => value.operationId),
)

/** The parameters of a path that neither the operation nor its path item defines. */
export function listMissingParameters(operation: FoundOperation, place: FixTarget): readonly string[] {
  const { path, route } = operation
  const lists = [path.slice(0, 2), path].map((holder) => [...holder, 'parameters'])
  const defined = lists.flatMap((list) => listParameters(place, list))
  return listPathNames(route).filter((name) => !defined.includes(name))
}

function listParameters({ root, targetOf }: FixTarget, path: Path): readonly unknown[] {
  return toList(getValue(root, path)).flatMap((each, index) => {
    const isReference = isRecord(each) && typeof each.$ref === 'string'
    const parameter = isReference ? targetOf([...path, index]) : each
    return isRecord(parameter) && parameter.in === 'path' ? [parameter.name] : []
  })
}

function listPathNames(route: string): readonly string[] {
  return [...new Set([...route.matchAll(/\{;?\??([\w-]+)\*?\}/g)].map(([, name = '']) => name))]
}

/** Whether an item of a list is the same as one before it. */
export function isRepeated({ root, isSame }: Pick<FixTarget, 'root' | 'isSame'>, item: Path): boolean {
  const [list, index] = [item.slice(0, -1), Number(item.at(-1))]
  const alike = listAlike(getValue(root, list))[index] ?? []
  const first = alike.find((each) => each === index || isSame([...list, each], item))
  return first !== undefined && first !== index
}

/** For each item of a list, the indexes of those that have its value. */
const listAlike = rememberList((list: object): readonly (readonly number[])[] => {
  const texts = toList(list).map((item) => JSON.stringify(item))
  const groups = groupBy(texts.keys(), (index) => texts[index])
  return texts.map((text) => groups.get(text) ?? [])
})
