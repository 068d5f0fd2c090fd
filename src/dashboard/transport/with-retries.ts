import { setTimeout as sleep } from 'node:timers/promises'
import { GovError } from '../../core/model/errors.ts'
import { plural } from '../../core/text/wording.ts'
import { isNobodyThere, timeoutError } from '../connection-error.ts'
import type { FetchAnswer } from '../read-answer.ts'
import type { RequestAttempt, RequestLog, Send } from '../request-log.ts'

export interface Retrying extends RunEnd {
  /** Attempts after the first. */
  readonly retries: number
  readonly log?: RequestLog | undefined
  /** Gets a line about each long wait, where there is no log. */
  readonly tell?: ((line: string) => void) | undefined
  /** Whether something has answered a request of the run: its address is right. */
  readonly hasAnswered: () => boolean
  /** The longest `Retry-After` that is waited for; a longer one ends the request. Absent: the deadline alone counts. */
  readonly longestAskedMs?: number | undefined
  /** From 0 to below 1, for the jitter of the waits. */
  readonly random?: () => number
}

/** Repeats `send` while it may help: the last response or error counts, and the deadline ends everything. */
export async function withRetries(
  run: Retrying,
  send: Send,
  url: string,
  init: RequestAttempt,
): Promise<FetchAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send(url, { ...init, attempt }).catch(retryableError)
    if (!isRetryable(outcome)) return finish(outcome, '')
    const attempts = 1 + (init.once === true ? 0 : countRetries(outcome, run))
    const wait = nextWait(outcome, attempt - 1, run.random ?? Math.random)
    const leftMs = run.deadlineAt - performance.now()
    if (attempt >= attempts) return finish(outcome, attempt === 1 ? '' : `${attempt} attempts`)
    if (wait.ms >= leftMs) return finish(outcome, describeSkippedWait(wait, leftMs, attempt), true)
    if (wait.asked && wait.ms > (run.longestAskedMs ?? Number.POSITIVE_INFINITY))
      return finish(outcome, `Retry-After asks for ${renderSeconds(wait.ms)}`)
    announce(run, wait, outcome, { ...init, url })
    await sleep(wait.ms, undefined, { signal: run.ended }).catch(() => {
      throw run.ended.reason
    })
  }
}

/** A mistyped address stays wrong; the second attempt is for a machine that has just woken up. */
function countRetries(outcome: AttemptOutcome, { retries, hasAnswered }: Retrying): number {
  const isNowhere = !hasAnswered() && outcome instanceof GovError && isNobodyThere(outcome.cause)
  return isNowhere ? Math.min(retries, 1) : retries
}

function retryableError(error: unknown): GovError {
  if (error instanceof GovError && error.code === 'no-connection') return error
  throw error
}

function finish(outcome: AttemptOutcome, note: string, isLate = false): FetchAnswer {
  if (!(outcome instanceof GovError)) return note === '' ? outcome : { ...outcome, note, isLate }
  if (note === '') throw outcome
  const { kind, code, message, hint, cause } = outcome
  throw new GovError(kind, code, `${message} (${note})`, hint, cause)
}

/** No deadline leaves more. */
const dayMs = 24 * 60 * 60 * 1000

function describeSkippedWait({ ms, asked }: Wait, leftMs: number, attempt: number): string {
  const left = `the run's deadline leaves ${renderSeconds(leftMs)}`
  if (!asked) return `${plural(attempt, 'attempt')}, and ${left}`
  return `Retry-After asks for ${ms > dayMs ? 'more than a day' : renderSeconds(ms)}, and ${left}`
}

const longWaitMs = 1000

function announce(
  { log, tell }: Retrying,
  { ms, asked }: Wait,
  outcome: AttemptOutcome,
  { id, url }: { readonly id: string; readonly url: string },
): void {
  const retrying = `retrying in ${renderSeconds(ms)}${asked ? ' (Retry-After)' : ''}`
  log?.write(`${id}: ${retrying}`)
  if (log || (!asked && ms < longWaitMs)) return
  const { host } = new URL(url)
  tell?.(
    outcome instanceof GovError
      ? `cannot reach ${host}; ${retrying}`
      : `${host} answered ${outcome.status}; ${retrying}`,
  )
}

/** In seconds, to the tenth. */
function renderSeconds(ms: number): string {
  return `${Math.max(0, Math.round(ms / 100) / 10)} s`
}

const retriedStatuses: readonly number[] = [429, 502, 503, 504]
const firstWaitMs = 250
const longestWaitMs = 10_000

/** The result of one attempt: a response, or the error of a connection. */
type AttemptOutcome = FetchAnswer | GovError

interface Wait {
  /** Milliseconds. */
  readonly ms: number
  /** The response asks for it. */
  readonly asked: boolean
}

export function isRetryable(outcome: AttemptOutcome): boolean {
  return outcome instanceof GovError || retriedStatuses.includes(outcome.status)
}

/**
 * Before the next attempt: what `Retry-After` asks for, else between half and all of a ceiling that doubles. The seven
 * waits of the default take 13 to 26 s: longer than a dashboard takes to restart.
 */
export function nextWait(outcome: AttemptOutcome, tried: number, random: () => number): Wait {
  const asked = outcome instanceof GovError ? undefined : readRetryAfter(outcome.headers)
  const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** tried)
  return asked === undefined
    ? { ms: (ceiling * (1 + random())) / 2, asked: false }
    : { ms: asked, asked: true }
}

/** Seconds or a date (RFC 9110, 10.2.3) as milliseconds from now; a date is compared with the server's own clock. */
function readRetryAfter(headers: FetchAnswer['headers']): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const at = /^[A-Z][a-z]/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) return undefined
  const sent = Date.parse(headers.get('date') ?? '')
  return Math.max(0, at - (Number.isNaN(sent) ? Date.now() : sent))
}

interface RunEnd {
  /** On the clock of `performance`. */
  readonly deadlineAt: number
  /** Aborted when the run is over, with a GovError. */
  readonly ended: AbortSignal
}

export interface RequestTimeLimit extends RunEnd {
  /** For one attempt, from connecting to the last byte. */
  readonly timeoutMs: number
}

/** Does work that a signal ends: with GovError when its time is over, and with the reason of the run's own end. */
export async function withinTime<Value>(
  { timeoutMs, deadlineAt, ended }: RequestTimeLimit,
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
