import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { parseUrl } from '../../core/text/url.ts'
import {
  badRequestError,
  createHeaders,
  errorAnswer,
  Refusal,
  type RequestNote,
  type ServiceAnswer,
  type ServiceRequest,
} from './exchange.ts'

/** A request of a socket as the service reads it. Throws Refusal for an invalid target. */
export function incomingRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  note: RequestNote,
): ServiceRequest {
  const { rawHeaders, method = 'GET', url = '' } = incoming
  const given = new AbortController()
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) given.abort()
  })
  return {
    method,
    url: buildAddress(url, incoming.headers.host ?? ''),
    headers: createHeaders(
      rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [[name, (rawHeaders[at + 1] ?? '').trim()] as const] : [],
      ),
    ),
    // To stop reading must not close the connection: the answer has yet to go there.
    body: { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) },
    signal: given.signal,
    note,
  }
}

function buildAddress(target: string, host: string): string {
  if (!/^[\w.:[\]-]+$/.test(host)) throw badRequestError(`The Host ${host} is not a valid host name`)
  const [path = ''] = target.split('?')
  const address = target.startsWith('/') ? `http://${host}${target}` : target
  const isAddress = /^https?:\/\//i.test(address) && !path.includes('\\') && parseUrl(address)
  if (!isAddress) throw badRequestError(`The request target is not a URL: ${target}`)
  return address
}

/** The client's id of its request, where that is safe in a log and a header; else a new one. */
export function chooseRequestId({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}

interface RequestHead {
  /** The target as it was written: a path, or a whole URL. */
  readonly target: string
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: readonly string[]
}

/** Beyond this many the platform drops headers silently. */
export const maxHeaders = 200

/**
 * Finds the fault of a request that parses as HTTP and must not be answered. `isLocal`: the service listens on the
 * loopback, and answers to names of this machine only. Otherwise a web page whose domain name resolves to this machine
 * (DNS rebinding) could use a service that trusts anyone who reaches it.
 */
export function findHeadFault({ target, rawHeaders }: RequestHead, isLocal: boolean): Refusal | undefined {
  if (rawHeaders.length >= 2 * maxHeaders)
    return new Refusal(431, `The request has more than ${maxHeaders} headers`)
  const hosts = listHeaderValues(rawHeaders, 'host')
  if (hosts.length !== 1) return new Refusal(400, `The request has ${hosts.length} Host headers: send one`)
  const [coding] = listHeaderValues(rawHeaders, 'transfer-encoding')
  if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
    const message = `The Transfer-Encoding ${coding} is not supported: send the body as it is, or chunked`
    return new Refusal(400, message)
  }
  const page = listHeaderValues(rawHeaders, 'origin').find((origin) => !isOwnPage(origin, hosts[0], isLocal))
  if (page !== undefined) return new Refusal(403, `This service does not answer pages of ${page}`)
  const foreign = isLocal
    ? [...hosts, ...findOrigin(target)].find((host) => !namesThisMachine(host))
    : undefined
  if (foreign === undefined) return undefined
  return new Refusal(
    421,
    `This service is only for this machine, and ${foreign} is not its name: use 127.0.0.1`,
  )
}

function listHeaderValues(rawHeaders: readonly string[], name: string): string[] {
  const values = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
  return values.map((value) => value.trim())
}

function findOrigin(target: string): string[] {
  const [, host] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target) ?? []
  return host === undefined ? [] : [host]
}

/** A browser names the site of the page that asks. On the loopback, a page of any local server is one of this machine. */
function isOwnPage(origin: string, host: string | undefined, isLocal: boolean): boolean {
  const [site] = findOrigin(origin)
  if (site === undefined) return false
  return isLocal ? namesThisMachine(site) : site.toLowerCase() === host?.toLowerCase()
}

function namesThisMachine(host: string): boolean {
  return /^(localhost|([a-z0-9-]+\.)+localhost|127(\.\d{1,3}){3}|\[::1\])\.?(:\d{1,5})?$/i.test(host)
}

/** The most that is still received of a body after its response is known. */
const maxRest = { bytes: 16 * 1024 * 1024, milliseconds: 1_000 }

/** Sends the answer. What is left of a request's body is taken in for a while: a connection closed at once would lose the answer. */
export async function sendAnswer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, text, more }: ServiceAnswer,
  takeSlice = async () => {},
): Promise<void> {
  // The client disconnected.
  if (outgoing.destroyed) return
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
  if (more === undefined) outgoing.setHeader('content-length', Buffer.byteLength(text))
  outgoing.writeHead(status)
  if (incoming.complete && more === undefined) {
    outgoing.end(text)
    return
  }
  outgoing.write(text)
  if (incoming.method !== 'HEAD') await writeParts(outgoing, more ?? [], takeSlice)
  if (outgoing.destroyed) return
  if (incoming.complete) {
    outgoing.end()
    return
  }
  takeRest(incoming, (isWhole) => {
    outgoing.end()
    if (!isWhole) incoming.socket.destroySoon()
  })
}

/** Makes each part when those before it are sent. */
async function writeParts(
  outgoing: ServerResponse,
  parts: Iterable<string>,
  takeSlice: () => Promise<void>,
): Promise<void> {
  let goOn = () => {}
  outgoing.once('close', () => goOn())
  for (const part of parts) {
    if (outgoing.destroyed) return
    const isSent = outgoing.write(part)
    const wait = (resolve: () => void) => {
      goOn = resolve
      outgoing.once('drain', resolve)
    }
    if (!isSent) await new Promise<void>(wait)
    await takeSlice()
  }
}

function takeRest(incoming: IncomingMessage, done: (isWhole: boolean) => void): void {
  let bytes = 0
  const finish = () => {
    clearTimeout(late)
    incoming.off('data', count).off('close', finish).off('end', finish)
    done(incoming.complete)
  }
  const count = (chunk: Uint8Array) => {
    bytes += chunk.byteLength
    if (bytes > maxRest.bytes) finish()
  }
  const late = setTimeout(finish, maxRest.milliseconds)
  incoming.on('data', count).once('end', finish).once('close', finish).resume()
}

/** The platform's error for bytes that are not a request. */
export type ClientError = NodeJS.ErrnoException & { readonly reason?: unknown }

/** Answers bytes that are not a request, and closes the connection. `current`, if it has begun, is not mixed with another answer. */
export function refuseBytes(error: ClientError, socket: Duplex, current: ServerResponse | undefined): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
  else if (current?.headersSent && current.getHeader('connection') === 'close') socket.end()
  else if (current?.headersSent && !current.writableFinished) current.once('finish', () => socket.end())
  else socket.end(rawAnswer(toRefusal(error)), () => socket.destroy())
}

function toRefusal({ code, reason, message }: ClientError): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal(431, 'The headers of the request are too large')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Refusal(413, 'The chunk extensions of the request are too large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal(408, 'The request did not arrive in time')
    default:
      return badRequestError(`The request is not HTTP/1.1: ${typeof reason === 'string' ? reason : message}`)
  }
}

/** The refusal as an answer after which the connection is closed. */
export function lastAnswer(refusal: Refusal): ServiceAnswer {
  const answer = errorAnswer(refusal)
  return { ...answer, headers: { ...answer.headers, connection: 'close' } }
}

/** The last answer as bytes: for what never became a request. */
export function rawAnswer(refusal: Refusal): string {
  const { status, headers, text } = lastAnswer(refusal)
  const all = { ...headers, 'content-length': Buffer.byteLength(text) }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${text}`
}
