import { type ExitCode, exitCodes, worstExitCode } from './errors.ts'
import type { Failure, Gap } from './gap.ts'
import type { Issue } from './issue.ts'
import type { Reason } from './reason.ts'
import type { Severity } from './severity.ts'

export type NonEmpty<Item> = readonly [Item, ...Item[]]

/** Everything requested was evaluated, and the policy accepts it. */
export interface Passed {
  readonly kind: 'passed'
  readonly held: readonly Reason[]
}

/** Everything requested was evaluated, and the policy does not accept it. */
export interface Failed {
  readonly kind: 'failed'
  readonly broken: NonEmpty<Reason>
  readonly held: readonly Reason[]
}

/** Something requested was not evaluated, whatever the policy says of the rest. */
export interface Incomplete {
  readonly kind: 'incomplete'
  readonly gaps: NonEmpty<Gap>
  readonly broken: readonly Reason[]
  readonly held: readonly Reason[]
}

/** There is no evaluation to decide over. */
export interface Undecided {
  readonly kind: 'undecided'
  readonly failure: Failure
}

export type Decision = Passed | Failed | Incomplete

/** How a run ended. */
export type Outcome = Decision | Undecided

/** The one exit code of an outcome: of several gaps, the first in the order of `worstExitCode`. */
export function chooseExitCode(outcome: Outcome): ExitCode {
  switch (outcome.kind) {
    case 'passed':
      return exitCodes.pass
    case 'failed':
      return exitCodes.policy
    case 'incomplete':
      return worstExitCode(outcome.gaps.map(gapExitCode))
    case 'undecided':
      return outcome.failure.exit_code
  }
}

export function gapExitCode(gap: Gap): ExitCode {
  return 'failure' in gap ? gap.failure.exit_code : exitCodes.incomplete
}

type ReasonKind = Reason['kind']

interface KindFacts {
  /** The source of the reasons of this kind in a report of all shards. */
  readonly source: string
  /** It counts the issues that broke it, and a report tells that it was kept. */
  readonly isLimit?: true
}

const kinds = {
  threshold: { source: 'policy', isLimit: true },
  budget: { source: 'policy', isLimit: true },
  advisory: { source: 'policy' },
  idle: { source: 'policy' },
  unmatched: { source: 'policy' },
  waived: { source: 'excuses' },
  baselined: { source: 'excuses' },
  base: { source: 'base' },
  breaking: { source: 'base' },
  'inline-ignores': { source: 'excuses' },
  waiver: { source: 'excuses' },
  accepted: { source: 'gaps' },
  'stale-baseline': { source: 'each shard' },
  'weaker-policy': { source: 'run' },
  'trusted-policy': { source: 'run' },
  'api-selection': { source: 'run' },
  'empty-shard': { source: 'no shard' },
} as const satisfies Record<ReasonKind, KindFacts>

export function findReasonSource({ kind }: Reason): (typeof kinds)[ReasonKind]['source'] {
  return kinds[kind].source
}

type LimitKind = {
  [Kind in ReasonKind]: (typeof kinds)[Kind] extends { readonly isLimit: true } ? Kind : never
}[ReasonKind]
type LimitReason = Extract<Reason, { readonly kind: LimitKind }>

export function isLimit(reason: Reason): reason is LimitReason {
  return 'isLimit' in kinds[reason.kind]
}

/** Whether the result is accepted as far as this reason goes. */
export function holds(reason: Reason): boolean {
  return isLimit(reason) ? isKept(reason) : !('strict' in reason && reason.strict)
}

function isKept(limit: LimitReason): boolean {
  switch (limit.kind) {
    case 'threshold':
      return Object.values(limit.counts).every((count) => !count)
    case 'budget':
      return limit.count <= limit.limit
  }
}

function isAbout(limit: LimitReason, severity: Severity): boolean {
  switch (limit.kind) {
    case 'threshold':
      return limit.counts[severity] !== undefined
    case 'budget':
      return limit.severity === severity
  }
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
      if (!isLimit(reason) || !isAbout(reason, severity)) return false
      if (reason.every_ruleset) return true
      return reason.ruleset_id === undefined ? !apart.has(ruleset_id) : reason.ruleset_id === ruleset_id
    })
  )
}
