/**
 * Turns queries into one automaton that a single walk of the document can drive.
 *
 * Input: queries, each a list of steps. Steps to children are the automaton's letters; trailing `^` and `~` say what
 * of a match is handed on. Queries with anything else (`^` in the middle, `@path` in a filter) are listed apart, for
 * `select.ts` to run one by one.
 *
 * Compiled: a *state* (states.ts) is one step of one query, waiting for a child that its selector accepts. A *config*
 * (configs.ts) is the set of states that wait at a node, plus the queries that the node itself matches. Configs are
 * made once, when a walk first meets them, so a walk moves from config to config whatever the number of queries:
 *
 *   config.enter(key)    the config of a child by its key alone: names, wildcards, and all that `..` keeps waiting
 *   config.tests         what must be asked of each child besides: filters and slices, equal ones once
 *   config.plus(states)  the config with more states in it, once a test has held
 *
 * Order of events for one child: `enter`, then each test, each adding its states; then what matched; then, unless the
 * config is idle, the child's own children.
 */

import type { Query } from '../jsonpath/query.ts'
import { createProgress, type EvaluationProgress } from '../progress.ts'
import { type Config, createConfigs } from './configs.ts'
import { acceptsKey, findShape, type Modifiers, type State, toState } from './states.ts'

export interface Plan {
  readonly modifiers: readonly Modifiers[]
  readonly start: Config
  /** Indexes of the queries that the automaton does not carry. */
  readonly apart: readonly number[]
  /** Whether a filter asks for the key of the parent: a shared node then differs by how it was reached. */
  readonly asksParentKey: boolean
}

/**
 * One plan for all queries, which notes in `progress` which filter with a pattern it asks. The index of a query in
 * `queries` is its name in matches. Those in `byRoute` match a shared node once for each way that leads to it.
 */
export function compile(
  queries: readonly Query[],
  progress: EvaluationProgress = createProgress(),
  byRoute: ReadonlySet<number> = new Set(),
): Plan {
  const shapes = queries.map(findShape)
  const modifiers = shapes.map((shape) => shape?.modifiers ?? { parents: 0, key: false })
  const states: State[] = []
  const starts: number[] = []
  const matchedAtRoot: number[] = []
  for (const [query, shape] of shapes.entries()) {
    if (!shape) continue
    if (shape.matchesRoot) matchedAtRoot.push(query)
    if (shape.steps.length > 0) starts.push(states.length)
    for (const [index, step] of shape.steps.entries()) {
      states.push(toState(states.length, query, step, index === shape.steps.length - 1, progress))
    }
  }
  return {
    modifiers,
    start: createConfigs(states, modifiers, byRoute)(starts, matchedAtRoot),
    apart: [...shapes.keys()].filter((query) => !shapes[query]),
    asksParentKey: queries.some(({ steps }) => steps.some((step) => acceptsKey(step, 'parentProperty'))),
  }
}
