import type { EvaluatorOptions } from '../evaluation/evaluator.ts'
import type { Quota, UserRecord } from '../store/records.ts'
import { readBytes } from './body.ts'
import type { ServiceAnswer, ServiceRequest } from './exchange.ts'

export interface AppOptions extends EvaluatorOptions {
  /** Has what callers send read, compiled and evaluated elsewhere; absent: here. */
  readonly offload?: Offload | undefined
  /** This is where that is done: a change is read and answered with what it brings, and not made. */
  readonly isReader?: boolean | undefined
  /** Milliseconds since some moment, by a clock that is never set; absent: the platform's. */
  readonly elapsed?: (() => number) | undefined
  /** The most that an organisation may save of a kind; absent: no limit. */
  readonly quota?: Quota | undefined
  /** Gets the cause of every 500: `unexpected` errors, which the caller does not see, and those that the contract names (`answered`). */
  readonly onFault?:
    | ((error: unknown, kind: 'unexpected' | 'answered', requestId?: string) => void)
    | undefined
}

/** A request as it can go to another thread. */
export interface CarriedRequest extends Pick<ServiceRequest, 'method' | 'url'> {
  /** The organisation that asks. */
  readonly org_id: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Uint8Array<ArrayBuffer>
  /** The id of the request in the log. */
  readonly id?: string | undefined
}

/** Has a request answered elsewhere. Rejects with a Refusal; ends the work when `signal` says so. */
export type Offload = (request: CarriedRequest, signal: AbortSignal) => Promise<ServiceAnswer>

/** Has a request of a user answered elsewhere, where all but its body's size is looked at. */
export async function carry(
  request: ServiceRequest,
  { org_id }: Pick<UserRecord, 'org_id'>,
  limit: number,
  offload: Offload,
): Promise<ServiceAnswer> {
  const { method, url, headers, note, signal = new AbortController().signal } = request
  const body = await readBytes(request, limit)
  return offload({ method, url, headers: [...headers], body, org_id, id: note?.id }, signal)
}
