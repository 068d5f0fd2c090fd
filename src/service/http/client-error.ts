import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { badRequest, Refusal } from './envelope.ts'
import { rawAnswer } from './raw-answer.ts'

/** What the platform says of bytes that are no request. */
export type ClientError = NodeJS.ErrnoException & { readonly reason?: unknown }

/**
 * Answers bytes that are no request, and closes the connection. `current`: the last answer on it; one that has begun
 * is not to be mixed with another, and after one that says it is the last there is none.
 */
export function refuseBytes(error: ClientError, socket: Duplex, current: ServerResponse | undefined): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
  else if (current?.headersSent && current.getHeader('connection') === 'close') socket.end()
  else if (current?.headersSent && !current.writableFinished) current.once('finish', () => socket.end())
  else socket.end(rawAnswer(refusalOf(error)), () => socket.destroy())
}

function refusalOf({ code, reason, message }: ClientError): Refusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal(431, 'The headers of the request are too large')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Refusal(413, 'The chunk extensions of the request are too large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal(408, 'The request did not arrive in time')
    default:
      return badRequest(`The request is not HTTP/1.1: ${typeof reason === 'string' ? reason : message}`)
  }
}
