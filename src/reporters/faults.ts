import { type FaultPlace, findExitName } from '../core/model/errors.ts'
import { chooseExitCode, gapExitCode, isLimit, listBroken } from '../core/model/outcome.ts'
import type { Report } from '../core/model/report.ts'
import { renderGap } from './words/gap-text.ts'
import { reasonText } from './words/reason-text.ts'

/** Something other than an issue that keeps a run from counting as a complete evaluation. */
export interface Fault {
  /** Stable from version to version. */
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly place?: FaultPlace | undefined
}

/** Why the run could not be decided, or what is missing from it, worst first; empty for a complete evaluation. */
export function listFaults({ outcome }: Report): Fault[] {
  if (outcome.kind === 'undecided') return [outcome.failure]
  if (outcome.kind !== 'incomplete') return []
  const { gaps } = outcome
  const worst = chooseExitCode(outcome)
  const decisive = gaps.filter((gap) => gapExitCode(gap) === worst)
  return [...decisive, ...gaps.filter((gap) => !decisive.includes(gap))].map((gap) => ({
    code: findExitName(gapExitCode(gap)),
    message: renderGap(gap),
    hint: 'failure' in gap ? gap.failure.hint : '',
    place: 'failure' in gap ? gap.failure.place : undefined,
  }))
}

export function faultText({ message, hint }: Fault): string {
  if (hint === '') return message
  return message.endsWith('.') ? `${message} ${hint}` : `${message}. ${hint}`
}

export function listRefusals({ outcome }: Report): string[] {
  return listBroken(outcome).map(reasonText)
}

/** Lists all that fails the run, worst first: its faults, then the reasons of the policy. */
export function listProblems(report: Report): Pick<Fault, 'code' | 'message' | 'place'>[] {
  const faults = listFaults(report).map((fault) => ({ ...fault, message: faultText(fault) }))
  return [...faults, ...listRefusals(report).map((message) => ({ code: 'policy', message }))]
}

/**
 * Reasons that do not fail the run. A limit that was kept is met; the others are facts, which can explain why another
 * failed.
 */
export function listHeldReasons({
  outcome,
}: Report): { readonly isMet: boolean; readonly message: string }[] {
  if (outcome.kind === 'undecided') return []
  return outcome.held.map((reason) => ({
    isMet: isLimit(reason),
    message: reasonText(reason),
  }))
}
