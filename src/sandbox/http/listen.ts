import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { type GovError, usageError } from '../../core/model/errors.ts'
import { findErrorCode } from '../../core/model/file-fault.ts'
import type { SandboxApp } from './app.ts'
import {
  type AnsweredRequest,
  errorAnswer,
  Refusal,
  type RequestNote,
  type ServiceAnswer,
} from './exchange.ts'
import {
  type ClientError,
  chooseRequestId,
  findHeadFault,
  incomingRequest,
  lastAnswer,
  maxHeaders,
  rawAnswer,
  refuseBytes,
  sendAnswer,
} from './node-messages.ts'
import { createRequestTurns, createSlices } from './turns.ts'

export interface ListenOptions {
  /** A name or an address; the loopback unless given, so that nobody else on the network gets an answer. */
  readonly host?: string | undefined
  /** 0 takes any free port. */
  readonly port: number
  /** How long `close` waits for running requests, in milliseconds. */
  readonly grace?: number | undefined
  readonly bodyBytes?: number | undefined
  readonly timeouts?: Partial<typeof defaultTimeouts> | undefined
  /** Told of each request that was answered. */
  readonly onAnswered?: ((answered: AnsweredRequest) => void) | undefined
  /** Gets what ended a response in its middle, such as an error of a list that is made as it is sent. */
  readonly onFault?: ((error: unknown, requestId: string) => void) | undefined
  /** Told of what is not a request. */
  readonly onBroken?: (() => void) | undefined
}

export interface Listening {
  /** Without a slash at the end. */
  readonly url: string
  /** Whether only this machine reaches it. */
  readonly isLocal: boolean
  /** Takes no new request, waits for running ones, answers 503 to the rest at the end of its grace or when `hurry` aborts, and closes. */
  close(hurry?: AbortSignal): Promise<void>
}

/** Serves the app over HTTP. Throws GovError (usage) when the address cannot be had. */
export async function listen(app: SandboxApp, options: ListenOptions): Promise<Listening> {
  const { host = '127.0.0.1', port, grace = 10_000, bodyBytes = Number.POSITIVE_INFINITY } = options
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    const hint = 'Pass a whole number from 0 to 65535; 0 takes any free port.'
    throw usageError('port-invalid', `${port} is not a port`, hint)
  }
  const isLocal = /^(localhost|127\..*|::1)$/i.test(host)
  const ending: ShutdownState = { hasBegun: false, refuse: new Set() }
  const server = createHttpServer(app, { ...options, isLocal, bodyBytes, ending })
  await bind(server, host, port)
  return { url: renderUrl(server, host), isLocal, close: (hurry) => close(server, ending, grace, hurry) }
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(listenError(error, host, port))
    server.once('error', fail)
    server.listen({ host, port }, () => {
      server.off('error', fail)
      // A connection that cannot be accepted (too many open files) must not end those that were.
      server.on('error', () => {})
      resolve()
    })
  })
}

function renderUrl(server: Server, host: string): string {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** How a server ends: first new requests are refused, then also those that are not answered yet. */
interface ShutdownState {
  hasBegun: boolean
  /** Called with those that are not answered at the end. */
  readonly refuse: Set<(refusal: Refusal) => void>
}

function stoppingError(): Refusal {
  return new Refusal(503, 'The service is stopping: retry later', { 'Retry-After': '1', Connection: 'close' })
}

/** Milliseconds for the last answers to be taken. */
const lastAnswersMs = 1_000

/** A connection that has answered its last request is idle, and would be kept for a next one. */
function close(server: Server, ending: ShutdownState, grace: number, hurry?: AbortSignal): Promise<void> {
  ending.hasBegun = true
  const idle = setInterval(() => server.closeIdleConnections(), 20)
  let last: NodeJS.Timeout | undefined
  const refuseAll = () => {
    for (const refuse of [...ending.refuse]) refuse(stoppingError())
    last ??= setTimeout(() => server.closeAllConnections(), lastAnswersMs)
  }
  const late = setTimeout(refuseAll, grace)
  hurry?.addEventListener('abort', refuseAll, { once: true })
  return new Promise((resolve) => {
    server.close(() => {
      for (const timer of [idle, late, last]) clearTimeout(timer)
      resolve()
    })
  })
}

function listenError(error: Error, host: string, port: number): GovError {
  const code = findErrorCode(error)
  const at = `${host}, port ${port}`
  if (code === 'EADDRINUSE') {
    const hint = 'Pass another port, or 0 for any free one.'
    return usageError('port-in-use', `another program is listening on ${at}`, hint, error)
  }
  if (code === 'EACCES') {
    const hint = 'Pass a port from 1024 up, or 0 for any free one.'
    return usageError('port-denied', `this user may not listen on ${at}`, hint, error)
  }
  const problem = `the sandbox cannot listen on ${at} (${code ?? error.message})`
  const hint = 'Pass an address of this machine, such as 127.0.0.1.'
  return usageError('host-unavailable', problem, hint, error)
}

/** HTTP between sockets and the app. What is not a request, or is too large or too late, is refused in the same envelope. */
interface ServerOptions extends ListenOptions {
  readonly isLocal: boolean
  readonly bodyBytes: number
  readonly ending: ShutdownState
}

/** Milliseconds within which a client must have sent its headers, and its whole request, and take of its answer. */
const defaultTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5_000,
  answerTimeout: 60_000,
}

/** Each takes memory and an open file, whatever it sends. */
const maxConnections = 5_000
/** All bodies together that are being received or wait to be evaluated. */
const maxBodyBytes = 512 * 1024 * 1024
/** Responses that are not taken. */
const maxUnsentBytes = { inAll: 128 * 1024 * 1024, ofCaller: 32 * 1024 * 1024 }
/** As much of a response as a connection holds in any case, and as one that is written as it is sent may hold. */
const heldBytes = { least: 16 * 1024, ofList: 128 * 1024 }

function weigh({ text, more }: ServiceAnswer): number {
  if (more) return heldBytes.ofList
  return text.length > heldBytes.least ? Buffer.byteLength(text) : 0
}

function unreadError(): Refusal {
  return new Refusal(429, 'Too many responses are unread: read them, and retry', { 'Retry-After': '1' })
}

const credentialHeaders = ['authorization', 'admin-auth']

function createHttpServer(app: SandboxApp, options: ServerOptions): Server {
  const { isLocal, bodyBytes, timeouts, ending, onAnswered, onFault, onBroken } = options
  const { answerTimeout, ...limits } = { ...defaultTimeouts, ...timeouts }
  const budget = createByteBudget(maxBodyBytes)
  const unsent = createByteBudget(maxUnsentBytes.inAll, maxUnsentBytes.ofCaller)
  const latest = new WeakMap<Duplex, ServerResponse>()
  const takeTurn = createRequestTurns()
  const takeSlice = createSlices()
  const connectionsCheckingInterval = Math.min(2_000, limits.headersTimeout)
  const server = createServer({ ...limits, connectionsCheckingInterval, requireHostHeader: false })
  server.on('request', async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const started = performance.now()
    const note: RequestNote = { id: chooseRequestId(incoming) }
    await takeTurn(incoming.socket, outgoing)
    const caller = credentialHeaders.map((name) => incoming.headers[name]).join()
    await takeSlice(caller)
    if (incoming.socket.destroyed) return
    incoming.socket.setTimeout(0)
    latest.set(incoming.socket, outgoing)
    const answer = await runUnlessStopping(ending, () => answerRequest(incoming, outgoing, note)).catch(
      // The app itself does not reject.
      (error: unknown) =>
        lastAnswer(error instanceof Refusal ? error : new Refusal(500, 'Internal server error')),
    )
    if (!outgoing.destroyed) outgoing.setHeader('x-request-id', note.id)
    const { method = 'GET' } = incoming
    const isRead = method === 'GET' || method === 'HEAD'
    const weight = method === 'HEAD' ? 0 : weigh(answer)
    const giveBack = outgoing.destroyed ? () => {} : unsent.take(weight, note.user?.id)
    if (giveBack) outgoing.once('close', giveBack)
    // A change that is made must not be answered as one that is not.
    else if (!isRead && !note.path?.startsWith('/api/evaluations/')) outgoing.destroy()
    const sent = giveBack || outgoing.destroyed ? answer : errorAnswer(unreadError())
    outgoing.setTimeout(answerTimeout)
    sendAnswer(incoming, outgoing, sent, () => takeSlice(caller)).catch((error: unknown) => {
      onFault?.(error, note.id)
      // Its status is sent: only a connection that breaks says that the response is not whole.
      outgoing.destroy()
    })
    onAnswered?.({ note, method, status: sent.status, ms: performance.now() - started })
  })
  const answerRequest = async (incoming: IncomingMessage, outgoing: ServerResponse, note: RequestNote) => {
    const fault = findHeadFault({ target: incoming.url ?? '', rawHeaders: incoming.rawHeaders }, isLocal)
    if (fault) throw fault
    const giveBack = budget.take(bytesToCome(incoming.headers, bodyBytes))
    if (!giveBack)
      throw new Refusal(429, 'Too many requests are being received: retry later', { 'Retry-After': '1' })
    outgoing.once('close', giveBack)
    return app.answer(incomingRequest(incoming, outgoing, note))
  }
  server.maxHeadersCount = maxHeaders
  server.maxConnections = maxConnections
  server.on('clientError', (error: ClientError, socket) => {
    onBroken?.()
    refuseBytes(error, socket, latest.get(socket))
  })
  server.on('connect', (_incoming, socket: Duplex) => {
    socket.end(rawAnswer(new Refusal(405, 'This service is not a proxy')))
  })
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    latest.set(incoming.socket, outgoing)
    const message = `The expectation ${incoming.headers.expect} is not supported`
    sendAnswer(incoming, outgoing, lastAnswer(new Refusal(417, message)))
  })
  return server
}

/** Rejects with a Refusal where the work is not done before the server ends. */
function runUnlessStopping<Value>(ending: ShutdownState, work: () => Promise<Value>): Promise<Value> {
  if (ending.hasBegun) return Promise.reject(stoppingError())
  return new Promise<Value>((settle, fail) => {
    ending.refuse.add(fail)
    work()
      .then(settle, fail)
      .finally(() => ending.refuse.delete(fail))
  })
}

/** Bytes that may be held at once, in all and for one caller; one request alone may hold more. */
export function createByteBudget(inAll: number, ofCaller = inAll) {
  let held = 0
  const shares = new Map<string, number>()
  return {
    /** Takes the bytes of one request; gives what returns them, or undefined when there are not enough. */
    take: (bytes: number, caller = '') => {
      const share = shares.get(caller) ?? 0
      const isTooMuch = (held > 0 && held + bytes > inAll) || (share > 0 && share + bytes > ofCaller)
      if (bytes > 0 && isTooMuch) return undefined
      let isHeld = false
      const hold = (is: boolean) => {
        const change = is === isHeld ? 0 : is ? bytes : -bytes
        isHeld = is
        held += change
        shares.set(caller, (shares.get(caller) ?? 0) + change)
        if (shares.get(caller) === 0) shares.delete(caller)
      }
      hold(true)
      return () => hold(false)
    },
  }
}

/** The bytes that a body may come to: what is declared of it, or the limit. One beyond the limit is not read. */
export function bytesToCome(headers: Readonly<Record<string, unknown>>, limit: number): number {
  const { 'content-length': declared, 'transfer-encoding': coding } = headers
  if (coding !== undefined) return Math.min(limit, unknownLength)
  const length = Number(declared ?? 0)
  return length > limit ? 0 : length
}

/** Bytes that are reserved for a body of unknown length when there is no limit. */
const unknownLength = 5 * 1024 * 1024
