/**
 * HTTP over undici, through the proxies of the environment: one request is sent, answered and read within `timeoutMs`,
 * repeated after connection errors and 429, 502, 503, 504, and never past the run's deadline.
 */

import type { Socket } from 'node:net'
import { GovError } from '../../core/model/errors.ts'
import { parseUrl } from '../../core/text/url.ts'
import { connectionError, isDropped } from '../connection-error.ts'
import { contractError } from '../contract-error.ts'
import type { FetchAnswer, FetchInit } from '../read-answer.ts'
import { logged, type RequestAttempt, requestIds, type Send } from '../request-log.ts'
import {
  type ConnectionRoute,
  type Connections,
  type ConnectionsOptions,
  createConnections,
} from './connections.ts'
import { type Head, readResponse, sendRequest } from './exchange.ts'
import type { Proxies } from './proxy.ts'
import type { Trust } from './trust.ts'
import { requireWholeFile, watchSurplus } from './whole-file.ts'
import { type RequestTimeLimit, type Retrying, withinTime, withRetries } from './with-retries.ts'

export interface TransportOptions
  extends Pick<RequestTimeLimit, 'timeoutMs'>,
    Pick<Retrying, 'retries' | 'log' | 'tell' | 'longestAskedMs' | 'random'> {
  /** For the whole run, from the making of the transport. */
  readonly deadlineMs: number
  /** Aborted with a GovError when the user interrupts the run. */
  readonly signal: AbortSignal
  /** Absent: none. */
  readonly proxies?: Proxies | undefined
  readonly trust?: Trust | undefined
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The largest response that is read, in bytes, unpacked. */
  readonly maxAnswerBytes?: number
}

const mostAnswerBytes = 64 * 1024 * 1024

interface TransportRun extends TransportOptions, RequestTimeLimit, Retrying {
  readonly connecting: ConnectionsOptions
  readonly connections: Connections
}

export type Transport = ReturnType<typeof createTransport>

/** Throws GovError, usage, for an invalid certificate. */
export function createTransport(options: TransportOptions) {
  const { proxies = {}, trust = {}, timeoutMs, deadlineMs, log } = options
  const connecting = { proxies, trust, timeoutMs }
  const connections = createConnections(connecting)
  const closing = new AbortController()
  const ended = AbortSignal.any([options.signal, closing.signal])
  let hasAnswered = false
  const run: TransportRun = {
    ...options,
    connecting,
    connections,
    ended,
    deadlineAt: performance.now() + deadlineMs,
    hasAnswered: () => hasAnswered,
  }
  const send = logged(async (url, init) => {
    const answer = await sendOnce(run, url, init)
    hasAnswered = true
    return answer
  }, log)
  const nextId = requestIds()
  return {
    fetch: async (url: string, init: FetchInit) => {
      if (ended.aborted) throw ended.reason
      const id = nextId()
      const headers = { ...options.headers, ...init.headers, 'x-request-id': id }
      return following(url, { ...init, headers, id, attempt: 1 }, (at, sent) =>
        withRetries(run, send, at, sent),
      )
    },
    /** Ends idle and running connections, and requests that wait. */
    close: async () => {
      const reason = new GovError('interrupted', 'run-ended', 'the run has ended', 'Run it again.')
      closing.abort(reason)
      connections.close(reason)
    },
  }
}

async function following(url: string, init: RequestAttempt, send: Send): Promise<FetchAnswer> {
  let at = new URL(url)
  for (let followed = 0; followed <= mostRedirects; followed += 1) {
    const answer = await send(at.href, init)
    const to = findRedirect(answer, at, init)
    if (to === undefined) return answer
    at = to
  }
  throw tooManyRedirectsError(at)
}

function sendOnce(run: TransportRun, url: string, init: FetchInit): Promise<FetchAnswer> {
  return init.isFile ? sendForFile(run, url, init) : sendOver(run.connections, run, url, init)
}

/** On a connection of its own it is known which response surplus bytes follow. */
async function sendForFile(run: TransportRun, url: string, init: FetchInit): Promise<FetchAnswer> {
  let hasSurplus = false
  const onSurplus = () => {
    hasSurplus = true
  }
  const onConnect = (socket: Socket) => watchSurplus(socket, onSurplus)
  const connections = createConnections({ ...run.connecting, onConnect })
  try {
    const answer = await sendOver(connections, run, url, init)
    if (answer.status === 200) await requireWholeFile(answer, new URL(url).host, hasSurplus)
    return answer
  } finally {
    connections.close(new Error('the file was read'))
  }
}

function sendOver(
  connections: Connections,
  run: TransportRun,
  url: string,
  init: FetchInit,
): Promise<FetchAnswer> {
  const { maxAnswerBytes: maxBytes = mostAnswerBytes } = run
  return withinTime(run, url, async (signal) => {
    const route = connections.routeTo(new URL(url))
    try {
      const head = await begin(connections, route, url, init, signal)
      return await readResponse(head, { signal, maxBytes })
    } catch (error) {
      throw connectionError(error, { url, via: route.via })
    }
  })
}

/** A server may drop a kept connection at any time: such a request is sent again at once, on a new one. */
async function begin(
  connections: Connections,
  route: ConnectionRoute,
  url: string,
  init: FetchInit,
  signal: AbortSignal,
): Promise<Head> {
  const wasUsed = route.way.isUsed
  try {
    return await sendRequest(route, init, signal)
  } catch (error) {
    if (!wasUsed || init.once === true || !isDropped(error)) throw error
    connections.renew(route.way)
    return sendRequest(connections.routeTo(new URL(url)), init, signal)
  }
}

const redirects: readonly number[] = [301, 302, 303, 307, 308]
const methodKept: readonly number[] = [307, 308]

/** How many redirects are followed for one request. */
const mostRedirects = 5

/**
 * Where an answer sends a request, or undefined when it does not. Only within the origin, since the credential is for
 * that one; only with the method as it was; and never what changes something. Else it throws GovError, unavailable, which names the other
 * origin and nothing more: a path may hold a secret.
 */
function findRedirect(answer: FetchAnswer, from: URL, { method, once, isFile }: FetchInit): URL | undefined {
  const location = answer.headers.get('location')
  if (location === null || !redirects.includes(answer.status)) return undefined
  const to = parseUrl(location, from)
  if (!to) throw redirectRefusedError(from, answer.status, 'an invalid address')
  if (isFile)
    throw contractError('redirect-refused', `it redirects to ${to.href}, which has to be named itself`)
  if (to.origin !== from.origin) throw redirectElsewhereError(from, answer.status, to)
  if (once || (method !== 'GET' && !methodKept.includes(answer.status))) {
    throw redirectRefusedError(
      from,
      answer.status,
      `another path on the same host, but ${method} requests do not follow redirects`,
    )
  }
  return to
}

function tooManyRedirectsError(from: URL): GovError {
  return contractError('redirect-loop', `${from.origin} redirected ${mostRedirects + 1} times in a row`)
}

function redirectRefusedError(from: URL, status: number, to: string): GovError {
  return contractError('redirect-refused', `${from.origin} returned ${status}, a redirect to ${to}`)
}

function redirectElsewhereError(from: URL, status: number, to: URL): GovError {
  const target = to.origin === 'null' ? to.protocol : to.origin
  return new GovError(
    'unavailable',
    'redirect-refused',
    `${from.origin} returned ${status}, a redirect to ${target}, but the credential is only for ${from.origin}`,
    `If ${target} is the dashboard, set dashboard.url to it. Otherwise a proxy or a login page responded.`,
  )
}
