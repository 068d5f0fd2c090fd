import type { Config } from './configs.ts'
import type { VisitedNode } from './visited-node.ts'

export interface Visits {
  /**
   * What of `config` is new at a node that is reached under `key`; `isDirect`: no reference was followed on the way.
   * Nodes that no reference leads to are always new.
   */
  readonly left: (node: object, key: VisitedNode['key'], isDirect: boolean, config: Config) => Config
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
    left: (node, key, isDirect, config) => {
      if (!targets.has(node)) return config
      const configs = listConfigs(isDirect ? visitedDirectly : visited, node)
      const slot = differ.byKey ? key : null
      const before = configs.get(slot)
      const left = before ? config.minus(before) : config
      if (left.members.length > 0) configs.set(slot, before ? before.plus(left.members) : config)
      return left
    },
  }
}

function listConfigs(visited: Visited, value: object): Map<string | number | null, Config> {
  const known = visited.get(value)
  if (known) return known
  const configs = new Map<string | number | null, Config>()
  visited.set(value, configs)
  return configs
}
