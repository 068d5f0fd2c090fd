import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { badRequestError, errorAnswer, Refusal, type ServiceAnswer } from './exchange.ts'

/** What of a body is still received once the answer to it is known: bytes, and milliseconds. */
const maxRest = { bytes: 16 * 1024 * 1024, milliseconds: 1_000 }

/**
 * Sends the answer. A client that is still sending its body would lose an answer whose connection is closed at once:
 * what is left of the body is taken in, for a while, before it is.
 */
export function sendAnswer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, text }: ServiceAnswer,
): void {
  // The client disconnected.
  if (outgoing.destroyed) return
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
  outgoing.setHeader('content-length', Buffer.byteLength(text))
  outgoing.writeHead(status)
  if (incoming.complete) {
    outgoing.end(text)
    return
  }
  outgoing.write(text)
  takeRest(incoming, (isWhole) => {
    outgoing.end()
    if (!isWhole) incoming.socket.destroySoon()
  })
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

/**
 * Answers bytes that are not a request, and closes the connection. `current`: the last answer on it; one that has begun
 * is not to be mixed with another, and after one that says it is the last there is none.
 */
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
