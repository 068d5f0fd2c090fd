import { GovError } from '../../core/model/errors.ts'
import type { TimeLimit } from '../../sandbox/evaluation/limits.ts'
import type { Capabilities, Connection, Records } from '../types.ts'
import { interruptedError, type World } from '../world.ts'

export const dashboardCapabilities: Capabilities = {
  readsFiles: false,
  tellsMatches: false,
  listsAll: false,
  dropsIgnored: true,
  waits: true,
}

export const engineCapabilities: Capabilities = {
  readsFiles: true,
  tellsMatches: true,
  listsAll: true,
  dropsIgnored: false,
  waits: false,
}

/** The dashboard answered, and not with a definition. */
export function isRefusal(error: unknown): error is GovError {
  if (!(error instanceof GovError)) return false
  const { kind, code } = error
  return kind === 'access' || kind === 'not_found' || kind === 'usage' || code.startsWith('answer-')
}

/** Closes `opened` when `use` has ended, also with an error. */
export async function useAndClose<Opened extends { readonly close: () => Promise<void> }, Value>(
  opened: Opened,
  use: (opened: Opened) => Promise<Value>,
): Promise<Value> {
  try {
    return await use(opened)
  } finally {
    await opened.close()
  }
}

/** Opens the evaluator of a run for its records, and closes it. */
export async function withRecords<Value>(
  { open, deadlineMs }: Connection,
  world: World,
  use: (records: Records) => Promise<Value>,
): Promise<Value> {
  const evaluator = await open(world, untilDeadline('the check', deadlineMs, world))
  return useAndClose(evaluator, async ({ records }) => use(await records()))
}

/** Until a deadline from now for `what`. In a process of its own, SIGINT stops the evaluation that is running, too. */
export function untilDeadline(
  what: string,
  milliseconds: number,
  { checkpoint, ownsProcess }: Pick<World, 'checkpoint' | 'ownsProcess'>,
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
    interrupted: ownsProcess ? interruptedError : undefined,
  }
}

const endlessPattern =
  ' If it stops there again, look for a regular expression that never ends, such as `([a-z]*)*`, and simplify it.'
