import { type ExitCode, exitCodes, worstExitCode } from '../../model/errors.ts'
import { type Impact, turnsRed } from '../../model/impact.ts'

/** Nothing that was not evaluated passes for unharmed. */
export function impactExitCode(impact: Impact): ExitCode {
  const { unknown, run } = impact
  const isIncomplete = unknown > 0 || run.before === 'incomplete' || run.after === 'incomplete'
  return worstExitCode([
    turnsRed(impact) ? exitCodes.policy : exitCodes.pass,
    isIncomplete ? exitCodes.incomplete : exitCodes.pass,
  ])
}
