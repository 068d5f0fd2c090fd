import { z } from 'zod'
import { findJsonFault } from '../core/text/json.ts'
import { contractError } from './contract-error.ts'
import { findRepeatedKey } from './find-repeated-key.ts'

/** An answer's body as the contract has it. Throws GovError, unavailable. `what` is what messages call it: `an API`. */
export function readAnswer<Answer>(
  schema: () => z.ZodType<Answer>,
  text: string,
  contentType: string | null,
  names: { readonly name: string; readonly what: string },
): Answer {
  return requireContract(schema, parseJsonBody(text, contentType, names.name), names)
}

/** Validates a body against the contract. Throws GovError, unavailable. */
export function requireContract<Answer>(
  schema: () => z.ZodType<Answer>,
  body: unknown,
  { name, what }: { readonly name: string; readonly what: string },
): Answer {
  const parsed = schema().safeParse(body)
  if (parsed.success) return parsed.data
  const message = `${name}'s response is not ${what}: ${describeFirstFault(parsed.error)}`
  throw contractError('answer-invalid', message)
}

/** Throws GovError, unavailable: a body that is not JSON, or says two things by one key. */
export function parseJsonBody(text: string, contentType: string | null, name: string): unknown {
  if (text.trim() === '') throw contractError('answer-empty', `${name} returned 200 with an empty body`)
  const value = parseBody(text, contentType, name)
  const repeated = findRepeatedKey(text)
  if (repeated === undefined) return value
  throw contractError(
    'answer-contradicts-itself',
    `inconsistent response: duplicate key ${JSON.stringify(repeated)}`,
  )
}

function parseBody(text: string, contentType: string | null, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const message = `${name} returned 200 ${describeNonJson(text, contentType)}`
    throw contractError('answer-not-json', message, cause)
  }
}

/** For invalid JSON, the location of the fault; for any other content type, that type. */
function describeNonJson(text: string, contentType: string | null): string {
  if (contentType !== null && !/json/i.test(contentType)) return `without JSON (${contentType})`
  const { reason, line, column } = findJsonFault(text)
  const kind = contentType === null ? ' and no content type' : ''
  return `with invalid JSON${kind}: ${line}:${column}: ${reason}`
}

function describeFirstFault({ issues }: z.ZodError): string {
  const [first, ...more] = issues
  const where = first?.path.length ? z.core.toDotPath(first.path) : 'the whole body'
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  return `${where}: ${first?.message ?? 'unreadable'}${others}`
}

/** The part of `fetch` that the client needs: the transport and the embedded sandbox both fit. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>

export interface FetchInit {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
  /** It must not be sent again when its answer is lost. */
  readonly once?: boolean
  /** A file in any format: a redirect is an error, since what is there has the name of this address, and so is half of it. */
  readonly isFile?: boolean
  /** The secret that the address holds. What is sent and answered is then as secret. */
  readonly secret?: string | undefined
  /** The request or the response holds secrets that no log may show. */
  readonly confidential?: boolean | undefined
}

export interface FetchAnswer {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  /** Added to a message about this response: the number of attempts, and a wait that was skipped. */
  readonly note?: string | undefined
  /** Another attempt would be after the deadline of the run. */
  readonly isLate?: boolean | undefined
  text(): Promise<string>
}
