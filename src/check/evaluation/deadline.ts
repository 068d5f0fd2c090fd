import { GovError } from '../../core/model/errors.ts'
import type { TimeLimit } from '../../sandbox/evaluation/limits.ts'
import { interruptedError, type World } from '../world.ts'

/** Until a deadline from now for `what`. Where a person waits, Ctrl-C stops the evaluation that is running, too. */
export function untilDeadline(
  what: string,
  milliseconds: number,
  { checkpoint, isInteractive }: Pick<World, 'checkpoint' | 'isInteractive'>,
): TimeLimit {
  const endsAt = performance.now() + milliseconds
  const createDeadlineError = (running: string, advice = '') =>
    new GovError(
      'unavailable',
      'deadline',
      `${what} did not finish before the run's deadline of ${milliseconds / 1000} s${running}`,
      `Raise dashboard.deadline (--deadline), or check less at once.${advice}`,
    )
  return {
    left: () => {
      checkpoint()
      const left = endsAt - performance.now()
      if (left <= 0) throw createDeadlineError('')
      return left
    },
    exceeded: (rule, ruleset) =>
      createDeadlineError(`; ${rule} of ruleset ${ruleset} was running`, endlessPattern),
    interrupted: isInteractive ? interruptedError : undefined,
  }
}

const endlessPattern =
  ' If it stops there again, look for a regular expression that never ends, such as `([a-z]*)*`, and simplify it.'
