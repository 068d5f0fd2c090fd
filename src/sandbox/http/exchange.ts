import { plural } from '../../core/text/wording.ts'
import type { ApiResponse } from '../../dashboard/contract/evaluation.ts'
import type { GatewayMessage } from '../../dashboard/contract/keys.ts'

/** The part of a request that the service reads: a platform `Request`, or a plain value. */
export interface ServiceRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: ServiceHeaders
  readonly body: AsyncIterable<Uint8Array> | null
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal
  /** Facts for the log, filled in while a request over a socket is handled. */
  readonly note?: RequestNote
}

export interface RequestNote {
  readonly id: string
  /** The path of the operation, with `{name}` for a parameter. */
  path?: string
  user?: { readonly id: string; readonly org_id: string }
}

/** The facts of a request that the log and the metrics may hold. */
export interface AnsweredRequest {
  readonly note: RequestNote
  readonly method: string
  readonly status: number
  /** Milliseconds from the request's head to its answer. */
  readonly ms: number
}

/** Header fields; names are case-insensitive. */
export interface ServiceHeaders extends Iterable<readonly [string, string]> {
  get(name: string): string | null
}

/** A field that occurs more than once is one, with commas: so that none is passed over. */
export function createHeaders(fields: Iterable<readonly [string, string]>): ServiceHeaders {
  const values = new Map<string, string>()
  for (const [name, value] of fields) {
    const known = values.get(name.toLowerCase())
    values.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`)
  }
  return { get: (name) => values.get(name.toLowerCase()) ?? null, [Symbol.iterator]: () => values.entries() }
}

/** An answer. It is a plain value: to load the platform's `Response` takes longer than a small evaluation. */
export interface ServiceAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** What follows the text, made as it is sent. */
  readonly more?: Iterable<string>
}

/** No cache may keep an answer: many hold secrets. */
export function jsonAnswer<Value>(
  value: Value,
  { status = 200, headers = {} }: Partial<Pick<ServiceAnswer, 'status' | 'headers'>> = {},
): ServiceAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    text: JSON.stringify(value),
  }
}

type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 412 | 413 | 417 | 421 | 429 | 431 | 500 | 503

/** An answer that is not a result. `message` is shown to people: it says what is wrong and with which value. */
export class Refusal extends Error {
  readonly status: RefusalStatus
  readonly headers: Readonly<Record<string, string>>

  constructor(status: RefusalStatus, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.headers = headers
  }
}

export function badRequestError(message: string): Refusal {
  return new Refusal(400, message)
}

/** Characters of a refusal: what it names may be as long as the request. */
const longestMessage = 8_000

function shorten(message: string): string {
  const more = message.length - longestMessage
  if (more <= 0) return message
  return `${message.slice(0, longestMessage)}… (${plural(more, 'more character')})`
}

/** An evaluation's error body has all four keys of an ApiResponse, other operations have no ID; the gateway has its own. */
export function errorAnswer(
  refusal: Refusal,
  of: 'gateway' | 'evaluation' | 'other' = 'other',
): ServiceAnswer {
  const message = shorten(refusal.message)
  const gateway: GatewayMessage = { message, status: 'error' }
  const body: ApiResponse = {
    ...(of === 'evaluation' && { ID: '' }),
    Message: message,
    Meta: null,
    Status: 'Error',
  }
  return jsonAnswer(of === 'gateway' ? gateway : body, refusal)
}
