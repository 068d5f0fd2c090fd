/**
 * HTTP over undici, through the proxies of the environment: one request is sent, answered and read within `timeoutMs`, tried again after connection
 * faults and 429, 502, 503, 504, and never past the run's deadline. Redirects are not followed: the credential
 * goes to the configured origin only.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, EnvHttpProxyAgent } from 'undici'
import { GovError } from '../errors.ts'
import { connectionError } from './connection-error.ts'
import type { Fetch, FetchAnswer, FetchInit } from './fetch.ts'

export interface TransportOptions {
  /** For one attempt, from connecting to the last byte. */
  readonly timeoutMs: number
  /** For the whole run, from the making of the transport. */
  readonly deadlineMs: number
  /** Attempts after the first. */
  readonly retries: number
  /** Aborted with a GovError when the user interrupts the run. */
  readonly signal: AbortSignal
  /** As the usual environment variables name them; absent: none. */
  readonly proxies?: Proxies | undefined
  /** The largest answer that is read, in bytes. */
  readonly maxAnswerBytes?: number
  /** From 0 to below 1, for the jitter of the waits. */
  readonly random?: () => number
}

export interface Proxies {
  readonly http?: string | undefined
  readonly https?: string | undefined
  /** Hosts that are asked directly. */
  readonly none?: string | undefined
}

export interface Transport {
  readonly fetch: Fetch
  /** Ends idle and running connections. */
  close(): Promise<void>
}

const retriedStatuses: readonly number[] = [429, 502, 503, 504]
const firstWaitMs = 250
const longestWaitMs = 10_000

export function createTransport(options: TransportOptions): Transport {
  const { http = '', https = '', none = '' } = options.proxies ?? {}
  const agent = new EnvHttpProxyAgent({
    connect: { timeout: options.timeoutMs },
    httpProxy: http,
    httpsProxy: https,
    noProxy: none,
  })
  const deadlineAt = performance.now() + options.deadlineMs
  return {
    fetch: (url, init) =>
      withRetries(init.once === true ? { ...options, retries: 0 } : options, deadlineAt, () =>
        attempt(agent, options, deadlineAt, url, init),
      ),
    close: () => agent.destroy(),
  }
}

/** Repeats `send` while it may help: the last answer or error counts, and the deadline ends everything. */
async function withRetries(
  options: TransportOptions,
  deadlineAt: number,
  send: () => Promise<FetchAnswer>,
): Promise<FetchAnswer> {
  for (let tried = 0; ; tried += 1) {
    const outcome = await send().catch((error: unknown) => rethrowUnlessRetriable(error))
    const waitMs = nextWait(outcome, tried, options)
    const isLast = tried >= options.retries || performance.now() + waitMs >= deadlineAt
    if (!(outcome instanceof GovError) && !retriedStatuses.includes(outcome.status)) return outcome
    if (isLast) {
      if (outcome instanceof GovError) throw withAttempts(outcome, tried + 1)
      return outcome
    }
    await pause(waitMs, options.signal)
  }
}

function rethrowUnlessRetriable(error: unknown): GovError {
  if (error instanceof GovError && error.code === 'no-connection') return error
  throw error
}

function withAttempts(error: GovError, attempts: number): GovError {
  if (attempts === 1) return error
  return new GovError(
    error.kind,
    error.code,
    `${error.message} (${attempts} attempts)`,
    error.hint,
    error.cause,
  )
}

/** Full jitter under a doubling ceiling, or what `Retry-After` asks for. Milliseconds. */
function nextWait(
  outcome: FetchAnswer | GovError,
  tried: number,
  { random = Math.random }: TransportOptions,
): number {
  const asked = outcome instanceof GovError ? null : outcome.headers.get('retry-after')
  if (asked !== null && /^\d+$/.test(asked)) return Number(asked) * 1000
  return random() * Math.min(longestWaitMs, firstWaitMs * 2 ** tried)
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw signal.reason
  })
}

async function attempt(
  agent: Dispatcher,
  options: TransportOptions,
  deadlineAt: number,
  url: string,
  init: FetchInit,
): Promise<FetchAnswer> {
  const budgetMs = Math.max(1, Math.min(options.timeoutMs, deadlineAt - performance.now()))
  const timeout = AbortSignal.timeout(Math.ceil(budgetMs))
  const signal = AbortSignal.any([options.signal, timeout])
  try {
    const answer = await agent.request({ ...target(url), ...request(init), signal })
    const text = await readText(answer.body, options.maxAnswerBytes ?? 256 * 1024 * 1024)
    return { status: answer.statusCode, headers: headerReader(answer.headers), text: async () => text }
  } catch (error) {
    if (options.signal.aborted) throw options.signal.reason
    throw connectionError(error, { url, timedOut: timeout.aborted, budgetMs, timeoutMs: options.timeoutMs })
  }
}

function target(url: string): { origin: string; path: string } {
  const { origin, pathname, search } = new URL(url)
  return { origin, path: pathname + search }
}

function request({ method, headers, body }: FetchInit): {
  method: Dispatcher.HttpMethod
  headers: Record<string, string>
  body: string | Uint8Array | null
  headersTimeout: number
  bodyTimeout: number
} {
  // The attempt's own signal bounds both phases; undici's per-phase limits would only shadow it.
  return {
    method: method as Dispatcher.HttpMethod,
    headers: { ...headers },
    body: body ?? null,
    headersTimeout: 0,
    bodyTimeout: 0,
  }
}

async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new RangeError(`the answer is larger than ${maxBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

function headerReader(headers: Record<string, string | string[] | undefined>): FetchAnswer['headers'] {
  return {
    get: (name) => {
      const value = headers[name.toLowerCase()]
      return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
    },
  }
}
