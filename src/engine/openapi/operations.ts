import { additionalOperations, isHttpMethod } from '../../core/model/api-part.ts'
import type { Path } from '../../core/model/location.ts'
import { isRecord } from '../../core/model/record.ts'
import type { FunctionContext } from '../rule.ts'
import { cachePerDocument, type WholeDocument } from './document.ts'
import { readReferences } from './references.ts'

export type JsonMapping = Readonly<Record<string, unknown>>

/** How references are followed. */
type FactReading = Pick<FunctionContext, 'deref'>

type ReadDocument = Pick<FunctionContext, 'root' | 'deref'>

const none: JsonMapping = {}

/** The mapping behind a value and its references; an empty one for anything else. */
export function mapping(value: unknown, { deref }: FactReading): JsonMapping {
  const seen = deref(value)
  return isRecord(seen) ? seen : none
}

/** The items of a list, references followed; none of anything else. */
export function list(value: unknown, { deref }: FactReading): readonly unknown[] {
  const seen = deref(value)
  return Array.isArray(seen) ? seen.map((item: unknown) => deref(item)) : []
}

export function root(document: ReadDocument): JsonMapping {
  return mapping(document.root, document)
}

export interface PathRoute {
  readonly route: string
  readonly item: JsonMapping
  readonly path: Path
}

/** The entries of `paths`, extensions left out. */
export function listRoutes(document: ReadDocument): readonly PathRoute[] {
  return Object.entries(mapping(root(document).paths, document))
    .filter(([route]) => !route.startsWith('x-'))
    .map(([route, item]) => ({ route, item: mapping(item, document), path: ['paths', route] }))
}

interface WrittenOperation {
  readonly method: string
  /** It may be a reference. */
  readonly written: unknown
  readonly path: Path
}

/** The operations of a path item, those with methods of their own included, in its own order. */
export function listWrittenOperations(
  { item, path }: Pick<PathRoute, 'item' | 'path'>,
  document: FactReading,
): readonly WrittenOperation[] {
  return Object.keys(item).flatMap((name) => {
    if (isHttpMethod(name)) return [{ method: name, written: item[name], path: [...path, name] }]
    if (name !== additionalOperations) return []
    const others = Object.entries(mapping(item[name], document))
    return others.map(([method, written]) => ({ method, written, path: [...path, name, method] }))
  })
}

export interface DocumentOperation {
  /** Its path in the API, such as `/orders`. */
  readonly route: string
  readonly method: string
  readonly value: JsonMapping
  readonly path: Path
  readonly responses: readonly Response[]
}

export interface Response {
  readonly code: string
  readonly value: JsonMapping
  readonly path: Path
}

const readOperations = cachePerDocument((root, files): readonly DocumentOperation[] => {
  const { follow } = readReferences(root, files)
  const reading = { root, deref: (value: unknown) => follow(value)?.value ?? value }
  return listRoutes(reading).flatMap(({ route, ...item }) =>
    listWrittenOperations(item, reading).map(({ method, written, path }) => {
      const value = mapping(written, reading)
      const responses = Object.entries(mapping(value.responses, reading))
        .filter(([code]) => !code.startsWith('x-'))
        .map(([code, response]) => ({
          code,
          value: mapping(response, reading),
          path: [...path, 'responses', code],
        }))
      return { route, method, value, path, responses }
    }),
  )
})

/** The operations of `paths`, without those of webhooks and callbacks: others serve these. References are followed. */
export function listOperations(document: WholeDocument): readonly DocumentOperation[] {
  return readOperations(document) ?? []
}
