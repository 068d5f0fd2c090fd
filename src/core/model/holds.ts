import type { Issue } from './issue.ts'
import type { Reason } from './reason.ts'

/** Whether the result is accepted as far as this reason goes. */
export function holds(reason: Reason): boolean {
  if (reason.kind === 'threshold') return Object.values(reason.counts).every((count) => !count)
  if (reason.kind === 'budget') return reason.count <= reason.limit
  return !('strict' in reason && reason.strict)
}

/**
 * Whether a limit that does not hold counts an issue, and so fails the run for it. `apart`: the rulesets that are judged on
 * their own, which the policy's own limits leave out.
 */
export function isCounted(issue: Issue, broken: readonly Reason[], apart: ReadonlySet<string>): boolean {
  const { excused, severity, ruleset_id } = issue
  return (
    excused === undefined &&
    broken.some((reason) => {
      if (reason.kind !== 'threshold' && reason.kind !== 'budget') return false
      const isOfLimit =
        reason.kind === 'budget' ? reason.severity === severity : reason.counts[severity] !== undefined
      if (!isOfLimit || reason.every_ruleset) return isOfLimit
      return reason.ruleset_id === undefined ? !apart.has(ruleset_id) : reason.ruleset_id === ruleset_id
    })
  )
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

export function findReasonSource({ kind }: Reason): (typeof sources)[Reason['kind']] {
  return sources[kind]
}
