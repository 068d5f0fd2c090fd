import { GovError } from '../core/model/errors.ts'
import { oneLine } from '../core/text/sanitize.ts'
import { plural } from '../core/text/wording.ts'
import type { Fetch, FetchAnswer, FetchInit } from './read-answer.ts'

export interface RequestLog {
  readonly write: (line: string) => void
  /** Logs bodies too. */
  readonly bodies: boolean
  /** Takes what is secret out of a text. */
  readonly conceal: (text: string) => string
}

/** One attempt at a request; all attempts at one share its id. */
export interface RequestAttempt extends FetchInit {
  readonly id: string
  /** From 1. */
  readonly attempt: number
}

export type Send = (url: string, init: RequestAttempt) => Promise<FetchAnswer>

/** The ids of the requests of one run: `k3f9x2ab-1`, `k3f9x2ab-2`. Sent as `X-Request-Id`. */
export function requestIds(random: () => number = Math.random): () => string {
  const run = random().toString(36).slice(2, 10).padEnd(8, '0')
  let count = 0
  return () => `${run}-${++count}`
}

/** Sends, and logs each attempt when it ends. */
export function logged(send: Send, log: RequestLog | undefined): Send {
  if (log === undefined) return send
  return async (url, init) => {
    const started = performance.now()
    const tell = (outcome: string) => {
      const took = `in ${Math.round(performance.now() - started)} ms (attempt ${init.attempt}, request ${init.id})`
      log.write(showText(`${init.method} ${url}: ${outcome} ${took}`, init, log))
    }
    if (log.bodies) log.write(`  sent ${bodyText(sentText(init), init, log)}`)
    try {
      const answer = await send(url, init)
      tell(String(answer.status))
      if (!log.bodies) return answer
      const text = await answer.text()
      log.write(`  answered ${bodyText(text, init, log)}`)
      return { status: answer.status, headers: answer.headers, note: answer.note, text: async () => text }
    } catch (error) {
      tell(`failed (${error instanceof GovError ? error.message : String(error)})`)
      throw error
    }
  }
}

/** A service in this process as a fetch: what is asked goes through the log, once. */
export function loggedFetch(fetch: Fetch, log: RequestLog | undefined): Fetch {
  if (log === undefined) return fetch
  const nextId = requestIds()
  const send = logged(fetch, log)
  return (url, init) => {
    const id = nextId()
    return send(url, { ...init, headers: { ...init.headers, 'x-request-id': id }, id, attempt: 1 })
  }
}

function showText(text: string, { secret }: FetchInit, { conceal }: RequestLog): string {
  const known = secret === undefined ? text : text.replaceAll(encodeURIComponent(secret), '[secret]')
  return oneLine(conceal(known))
}

function sentText({ body = '' }: FetchInit): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body.subarray(0, 4 * mostShown))
}

const mostShown = 2000

/** A field whose name says that its value is a secret; the value may be cut. */
const secretFieldPattern =
  /("[^"]*(?:token|secret|passw|api_?-?key|access_?-?key|authorization|credential)[^"]*"\s*:\s*)"(?:[^"\\]|\\.)*"?/gi

function bodyText(text: string, { secret, confidential }: FetchInit, { conceal }: RequestLog): string {
  if (text === '') return 'nothing'
  const size = plural(text.length, 'character')
  if (confidential || secret !== undefined) return `${size}, not shown: may contain secrets`
  const start = conceal(text).slice(0, mostShown).replaceAll(secretFieldPattern, '$1"[secret]"')
  return `${oneLine(start)}${text.length > mostShown ? ` … (${size})` : ''}`
}
