import { GovError } from '../../model/errors.ts'
import type { FetchAnswer } from '../fetch.ts'

const retriedStatuses: readonly number[] = [429, 502, 503, 504]
const firstWaitMs = 250
const longestWaitMs = 10_000

/** What came of one attempt: an answer, or the error of a connection that another attempt may mend. */
export type Outcome = FetchAnswer | GovError

export interface Wait {
  /** Milliseconds. */
  readonly ms: number
  /** The answer asks for it. */
  readonly asked: boolean
}

export function mayMend(outcome: Outcome): boolean {
  return outcome instanceof GovError || retriedStatuses.includes(outcome.status)
}

/** Before the next attempt: what `Retry-After` asks for, else full jitter under a doubling ceiling. */
export function nextWait(outcome: Outcome, tried: number, random: () => number): Wait {
  const asked = outcome instanceof GovError ? undefined : retryAfter(outcome.headers)
  return asked === undefined
    ? { ms: random() * Math.min(longestWaitMs, firstWaitMs * 2 ** tried), asked: false }
    : { ms: asked, asked: true }
}

/** Seconds or a date (RFC 9110, 10.2.3) as milliseconds from now; a date is held against the server's own clock. */
function retryAfter(headers: FetchAnswer['headers']): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? ''
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const at = /^[A-Z][a-z]/.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(at)) return undefined
  const sent = Date.parse(headers.get('date') ?? '')
  return Math.max(0, at - (Number.isNaN(sent) ? Date.now() : sent))
}
