import type { Path } from '../../../model/location.ts'
import { isRecord } from '../../../model/record.ts'
import { followRefs } from '../../refs.ts'
import type { WholeDocument } from '../../rule.ts'
import { type Mapping, mapping, writtenOperations } from '../facts.ts'
import { perDocument } from '../per-document.ts'

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
  const reading = { deref: (value: unknown) => follow(value)?.value ?? value }
  const routes = isRecord(root) ? Object.entries(mapping(root.paths, reading)) : []
  return routes
    .filter(([route]) => !route.startsWith('x-'))
    .flatMap(([route, item]) =>
      writtenOperations({ item: mapping(item, reading), path: ['paths', route] }, reading).map(
        ({ method, written, path }): Operation => {
          const value = mapping(written, reading)
          const responses = Object.entries(mapping(value.responses, reading))
            .filter(([code]) => !code.startsWith('x-'))
            .map(([code, each]) => ({
              code,
              value: mapping(each, reading),
              path: [...path, 'responses', code],
            }))
          return { route, method, value, path, responses }
        },
      ),
    )
})

/** The operations of `paths`, without those of webhooks and callbacks: others serve these. References are followed. */
export function operationsOf(document: WholeDocument): readonly Operation[] {
  return readOperations(document) ?? []
}
