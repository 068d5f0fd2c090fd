import { type ErrorKind, GovError } from '../errors.ts'
import { apiResponse } from './contract.ts'
import { contractError } from './contract-error.ts'
import type { FetchAnswer } from './fetch.ts'

/** Who refused. */
export interface Refusing {
  /** As messages call it: `the dashboard`. */
  readonly name: string
  readonly baseUrl: string
}

interface Meaning {
  readonly kind: ErrorKind
  readonly code: string
  readonly what: string
  readonly hint: string
}

const meanings: Readonly<Record<number, Meaning>> = {
  400: {
    kind: 'usage',
    code: 'request-refused',
    what: 'refused the request',
    hint: 'Change what the message names: the ids, the selector or the definition.',
  },
  401: {
    kind: 'access',
    code: 'unauthorised',
    what: 'does not accept the credential',
    hint: "Set GOV_TOKEN to the Dashboard API access credentials of an active user (the dashboard's user profile shows them).",
  },
  403: {
    kind: 'access',
    code: 'forbidden',
    what: 'denies access',
    hint: 'The user needs the apis permission (read, on some servers write), must own the APIs where ownership is on, and the licence must include governance.',
  },
  404: {
    kind: 'not_found',
    code: 'not-found',
    what: 'does not know an id',
    hint: "Check the API and ruleset ids: each must exist in the credential's organisation and not be deleted.",
  },
  413: {
    kind: 'usage',
    code: 'definition-too-large',
    what: 'refused the definition as too large',
    hint: "Raise the dashboard's request size limit (5 MB unless configured), split the definition, or check it here with a local ruleset: --ruleset-file.",
  },
  429: {
    kind: 'unavailable',
    code: 'rate-limited',
    what: 'is limiting the rate of requests',
    hint: 'Run the check later, or raise --retries.',
  },
}

const unavailable: Meaning = {
  kind: 'unavailable',
  code: 'server-error',
  what: 'failed',
  hint: "Run the check again; if it stays, the dashboard's own log has the cause.",
}

/** Answers that mean something here only in the service's own words; anyone may answer 400 or 404. */
const needsMessage: readonly number[] = [400, 404]

/**
 * Why an answer other than 200 ends the run. A 400 that could not retrieve an id is a 404 by another number
 * (service-facts §9, 24); a 404 without the service's own error body is some other server's.
 */
export function refusal(answer: FetchAnswer, text: string, { name, baseUrl }: Refusing): GovError {
  const message = serviceMessage(text)
  const meaning = meaningOf(answer.status, message)
  if (meaning === undefined || (needsMessage.includes(answer.status) && message === undefined)) {
    const location = answer.headers.get('location')
    const to = location === null ? '' : `, pointing to ${location}`
    return contractError(
      'unexpected-status',
      `${baseUrl} answered ${answer.status}${to}, which is not an answer of the evaluation operation`,
    )
  }
  const detail = message === undefined ? '' : `: ${message}`
  return new GovError(
    meaning.kind,
    meaning.code,
    `${name} ${meaning.what} (${answer.status})${detail}`,
    meaning.hint,
  )
}

function meaningOf(status: number, message: string | undefined): Meaning | undefined {
  if (status === 400 && message !== undefined && /could not retrieve/i.test(message)) return meanings[404]
  if (status >= 500) return unavailable
  return meanings[status]
}

/** The `Message` of the service's error body, or undefined when the body is not one. */
function serviceMessage(text: string): string | undefined {
  try {
    const parsed = apiResponse.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data.Message : undefined
  } catch {
    return undefined
  }
}
