import { isHttpMethod } from '../../../core/model/api-part.ts'
import type { Path } from '../../../core/model/location.ts'
import { rememberList } from '../../../core/model/once.ts'
import { isRecord } from '../../../core/model/record.ts'
import type { FixTarget } from '../propose/fix.ts'
import { getObject, type Members } from './make.ts'

interface FoundOperation {
  readonly path: Path
  readonly value: Members
  readonly method: string
  /** The key of its path item. */
  readonly route: string
}

/** The operation in which a path is. */
export function findOperation(target: Pick<FixTarget, 'root' | 'path'>): FoundOperation | undefined {
  const [root, route, method] = target.path
  if ((root !== 'paths' && root !== 'webhooks') || typeof route !== 'string' || typeof method !== 'string')
    return undefined
  const path = [root, route, method]
  const value = isHttpMethod(method) ? getObject(target, path) : undefined
  return value && { path, value, method, route }
}

/** Every operation below `paths` that is written there. */
export const listOperations = rememberList((root: object): readonly FoundOperation[] => {
  const paths = isRecord(root) && isRecord(root.paths) ? root.paths : {}
  return Object.entries(paths).flatMap(([route, item]) =>
    Object.keys(isRecord(item) ? item : {}).flatMap(
      (method) => findOperation({ root, path: ['paths', route, method] }) ?? [],
    ),
  )
})

/** An id out of method and path, such as `getPetsPetId`; another one where that is taken. */
export function freshId({ method, route }: FoundOperation, root: unknown): string {
  const words = route.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const id = method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return unusedId(id, root)
}

export function unusedId(id: string, root: unknown): string {
  const taken = new Set(listOperations(root).map(({ value }) => value.operationId))
  let found = id
  for (let number = 2; taken.has(found); number++) found = `${id}${number}`
  return found
}
