/**
 * HTTP between sockets and the app. What is not a request gets the same envelope as what is refused: bytes that are
 * not HTTP, headers that are too large or too late, more than one Host, a host that is not ours.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { SandboxApp } from './app.ts'
import { Refusal } from './exchange.ts'
import { faultOfHead, incomingRequest, maxHeaders } from './incoming-request.ts'
import { type ClientError, lastAnswer, rawAnswer, refuseBytes, sendAnswer } from './send-answer.ts'
import { createTurns } from './turns.ts'

export interface ServerOptions {
  readonly isLocal: boolean
  readonly bodyBytes: number
  readonly timeouts?: Partial<typeof defaultTimeouts> | undefined
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

export function createHttpServer(app: SandboxApp, { isLocal, bodyBytes, timeouts }: ServerOptions): Server {
  const { answerTimeout, ...limits } = { ...defaultTimeouts, ...timeouts }
  const budget = createBodyBudget(maxBodyBytes)
  const latest = new WeakMap<Duplex, ServerResponse>()
  const takeTurn = createTurns()
  const connectionsCheckingInterval = Math.min(2_000, limits.headersTimeout)
  const server = createServer({ ...limits, connectionsCheckingInterval, requireHostHeader: false })
  server.on('request', async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    await takeTurn(incoming.socket, outgoing)
    if (incoming.socket.destroyed) return
    incoming.socket.setTimeout(0)
    latest.set(incoming.socket, outgoing)
    const answer = await answerRequest(incoming, outgoing).catch((error: unknown) =>
      lastAnswer(toServerRefusal(error)),
    )
    sendAnswer(incoming, outgoing, answer)
    outgoing.setTimeout(answerTimeout)
  })
  const answerRequest = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const fault = faultOfHead({ target: incoming.url ?? '', rawHeaders: incoming.rawHeaders }, isLocal)
    if (fault) throw fault
    const giveBack = budget.take(bytesToCome(incoming.headers, bodyBytes))
    if (!giveBack)
      throw new Refusal(429, 'Too many requests are being received: retry later', { 'Retry-After': '1' })
    outgoing.once('close', giveBack)
    return app.answer(incomingRequest(incoming, outgoing))
  }
  server.maxHeadersCount = maxHeaders
  server.maxConnections = maxConnections
  server.on('clientError', (error: ClientError, socket) => refuseBytes(error, socket, latest.get(socket)))
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

/** The app itself does not reject. */
function toServerRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(500, 'Internal server error')
}

/** Bytes of bodies that may be held at once. */
export function createBodyBudget(total: number) {
  let held = 0
  return {
    /** Takes the bytes of one body; gives what returns them, or undefined when there are not enough. */
    take: (bytes: number) => {
      if (held > 0 && held + bytes > total) return undefined
      held += bytes
      let isReturned = false
      return () => {
        if (!isReturned) held -= bytes
        isReturned = true
      }
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

/** What is reckoned for a body of unknown length when there is no limit. */
const unknownLength = 5 * 1024 * 1024
