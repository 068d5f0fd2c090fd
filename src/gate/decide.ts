import { exitCodes, worstExitCode } from '../model/errors.ts'
import type { Evaluation } from '../model/evaluation.ts'
import type { Reason, Verdict } from '../model/outcome.ts'
import type { Policy } from '../model/policy.ts'
import type { Answer } from './answer.ts'
import { findGaps, type Gap } from './gaps.ts'
import { weigh } from './weigh.ts'

/**
 * Pass or fail. First whether everything asked for was evaluated, then whether the policy accepts the result;
 * every rule that was looked at is a reason, held or not, so that the verdict can be read without the config.
 * `excuses` is what is to be said of waivers and the baseline.
 */
export function decide(
  evaluation: Evaluation,
  answers: readonly Answer[],
  policy: Policy,
  excuses: readonly Reason[] = [],
): Verdict {
  return verdictOf([...completeness(answers, policy), ...weigh(evaluation, policy), ...excuses])
}

/** The verdict that `reasons` make. */
export function verdictOf(reasons: readonly Reason[]): Verdict {
  const failed = reasons.filter((reason) => !reason.passed)
  const exit_code = worstExitCode(failed.map((reason) => reason.exit_code))
  return { passed: exit_code === exitCodes.pass, exit_code, reasons }
}

function completeness(answers: readonly Answer[], policy: Policy): Reason[] {
  return gapReasons(findGaps(answers, policy.on_truncation), policy.on_unevaluated)
}

/** A gap fails the run, unless the policy accepts gaps of its kind. */
export function gapReasons(gaps: readonly Gap[], onUnevaluated: Policy['on_unevaluated']): Reason[] {
  return gaps.map(({ message, kind, unrun }) => {
    const excused = kind === 'unevaluated' && onUnevaluated === 'pass'
    return {
      passed: excused,
      exit_code: excused ? exitCodes.pass : exitCodes.incomplete,
      message: excused ? `${message} (accepted: on_unevaluated is pass)` : message,
      ...(unrun && { unrun }),
    }
  })
}
