import { additionalOperations, httpMethods } from '../../../model/http-methods.ts'
import type { Path } from '../../../model/location.ts'
import { isRecord } from '../../../model/record.ts'
import { followRefs } from '../../refs.ts'
import type { WholeDocument } from '../../rule.ts'
import { perDocument } from '../per-document.ts'

type Mapping = Readonly<Record<string, unknown>>

export interface Operation {
  /** Its path in the API, such as `/orders`. */
  readonly route: string
  readonly method: string
  readonly value: Mapping
  readonly path: Path
  readonly responses: readonly Response[]
}

export interface Response {
  readonly code: string
  readonly value: Mapping
  readonly path: Path
}

const readOperations = perDocument((root, files) => {
  const follow = followRefs(root, files)
  const mappingAt = (value: unknown): Mapping => {
    const seen = follow(value)?.value ?? value
    return isRecord(seen) ? seen : {}
  }
  const routes = isRecord(root) ? Object.entries(mappingAt(root.paths)) : []
  return routes
    .filter(([route]) => !route.startsWith('x-'))
    .flatMap(([route, item]) => readRoute(route, mappingAt(item), mappingAt))
})

/** The operations of `paths`, without those of webhooks and callbacks: others serve these. References are followed. */
export function operationsOf(document: WholeDocument): readonly Operation[] {
  return readOperations(document) ?? []
}

function readRoute(
  route: string,
  item: Mapping,
  mappingAt: (value: unknown) => Mapping,
): readonly Operation[] {
  const others = mappingAt(item[additionalOperations])
  const written = [
    ...httpMethods
      .filter((method) => Object.hasOwn(item, method))
      .map((method) => ({ method, keys: [method], value: item[method] })),
    ...Object.keys(others).map((method) => ({
      method,
      keys: [additionalOperations, method],
      value: others[method],
    })),
  ]
  return written.map(({ method, keys, value: operation }) => {
    const value = mappingAt(operation)
    const path = ['paths', route, ...keys]
    const responses = Object.entries(mappingAt(value.responses))
      .filter(([code]) => !code.startsWith('x-'))
      .map(([code, each]) => ({ code, value: mappingAt(each), path: [...path, 'responses', code] }))
    return { route, method, value, path, responses }
  })
}
