import { GovError } from '../../model/errors.ts'
import type { FetchAnswer } from '../fetch.ts'

const retriedStatuses: readonly number[] = [429, 502, 503, 504]
const firstWaitMs = 250
const longestWaitMs = 10_000

/** The result of one attempt: a response, or the error of a connection. */
export type Outcome = FetchAnswer | GovError

export interface Wait {
  /** Milliseconds. */
  readonly ms: number
  /** The response asks for it. */
  readonly asked: boolean
}

export function isRetryable(outcome: Outcome): boolean {
  return outcome instanceof GovError || retriedStatuses.includes(outcome.status)
}

/**
 * Before the next attempt: what `Retry-After` asks for, else between half and all of a ceiling that doubles. The seven
 * waits of the default take 13 to 26 s: longer than a dashboard takes to restart.
 */
export function nextWait(outcome: Outcome, tried: number, random: () => number): Wait {
  const asked = outcome instanceof GovError ? undefined : retryAfter(outcome.headers)
  const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** tried)
  return asked === undefined
    ? { ms: (ceiling * (1 + random())) / 2, asked: false }
    : { ms: asked, asked: true }
}

/** Seconds or a date (RFC 9110, 10.2.3) as milliseconds from now; a date is compared with the server's own clock. */
function retryAfter(headers: FetchAnswer['headers']): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const at = /^[A-Z][a-z]/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) return undefined
  const sent = Date.parse(headers.get('date') ?? '')
  return Math.max(0, at - (Number.isNaN(sent) ? Date.now() : sent))
}
