import { once } from '../../core/model/once.ts'
import type { Modifiers, State, StateTest } from './states.ts'

export interface TestedStates {
  readonly test: StateTest
  readonly adds: readonly number[]
}

/** A set of waiting states and matched queries. There is one of each set: configs are compared by identity. */
export interface Config {
  /** Ids of the waiting states, then of the matched queries, which are numbered after the states. */
  readonly members: readonly number[]
  /** Nothing waits: the node's children need not be looked at. */
  readonly isIdle: boolean
  /** Some query matches the node. */
  readonly hasMatches: boolean
  /** Queries that the node matches, handed on as it is. */
  readonly matched: readonly number[]
  /** Queries that it matches of which its parent or key is handed on: once for each way the node is reached. */
  readonly matchedByEdge: readonly number[]
  /** Those of a child that is an object or a list, and of any other. */
  readonly tests: readonly TestedStates[]
  readonly scalarTests: readonly TestedStates[]
  readonly enter: (key: string | number) => Config
  readonly plus: (added: readonly number[]) => Config
  readonly minus: (other: Config) => Config
  /** Without what matched. */
  readonly waitingOnly: () => Config
}

/** The configs of an automaton, made as a walk first meets them. */
export function createConfigs(
  states: readonly State[],
  modifiers: readonly Modifiers[],
  byRoute: ReadonlySet<number> = new Set(),
): (waiting: readonly number[], matched: readonly number[]) => Config {
  const made = new Map<string, Config>()

  function intern(members: Iterable<number>): Config {
    const sorted = [...new Set(members)].sort((a, b) => a - b)
    const key = sorted.join()
    const known = made.get(key)
    if (known) return known
    const config = build(sorted)
    made.set(key, config)
    return config
  }

  function build(members: readonly number[]): Config {
    const waiting = members.flatMap((member) => states[member] ?? [])
    const queries = members
      .filter((member) => member >= states.length)
      .map((member) => member - states.length)
    const tests = collectTests(waiting)
    return {
      members,
      isIdle: waiting.length === 0,
      hasMatches: queries.length > 0,
      matched: queries.filter((query) => !isByEdge(modifiers[query])),
      matchedByEdge: queries.filter((query) => isByEdge(modifiers[query])),
      tests,
      scalarTests: tests.filter(({ test }) => !test.asksForContainer),
      enter: createEnter(waiting, (key) => intern(waiting.flatMap((state) => entered(state, key)))),
      plus: remember((added) => intern([...members, ...added])),
      minus: remember((other) => {
        const taken = new Set(other.members)
        return intern(
          members.filter(
            (member) => !taken.has(member) || byRoute.has(states[member]?.query ?? member - states.length),
          ),
        )
      }),
      waitingOnly: once(() => intern(waiting.map(({ id }) => id))),
    }
  }

  function entered(state: State, key: string | number | undefined): number[] {
    const result = state.isDeep ? [state.id] : []
    if (acceptsKey(state, key)) result.push(findNextMember(state))
    return result
  }

  function findNextMember(state: State): number {
    return state.next === -1 ? states.length + state.query : state.next
  }

  function collectTests(waiting: readonly State[]): TestedStates[] {
    const byKey = new Map<string, { test: StateTest; adds: number[] }>()
    for (const state of waiting) {
      if (state.accepts.kind !== 'test') continue
      const { test } = state.accepts
      const same = byKey.get(test.key)
      if (same) same.adds.push(findNextMember(state))
      else byKey.set(test.key, { test, adds: [findNextMember(state)] })
    }
    return [...byKey.values()]
  }

  return (waiting, matched) => intern([...waiting, ...matched.map((query) => states.length + query)])
}

function isByEdge(modifiers: Modifiers | undefined): boolean {
  return modifiers !== undefined && (modifiers.parents > 0 || modifiers.key)
}

function acceptsKey({ accepts }: State, key: string | number | undefined): boolean {
  if (accepts.kind === 'any') return true
  if (key === undefined) return false
  if (accepts.kind === 'names') return accepts.names.has(String(key))
  return accepts.kind === 'key' && accepts.passes(key)
}

/** A key that no state names or asks for leads where any other such key does. */
function createEnter(
  waiting: readonly State[],
  lookUp: (key: string | number | undefined) => Config,
): (key: string | number) => Config {
  const enter = enterNamed(waiting, lookUp)
  const asking = waiting.filter(({ accepts }) => accepts.kind === 'key')
  if (asking.length === 0) return enter
  return remember((key) => (asking.some((state) => acceptsKey(state, key)) ? lookUp(key) : enter(key)))
}

/** Only named keys have entries of their own. */
function enterNamed(
  waiting: readonly State[],
  lookUp: (key: string | number | undefined) => Config,
): (key: string | number) => Config {
  const names = waiting.flatMap(({ accepts }) => (accepts.kind === 'names' ? [...accepts.names] : []))
  const namesIndex = names.some((name) => /^\d+$/.test(name))
  /** Keyed by name; null: not yet looked up. */
  const known = new Map<string, Config | null>(names.map((name) => [name, null]))
  let other: Config | undefined
  return (key) => {
    const name = typeof key === 'string' ? key : namesIndex ? String(key) : undefined
    const config = name === undefined ? undefined : known.get(name)
    if (config) return config
    if (config === undefined || name === undefined) {
      other ??= lookUp(undefined)
      return other
    }
    const named = lookUp(name)
    known.set(name, named)
    return named
  }
}

function remember<Key>(make: (key: Key) => Config): (key: Key) => Config {
  const known = new Map<Key, Config>()
  return (key) => {
    let config = known.get(key)
    if (!config) {
      config = make(key)
      known.set(key, config)
    }
    return config
  }
}
