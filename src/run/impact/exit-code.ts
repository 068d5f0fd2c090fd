import { type ExitCode, exitCodes, worstExitCode } from '../../model/errors.ts'
import type { Impact } from '../../model/impact.ts'

/** Nothing that was not evaluated passes for unharmed. */
export function impactExitCode({ newly_failing, unknown, run }: Impact): ExitCode {
  const turnsRed = newly_failing > 0 || (run.before === 'passed' && run.after === 'failed')
  const isIncomplete = unknown > 0 || run.before === 'incomplete' || run.after === 'incomplete'
  return worstExitCode([
    turnsRed ? exitCodes.policy : exitCodes.pass,
    isIncomplete ? exitCodes.incomplete : exitCodes.pass,
  ])
}
