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
  'turned-off': { source: 'policy' },
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
  'shard-age': { source: 'no shard' },
} as const satisfies Record<ReasonKind, KindFacts>

export function findReasonSource({ kind }: Reason): (typeof kinds)[ReasonKind]['source'] {
  return kinds[kind].source
}

type LimitKind = {
  [Kind in ReasonKind]: (typeof kinds)[Kind] extends { readonly isLimit: true } ? Kind : never
}[ReasonKind]
export type LimitReason = Extract<Reason, { readonly kind: LimitKind }>

export function isLimit(reason: Reason): reason is LimitReason {
  return 'isLimit' in kinds[reason.kind]
}

/** Whether the result is accepted as far as this reason goes. */
export function holds(reason: Reason): boolean {
  return isLimit(reason) ? isKept(reason) : !('strict' in reason && reason.strict)
}

function isKept(limit: LimitReason): boolean {
  return limit.kind === 'budget'
    ? limit.count <= limit.limit
    : Object.values(limit.counts).every((count) => !count)
}

function isAbout(limit: LimitReason, severity: Severity): boolean {
  return limit.kind === 'budget' ? limit.severity === severity : limit.counts[severity] !== undefined
}

/**
 * Tells which issues a limit of the outcome counts: of its severities and rulesets, and excused by nothing. A ruleset
 * that the policy judges on its own has a reason of its own, and the policy's other limits leave it out.
 */
export function createCountTest(outcome: Outcome): (limit: LimitReason, issue: Issue) => boolean {
  const apart = new Set(
    listReasons(outcome).flatMap((reason) =>
      isLimit(reason) || reason.kind === 'advisory' ? (reason.ruleset_id ?? []) : [],
    ),
  )
  return (limit, { excused, severity, ruleset_id }) => {
    if (excused !== undefined || !isAbout(limit, severity)) return false
    if (limit.every_ruleset) return true
    return limit.ruleset_id === undefined ? !apart.has(ruleset_id) : limit.ruleset_id === ruleset_id
  }
}

/** Tells which issues a broken limit counts, so that the run fails for them. */
export function createFailingTest(outcome: Outcome): (issue: Issue) => boolean {
  const isCounted = createCountTest(outcome)
  const limits = listBroken(outcome).filter(isLimit)
  return (issue) => limits.some((limit) => isCounted(limit, issue))
}

export function listGaps(outcome: Outcome): readonly Gap[] {
  return outcome.kind === 'incomplete' ? outcome.gaps : []
}

/** The reasons that do not hold. */
export function listBroken(outcome: Outcome): readonly Reason[] {
  return 'broken' in outcome ? outcome.broken : []
}

/** Every reason: those that do not hold, then the others. */
export function listReasons(outcome: Outcome): readonly Reason[] {
  return 'held' in outcome ? [...listBroken(outcome), ...outcome.held] : []
}
