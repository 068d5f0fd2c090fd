import { type ExitCode, exitCodes, worstExitCode } from '../../core/model/errors.ts'
import type { Impact } from './impact-model.ts'

/** Whether a pipeline that passed may fail: one for an API, or that of the config. */
export function turnsRed({ newly_failing, run }: Pick<Impact, 'newly_failing' | 'run'>): boolean {
  return newly_failing > 0 || run.reasons.length > 0 || (run.before === 'passed' && run.after === 'failed')
}

/** Nothing that was not evaluated passes for unharmed. */
export function impactExitCode(impact: Impact): ExitCode {
  const { unknown, run } = impact
  const isIncomplete = unknown > 0 || run.before === 'incomplete' || run.after === 'incomplete'
  return worstExitCode([
    turnsRed(impact) ? exitCodes.policy : exitCodes.pass,
    isIncomplete ? exitCodes.incomplete : exitCodes.pass,
  ])
}
