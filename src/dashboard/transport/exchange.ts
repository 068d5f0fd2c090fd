import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { FetchAnswer, FetchInit } from '../fetch.ts'
import type { Route } from './connections.ts'
import { acceptedEncodings, readText } from './read-text.ts'

/** One request and its whole answer. Rejects with what went wrong on the way; `signal` ends it at any point. */
export async function exchange(
  { agent, host, port, tls, path, headers: ofRoute }: Route,
  { method, headers, body = '' }: FetchInit,
  { signal, maxBytes }: { readonly signal: AbortSignal; readonly maxBytes: number },
): Promise<FetchAnswer> {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  const sized = length > 0 || method !== 'GET' ? { 'content-length': String(length) } : {}
  const all = { ...headers, ...ofRoute, ...sized, 'accept-encoding': acceptedEncodings }
  const open = tls ? tlsRequest : plainRequest
  const request = open({ agent, host, port, path, method, headers: all, signal })
  const message = await answerTo(request, body)
  try {
    const text = await readText(message, maxBytes)
    return { status: message.statusCode ?? 0, headers: headersOf(message), text: async () => text }
  } finally {
    if (!message.complete) request.destroy()
  }
}

function answerTo(request: ClientRequest, body: string | Uint8Array): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve)
    // Stays: an error after the answer has begun is met by who reads it, and must not end the process.
    request.on('error', reject)
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
