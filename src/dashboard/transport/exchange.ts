import type { ClientRequest, IncomingMessage } from 'node:http'
import type { FetchAnswer, FetchInit } from '../fetch.ts'
import type { Route } from './connections.ts'
import { acceptedEncodings, readText } from './read-text.ts'

/** One request and its whole answer. Rejects with what went wrong on the way; `signal` ends it at any point. */
export async function exchange(
  { agent, host, port, open, path, headers: ofRoute }: Route,
  { method, headers, body = '' }: FetchInit,
  { signal, maxBytes }: { readonly signal: AbortSignal; readonly maxBytes: number },
): Promise<FetchAnswer> {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  const sized = length > 0 || method !== 'GET' ? { 'content-length': String(length) } : {}
  const all = { ...headers, ...ofRoute, ...sized, 'accept-encoding': acceptedEncodings }
  const request = open({ agent, host, port, path, method, headers: all, signal })
  let fault: unknown
  // Stays: an error after the answer has begun must not end the process.
  request.on('error', (error) => {
    fault = error
  })
  const message = await answerTo(request, body, signal)
  try {
    const text = await readText(message, maxBytes)
    // An answer that only its end could have told from a whole one looks whole when it is us who end it.
    signal.throwIfAborted()
    return { status: message.statusCode ?? 0, headers: headersOf(message), text: async () => text }
  } catch (error) {
    throw fault ?? error
  } finally {
    if (!message.complete) request.destroy()
  }
}

/**
 * Node does not say of every request that has no answer that it failed: not of one that waits for a tunnel and is
 * aborted, nor of one whose answer is another protocol.
 */
function answerTo(
  request: ClientRequest,
  body: string | Uint8Array,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const lost = () => reject(Object.assign(new Error('the connection is lost'), { code: 'ECONNRESET' }))
    request.once('response', resolve)
    request.on('error', reject)
    request.once('upgrade', (_message, socket) => {
      socket.destroy()
      lost()
    })
    request.once('close', lost)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    request.end(body)
  })
}

function headersOf({ headers }: IncomingMessage): FetchAnswer['headers'] {
  return {
    get: (name) => {
      const value = headers[name.toLowerCase()]
      return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
    },
  }
}
