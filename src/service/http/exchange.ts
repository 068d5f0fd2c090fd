import type { SourceDocument } from '../../model/source-document.ts'

/** What the service reads of a request: the platform's `Request` is one, and so is a plain value. */
export interface ServiceRequest {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: ServiceHeaders
  readonly body: AsyncIterable<Uint8Array> | null
  /** The same, where it is at hand as one. */
  readonly whole?: Uint8Array | undefined
  /** The same, parsed, where the caller is in this process and has done so. */
  readonly document?: SourceDocument | undefined
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal
}

/** Header fields; a name is found in whatever case it is asked for. */
export interface ServiceHeaders extends Iterable<readonly [string, string]> {
  get(name: string): string | null
}

/** An answer. It is a plain value: to load the platform's `Response` takes longer than a small evaluation. */
export interface ServiceAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** `value` as a JSON answer; 200 unless another status is given. No cache may keep it: many answers hold secrets. */
export function jsonAnswer(
  value: unknown,
  { status = 200, headers = {} }: Partial<Pick<ServiceAnswer, 'status' | 'headers'>> = {},
): ServiceAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    text: JSON.stringify(value),
  }
}
