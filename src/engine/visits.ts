import type { Config } from './configs.ts'

export interface Visits {
  /** What of `config` is new at the node. Nodes that no reference leads to are always new. */
  readonly left: (value: unknown, parentKey: string | number | null, config: Config) => Config
}

/**
 * Remembers with which configs the targets of references were visited. With `byKey`, a target reached under another
 * key is another node.
 */
export function createVisits(targets: ReadonlySet<object>, byKey: boolean): Visits {
  const visited = new Map<object, Map<string | number | null, Config>>()
  return {
    left: (value, key, config) => {
      if (typeof value !== 'object' || value === null || !targets.has(value)) return config
      const slot = byKey ? key : null
      let configs = visited.get(value)
      if (!configs) {
        configs = new Map()
        visited.set(value, configs)
      }
      const before = configs.get(slot)
      const left = before ? config.minus(before) : config
      if (left.members.length > 0) configs.set(slot, before ? before.plus(left.members) : config)
      return left
    },
  }
}
