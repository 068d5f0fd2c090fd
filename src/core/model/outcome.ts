import { type ExitCode, exitCodes, worstExitCode } from './errors.ts'
import type { Failure } from './failure.ts'
import type { Gap } from './gap.ts'
import type { Reason } from './reason.ts'

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

/** Not everything requested was evaluated, whatever the policy says of what was. */
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
