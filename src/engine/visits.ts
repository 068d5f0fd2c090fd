import type { Config } from './configs.ts'

/** Ways of reaching a node that make a difference to what is found there. */
export interface Arrival {
  /** The key under which it was reached. */
  readonly key: string | number | null
  /** No reference was followed on the way. */
  readonly isDirect: boolean
}

export interface Visits {
  /** What of `config` is new at the node. Nodes that no reference leads to are always new. */
  readonly left: (value: unknown, arrival: Arrival, config: Config) => Config
}

type Visited = Map<object, Map<string | number | null, Config>>

/** Remembers with which configs the targets of references were visited, for each way of reaching them that counts. */
export function createVisits(
  targets: ReadonlySet<object>,
  differ: { readonly byKey: boolean; readonly byDirectness: boolean },
): Visits {
  const visited: Visited = new Map()
  const visitedDirectly: Visited = differ.byDirectness ? new Map() : visited
  return {
    left: (value, { key, isDirect }, config) => {
      if (typeof value !== 'object' || value === null || !targets.has(value)) return config
      const configs = configsAt(isDirect ? visitedDirectly : visited, value)
      const slot = differ.byKey ? key : null
      const before = configs.get(slot)
      const left = before ? config.minus(before) : config
      if (left.members.length > 0) configs.set(slot, before ? before.plus(left.members) : config)
      return left
    },
  }
}

function configsAt(visited: Visited, value: object): Map<string | number | null, Config> {
  const known = visited.get(value)
  if (known) return known
  const configs = new Map<string | number | null, Config>()
  visited.set(value, configs)
  return configs
}
