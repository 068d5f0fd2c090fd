import { exitCodes, worstExitCode } from '../errors.ts'
import type { Evaluation, Reason, Verdict } from '../model.ts'
import type { Answer } from './answer.ts'
import { findGaps } from './gaps.ts'
import type { Policy } from './policy.ts'
import { weigh } from './weigh.ts'

/**
 * Pass or fail. First whether everything asked for was evaluated, then whether the policy accepts the result;
 * every rule that was looked at is a reason, held or not, so that the verdict can be read without the config.
 */
export function decide(evaluation: Evaluation, answers: readonly Answer[], policy: Policy): Verdict {
  return verdictOf([...completeness(answers, policy), ...weigh(evaluation, policy)])
}

/** The verdict that `reasons` make. */
export function verdictOf(reasons: readonly Reason[]): Verdict {
  const failed = reasons.filter((reason) => !reason.passed)
  const exit_code = worstExitCode(failed.map((reason) => reason.exit_code))
  return { passed: exit_code === exitCodes.pass, exit_code, reasons }
}

function completeness(answers: readonly Answer[], policy: Policy): Reason[] {
  return findGaps(answers).map(({ message, kind }) => {
    const excused = kind === 'unevaluated' && policy.on_unevaluated === 'pass'
    return {
      passed: excused,
      exit_code: excused ? exitCodes.pass : exitCodes.incomplete,
      message: excused ? `${message} (accepted: on_unevaluated is pass)` : message,
    }
  })
}
