import type { Reason } from './reason.ts'

/** Whether the result is accepted as far as this reason goes. */
export function holds(reason: Reason): boolean {
  if (reason.kind === 'threshold') return Object.values(reason.counts).every((count) => !count)
  if (reason.kind === 'budget') return reason.count <= reason.limit
  return !('strict' in reason && reason.strict)
}

/** What gives a report of all shards its reasons of each kind. */
const sources = {
  threshold: 'policy',
  budget: 'policy',
  advisory: 'policy',
  idle: 'policy',
  unmatched: 'policy',
  waived: 'excuses',
  baselined: 'excuses',
  base: 'base',
  breaking: 'base',
  'inline-ignores': 'excuses',
  waiver: 'excuses',
  accepted: 'gaps',
  'stale-baseline': 'each shard',
  'weaker-policy': 'run',
  'trusted-policy': 'run',
  'empty-shard': 'no shard',
} as const satisfies Record<Reason['kind'], string>

export function sourceOf({ kind }: Reason): (typeof sources)[Reason['kind']] {
  return sources[kind]
}
