import { exitCodes, worstExitCode } from '../errors.ts'
import type { Evaluation, Reason, Severity, Verdict } from '../model.ts'
import { severities } from '../model.ts'
import { findGaps } from './gaps.ts'
import type { Answer } from './merge.ts'
import type { Policy } from './policy.ts'

/**
 * Pass or fail. First whether everything asked for was evaluated, then whether the policy accepts the result;
 * every rule that was looked at is a reason, held or not, so that the verdict can be read without the config.
 */
export function decide(evaluation: Evaluation, answers: readonly Answer[], policy: Policy): Verdict {
  const reasons = [
    ...completeness(answers, policy),
    ...failOn(evaluation, policy),
    ...budgets(evaluation, policy),
  ]
  const exit_code = worstExitCode(
    reasons.filter((reason) => !reason.passed).map((reason) => reason.exit_code),
  )
  return { passed: exit_code === exitCodes.pass, exit_code, reasons }
}

function completeness(answers: readonly Answer[], policy: Policy): Reason[] {
  return answers.flatMap(findGaps).map(({ message, kind }) => {
    const excused = kind === 'unevaluated' && policy.on_unevaluated === 'pass'
    return {
      passed: excused,
      exit_code: excused ? exitCodes.pass : exitCodes.incomplete,
      message: excused ? `${message} (accepted: on_unevaluated is pass)` : message,
    }
  })
}

/** With a budget of its own a severity is not also held to `fail_on`. */
function failOn(evaluation: Evaluation, policy: Policy): Reason[] {
  if (policy.fail_on === 'never') return [{ passed: true, exit_code: 0, message: 'fail_on is never' }]
  const gating = severities
    .slice(0, severities.indexOf(policy.fail_on) + 1)
    .filter((severity) => policy.max[severity] === undefined)
  if (gating.length === 0) return []
  const counts = gating.map((severity) => ({
    severity,
    count: evaluation[`${severity}_count`],
  }))
  const found = counts.filter(({ count }) => count > 0)
  return [
    found.length === 0
      ? {
          passed: true,
          exit_code: 0,
          message: `no issue at or above ${policy.fail_on}`,
        }
      : {
          passed: false,
          exit_code: exitCodes.policy,
          message: `${found.map(({ severity, count }) => countOf(count, severity)).join(' and ')} (fail_on: ${policy.fail_on})`,
        },
  ]
}

function budgets(evaluation: Evaluation, policy: Policy): Reason[] {
  return severities.flatMap((severity) => {
    const limit = policy.max[severity]
    if (limit === undefined) return []
    const count = evaluation[`${severity}_count`]
    const passed = count <= limit
    return {
      passed,
      exit_code: passed ? exitCodes.pass : exitCodes.policy,
      message: `${countOf(count, severity)}, at most ${limit} accepted (max.${severity})`,
    }
  })
}

const nouns: Record<Severity, readonly [string, string]> = {
  error: ['error', 'errors'],
  warn: ['warning', 'warnings'],
  info: ['info', 'infos'],
  hint: ['hint', 'hints'],
}

function countOf(count: number, severity: Severity): string {
  return `${count} ${nouns[severity][count === 1 ? 0 : 1]}`
}
