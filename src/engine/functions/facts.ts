import { additionalOperations, isHttpMethod } from '../../model/http-methods.ts'
import type { Path } from '../../model/location.ts'
import { childOf, isRecord } from '../../model/record.ts'
import type { FunctionContext, FunctionResult } from '../rule.ts'

export type Mapping = Readonly<Record<string, unknown>>

/** What a check looks at is the whole document, whatever node `given` leads to. */
export type Check<Options = unknown> = (
  document: FunctionContext,
  options: Options,
) => readonly FunctionResult[]

/** How references are followed. */
type Reading = Pick<FunctionContext, 'deref'>

const none: Mapping = {}

/** The mapping behind a value and its references; an empty one for anything else. */
export function mapping(value: unknown, { deref }: Reading): Mapping {
  const seen = deref(value)
  return isRecord(seen) ? seen : none
}

/** The items of a list, references followed; none of anything else. */
export function list(value: unknown, { deref }: Reading): readonly unknown[] {
  const seen = deref(value)
  return Array.isArray(seen) ? seen.map((item: unknown) => deref(item)) : []
}

export function root(document: FunctionContext): Mapping {
  return mapping(document.root, document)
}

export interface Route {
  readonly route: string
  readonly item: Mapping
  readonly path: Path
}

/** The entries of `paths`, extensions left out. */
export function routesOf(document: FunctionContext): readonly Route[] {
  return Object.entries(mapping(root(document).paths, document))
    .filter(([route]) => !route.startsWith('x-'))
    .map(([route, item]) => ({ route, item: mapping(item, document), path: ['paths', route] }))
}

export interface WrittenOperation {
  readonly method: string
  /** It may be a reference. */
  readonly written: unknown
  readonly path: Path
}

/** The operations of a path item, those with methods of their own included, in its own order. */
export function writtenOperations(
  { item, path }: Pick<Route, 'item' | 'path'>,
  document: Reading,
): readonly WrittenOperation[] {
  return Object.keys(item).flatMap((name) => {
    if (isHttpMethod(name)) return [{ method: name, written: item[name], path: [...path, name] }]
    if (name !== additionalOperations) return []
    const others = Object.entries(mapping(item[name], document))
    return others.map(([method, written]) => ({ method, written, path: [...path, name, method] }))
  })
}

/** What a path leads to, references on the way followed. */
export function seenAt(path: Path, { root, deref }: FunctionContext): unknown {
  return path.reduce<unknown>((value, key) => childOf(deref(value), key), root)
}

/** An empty text says as little as none. */
export function says(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** The one type of a schema, or its types. */
export function typesOf(schema: Mapping): readonly unknown[] {
  return schema.type === undefined ? [] : [schema.type].flat()
}
