import { exitCodes } from '../model/errors.ts'
import type { Report } from '../model/report.ts'

/** Something other than an issue that keeps a run from counting as a complete evaluation. */
export interface Fault {
  /** Stable from version to version. */
  readonly code: string
  readonly message: string
  readonly hint: string
}

/** Why the run could not be decided, or what is missing from it; empty when every issue there is was found. */
export function faultsOf({ failure, verdict }: Report): Fault[] {
  if (failure) return [failure]
  return verdict.reasons
    .filter(({ passed, exit_code }) => !passed && exit_code !== exitCodes.policy)
    .map(({ message, exit_code }) => ({ code: outcomeOf(exit_code), message, hint: '' }))
}

/** What happened and what to do, as one text. */
export function faultText({ message, hint }: Fault): string {
  if (hint === '') return message
  return message.endsWith('.') ? `${message} ${hint}` : `${message}. ${hint}`
}

/** `incomplete`, `not-found`: the name of an exit code. */
export function outcomeOf(exitCode: number): string {
  const name = Object.entries(exitCodes).find(([, code]) => code === exitCode)?.[0] ?? 'failed'
  return name.replaceAll('_', '-')
}

/** The reasons of the policy that do not hold. */
export function refusalsOf({ failure, verdict }: Report): string[] {
  if (failure) return []
  return verdict.reasons
    .filter(({ passed, exit_code }) => !passed && exit_code === exitCodes.policy)
    .map(({ message }) => message)
}
