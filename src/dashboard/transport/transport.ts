/**
 * HTTP over Node's own client, through the proxies of the environment: one request is sent, answered and read within
 * `timeoutMs`, tried again after connection faults and 429, 502, 503, 504, and never past the run's deadline.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { GovError } from '../../model/errors.ts'
import { connectionError } from '../connection-error.ts'
import type { Fetch, FetchAnswer, FetchInit } from '../fetch.ts'
import { type Attempt, logged, type RequestLog, requestIds, type Send } from '../request-log.ts'
import { type Connections, createConnections } from './connections.ts'
import { exchange } from './exchange.ts'
import type { Proxies } from './proxy-for.ts'
import { mostRedirects, redirectOf, tooManyRedirects } from './redirect.ts'
import { type TimeLimit, timeLimits } from './time-limit.ts'
import type { Trust } from './trust.ts'
import { mayMend, nextWait, type Outcome, type Wait } from './waits.ts'

export interface TransportOptions {
  /** For one attempt, from connecting to the last byte. */
  readonly timeoutMs: number
  /** For the whole run, from the making of the transport. */
  readonly deadlineMs: number
  /** Attempts after the first. */
  readonly retries: number
  /** Aborted with a GovError when the user interrupts the run. */
  readonly signal: AbortSignal
  /** Absent: none. */
  readonly proxies?: Proxies | undefined
  readonly trust?: Trust | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly log?: RequestLog | undefined
  /** Told of a wait that an answer asks for, where there is no log. */
  readonly tell?: ((line: string) => void) | undefined
  /** The largest answer that is read, in bytes, unpacked. */
  readonly maxAnswerBytes?: number
  /** From 0 to below 1, for the jitter of the waits. */
  readonly random?: () => number
}

export interface Transport {
  readonly fetch: Fetch
  /** Ends idle and running connections, and what waits for its turn. */
  close(): Promise<void>
}

/** No deadline leaves more. */
const dayMs = 24 * 60 * 60 * 1000
const mostAnswerBytes = 64 * 1024 * 1024

/** What all requests of a run share. */
interface Run extends TransportOptions {
  readonly connections: Connections
  /** Aborts when the user interrupts the run, and when the run has ended. */
  readonly ended: AbortSignal
  readonly limitOf: (ms: number) => TimeLimit
  /** On the clock of `performance`. */
  readonly deadlineAt: number
}

/** Rejects with GovError, usage, when what is to be trusted or shown is no certificate. */
export async function createTransport(options: TransportOptions): Promise<Transport> {
  const connections = await createConnections(options.proxies ?? {}, options.trust ?? {})
  const closing = new AbortController()
  const ended = AbortSignal.any([options.signal, closing.signal])
  const deadlineAt = performance.now() + options.deadlineMs
  const run: Run = { ...options, connections, ended, limitOf: timeLimits(ended), deadlineAt }
  const send = logged((url, init) => sendOnce(run, url, init), options.log)
  const nextId = requestIds()
  let underWay = 0
  let closed = false
  return {
    fetch: async (url, init) => {
      if (closed) throw runEnded()
      const id = nextId()
      const headers = { ...options.headers, ...init.headers, 'x-request-id': id }
      underWay += 1
      try {
        return await following(url, { ...init, headers, id, attempt: 1 }, (at, sent) =>
          withRetries(run, send, at, sent),
        )
      } finally {
        underWay -= 1
      }
    },
    close: async () => {
      closed = true
      // Nearly always there is nothing to call off, and to do so takes Node 2 ms.
      if (underWay > 0) closing.abort(runEnded())
      connections.close()
    },
  }
}

function runEnded(): GovError {
  return new GovError('interrupted', 'run-ended', 'the run has ended', 'Run it again.')
}

async function following(url: string, init: Attempt, send: Send): Promise<FetchAnswer> {
  let at = new URL(url)
  for (let followed = 0; followed <= mostRedirects; followed += 1) {
    const answer = await send(at.href, init)
    const to = redirectOf(answer, at, init)
    if (to === undefined) return answer
    at = to
  }
  throw tooManyRedirects(at)
}

/** Repeats `send` while it may help: the last answer or error counts, and the deadline ends everything. */
async function withRetries(run: Run, send: Send, url: string, init: Attempt): Promise<FetchAnswer> {
  const attempts = init.once === true ? 1 : run.retries + 1
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send(url, { ...init, attempt }).catch(errorThatMayMend)
    if (!mayMend(outcome)) return answerOf(outcome, '')
    const wait = nextWait(outcome, attempt - 1, run.random ?? Math.random)
    const leftMs = run.deadlineAt - performance.now()
    if (attempt >= attempts) return answerOf(outcome, attempt === 1 ? '' : `${attempt} attempts`)
    if (wait.ms >= leftMs) return answerOf(outcome, unwaited(wait, leftMs, attempt))
    tellWait(run, wait, init)
    await pause(wait.ms, run.ended)
  }
}

function errorThatMayMend(error: unknown): GovError {
  if (error instanceof GovError && error.code === 'no-connection') return error
  throw error
}

function answerOf(outcome: Outcome, note: string): FetchAnswer {
  if (!(outcome instanceof GovError)) return note === '' ? outcome : { ...outcome, note }
  if (note === '') throw outcome
  const { kind, code, message, hint, cause } = outcome
  throw new GovError(kind, code, `${message} (${note})`, hint, cause)
}

function unwaited({ ms, asked }: Wait, leftMs: number, attempt: number): string {
  const left = `the run's deadline leaves ${seconds(leftMs)}`
  return asked
    ? `it asks to wait ${ms > dayMs ? 'more than a day' : seconds(ms)}, and ${left}`
    : `${attempt} attempts, and ${left}`
}

function tellWait({ log, tell }: Run, { ms, asked }: Wait, { id }: Attempt): void {
  const why = asked ? ', as the answer asks' : ''
  if (log) log.write(`${id}: tries again in ${seconds(ms)}${why}`)
  else if (asked) tell?.(`The dashboard is busy; gov tries again in ${seconds(ms)}${why}.`)
}

/** In seconds, to the tenth. */
function seconds(ms: number): string {
  return `${Math.max(0, Math.round(ms / 100) / 10)} s`
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw signal.reason
  })
}

async function sendOnce(run: Run, url: string, init: FetchInit): Promise<FetchAnswer> {
  const {
    connections,
    ended,
    limitOf,
    timeoutMs,
    deadlineAt,
    maxAnswerBytes: maxBytes = mostAnswerBytes,
  } = run
  if (ended.aborted) throw ended.reason
  const route = await connections.routeTo(new URL(url))
  const budgetMs = Math.max(1, Math.min(timeoutMs, deadlineAt - performance.now()))
  const limit = limitOf(budgetMs)
  try {
    return await exchange(route, init, { signal: limit.signal, maxBytes })
  } catch (error) {
    if (ended.aborted) throw ended.reason
    throw connectionError(error, { url, via: route.via, timedOut: limit.isOver(), budgetMs, timeoutMs })
  } finally {
    limit.clear()
  }
}
