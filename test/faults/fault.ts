import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Answer } from './good-answer.ts'

/** One request that reached the dashboard, at a moment when it is at fault. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly good: Answer
  /** Another origin, which keeps all that reaches it. */
  readonly elsewhere: string
  readonly token: string
}

/** Where a dashboard goes wrong: in HTTP, below it, in TLS, in its name, or on the way. */
export type Cause =
  | { readonly http: (exchange: Exchange) => void }
  | { readonly socket: (socket: Socket) => void }
  | { readonly tls: BadTls }
  | { readonly lookup: string }
  | { readonly proxy: (socket: Socket) => void }

export type BadTls =
  | 'expired'
  | 'not yet valid'
  | 'self-signed'
  | 'wrong host'
  | 'unknown authority'
  | 'wants a certificate'

/** One row of the matrix. */
export interface Fault {
  readonly name: string
  readonly cause: Cause
  readonly exit: number
  /** In what is said on standard error. */
  readonly words: RegExp
  readonly flags?: readonly string[]
  /** How many requests meet it; all, from the stage on, unless given. */
  readonly times?: number
}

export const stages = ['first', 'middle', 'last'] as const
export type Stage = (typeof stages)[number]

/** A row whose fault is in the answer's bytes. */
export function bytes(
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
  status = 200,
): Cause {
  return {
    http: ({ response }) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body),
  }
}

/** A row whose fault is in the answer's value. */
export function changed(change: (good: Answer, exchange: Exchange) => unknown): Cause {
  return {
    http: (exchange) => {
      const body = JSON.stringify(change(exchange.good, exchange))
      exchange.response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    },
  }
}

/** What the server's socket sends instead of an answer; `end` says what becomes of the connection. */
export function raw(text: string | Buffer, end: 'stays' | 'closed' | 'reset' = 'closed'): Cause {
  return {
    http: ({ request: { socket } }) => {
      socket.write(text, () => {
        if (end === 'closed') socket.end()
        if (end === 'reset') setTimeout(() => socket.resetAndDestroy(), 20)
      })
    },
  }
}
