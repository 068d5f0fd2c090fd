import { parseJsonPath } from '../../src/engine/jsonpath/parse.ts'
import { compile } from '../../src/engine/matching/compile.ts'
import { select } from '../../src/engine/matching/select.ts'
import { createRootNode, getNodePath } from '../../src/engine/matching/visited-node.ts'
import { walk } from '../../src/engine/matching/walk.ts'
import { createRefs, createUnresolvedRefs, type Refs } from '../../src/engine/openapi/resolved-view.ts'

/** What queries find in one walk, as `path = value`, by query. */
export function walkAll(
  queries: readonly string[],
  root: unknown,
  refs: Refs = createUnresolvedRefs(root),
): string[][] {
  const found: string[][] = queries.map(() => [])
  walk(root, refs, compile(queries.map(parseJsonPath)), (query, value, spot) => {
    found[query]?.push(print(getNodePath(spot), value))
  })
  return found
}

/** What a query finds by itself. */
export function selectAll(query: string, root: unknown, refs: Refs = createUnresolvedRefs(root)): string[] {
  return select(parseJsonPath(query), createRootNode(root, refs), refs).map(({ spot, value }) =>
    print(getNodePath(spot), value),
  )
}

/** Whether the automaton carries the query. */
export function isCarried(query: string): boolean {
  return compile([parseJsonPath(query)]).apart.length === 0
}

export function resolved(root: unknown): Refs {
  return createRefs(root)
}

function print(path: readonly (string | number)[], value: unknown): string {
  return `${path.join('|')} = ${JSON.stringify(value)}`
}
