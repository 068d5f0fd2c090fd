import { timeoutError } from '../connection-error.ts'

export interface TimeLimit {
  /** For one attempt, from connecting to the last byte. */
  readonly timeoutMs: number
  /** The end of the run, on the clock of `performance`. */
  readonly deadlineAt: number
  /** Aborted when the run is over, with a GovError. */
  readonly ended: AbortSignal
}

/** Does work that a signal ends: with GovError when its time is over, and with the reason of the run's own end. */
export async function withinTime<Value>(
  { timeoutMs, deadlineAt, ended }: TimeLimit,
  url: string,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  if (ended.aborted) throw ended.reason
  const budgetMs = Math.max(1, Math.min(timeoutMs, deadlineAt - performance.now()))
  const controller = new AbortController()
  const end = () => controller.abort(ended.reason)
  const endAttempt = () => controller.abort(timeoutError(url, { budgetMs, timeoutMs }))
  const timer = setTimeout(endAttempt, Math.ceil(budgetMs))
  ended.addEventListener('abort', end)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    ended.removeEventListener('abort', end)
  }
}
