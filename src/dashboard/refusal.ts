import { type ErrorKind, GovError } from '../core/model/errors.ts'
import { parsedJson } from '../core/text/json.ts'
import { apiResponse } from './contract/evaluation.ts'
import { gatewayMessage } from './contract/keys.ts'
import { contractError } from './contract-error.ts'
import type { FetchAnswer } from './read-answer.ts'

export interface Refusing {
  /** The name used in messages: `the dashboard`. */
  readonly name: string
  readonly baseUrl: string
  /** The operation in messages: `the API lookup`. */
  readonly operation: string
  /** The record that the request named by id: `the API payments`. Absent: it named none. */
  readonly subject?: string | undefined
  /** The hint where a release of the dashboard lacks the operation. */
  readonly lacking?: string | undefined
  /** Hints by status that differ from those of an evaluation. */
  readonly hints?: Readonly<Record<number, string>> | undefined
  /** Reads the message of an error body; the dashboard's unless given. */
  readonly messageOf?: ((body: unknown) => string | undefined) | undefined
}

type Refused = Pick<FetchAnswer, 'status' | 'note' | 'isLate'>

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
    hint: 'Fix what the message names: the ids, the selector or the definition.',
  },
  401: {
    kind: 'access',
    code: 'unauthorised',
    what: 'rejected the credential',
    hint: "Set GOV_TOKEN to the Dashboard API access credentials of an active user (the dashboard's user profile shows them).",
  },
  403: {
    kind: 'access',
    code: 'forbidden',
    what: 'denied access',
    hint: 'The user needs the apis permission (read, on some servers write) and must own the APIs if ownership is on. The licence must include governance.',
  },
  404: {
    kind: 'not_found',
    code: 'not-found',
    what: 'could not find',
    hint: "Check the ids: each must exist in the credential's organisation. gov api list and gov ruleset list show them.",
  },
  409: {
    kind: 'usage',
    code: 'conflict',
    what: 'refused the request, as something else has the name',
    hint: 'Choose another name.',
  },
  412: {
    kind: 'usage',
    code: 'changed-meanwhile',
    what: 'refused the change',
    hint: 'Look up what is there now, and repeat the change.',
  },
  413: {
    kind: 'usage',
    code: 'definition-too-large',
    what: 'rejected the definition: too large',
    hint: "Raise the dashboard's request size limit (default: 5 MB), split the definition, or check it locally with --ruleset-file.",
  },
  429: {
    kind: 'unavailable',
    code: 'rate-limited',
    what: 'is limiting requests',
    hint: 'Run the check later, or raise --retries.',
  },
}

const unavailable: Meaning = {
  kind: 'unavailable',
  code: 'server-error',
  what: 'failed',
  hint: "Run the check again. If it fails again, see the dashboard's log.",
}

/** They mean this where the operation has a hint for them: an evaluation has no name and no version. */
const ofChanges: readonly number[] = [409, 412]

/** Answers that mean something here only in the service's own words; anyone may answer 400 or 404. */
const needsMessage: readonly number[] = [400, 404]

/**
 * Why an answer other than a result ends the run. A 400 that could not retrieve an id means 404, a 403 about a malformed body
 * 400; a 400 or 404 without the service's own error body is some other server's.
 */
export function answerRefusedError(answer: FetchAnswer, text: string, refusing: Refusing): GovError {
  const { messageOf = findDashboardMessage } = refusing
  return requestRefusedError(answer, messageOf(parsedJson(text)), refusing)
}

/** The error for a message that has been read already; undefined: the answer has none. */
export function requestRefusedError(
  answer: Refused,
  message: string | undefined,
  refusing: Refusing,
): GovError {
  const { name, baseUrl, operation, subject, lacking, hints = {} } = refusing
  const below = answer.status === 404 && subject === undefined ? findPageAddressError(refusing) : undefined
  if (below !== undefined) return below
  if (lacking !== undefined && [404, 405, 501].includes(answer.status)) {
    const message = `${name} does not have ${operation} (${answer.status})`
    return new GovError('unavailable', 'operation-missing', message, lacking)
  }
  const status = meantStatus(answer.status, message, subject)
  const isDefined = !ofChanges.includes(status) || hints[status] !== undefined
  const meaning = status >= 500 ? unavailable : isDefined ? meanings[status] : undefined
  if (meaning === undefined || (needsMessage.includes(status) && message === undefined)) {
    const reason = `${baseUrl} returned ${answer.status}, which ${operation} does not define`
    return contractError('unexpected-status', reason)
  }
  const what = status === 404 ? `${meaning.what} ${subject}` : meaning.what
  const detail = message === undefined ? '' : `: ${message}`
  const note = answer.note === undefined ? '' : `; ${answer.note}`
  const hint =
    hints[status] ?? (answer.isLate ? meaning.hint.replace('--retries', '--deadline') : meaning.hint)
  return new GovError(meaning.kind, meaning.code, `${name} ${what} (${answer.status}${note})${detail}`, hint)
}

/** A URL copied from a browser names a page, below which every operation is unknown. */
function findPageAddressError({ baseUrl }: Refusing): GovError | undefined {
  const { origin, pathname } = new URL(baseUrl)
  if (pathname === '/') return undefined
  const hint = `Try ${origin}, unless that path is right.`
  const message = `${baseUrl} returned 404: the URL has the path ${pathname}`
  return new GovError('unavailable', 'unexpected-status', message, hint)
}

function meantStatus(status: number, message = '', subject: string | undefined): number {
  if (status === 404 && subject === undefined) return unknownStatus
  if (status === 400 && subject !== undefined && /could not retrieve/i.test(message)) return 404
  if (status === 403 && /malformed/i.test(message)) return 400
  return status
}

/** Stands for a status that means nothing here. */
const unknownStatus = 0

/** The `Message` of the dashboard's error body, or undefined when the body is not one. */
function findDashboardMessage(body: unknown): string | undefined {
  return apiResponse().safeParse(body).data?.Message
}

/** The `message` of the gateway's error body, or undefined when the body is not one. */
export function findGatewayMessage(body: unknown): string | undefined {
  return gatewayMessage().safeParse(body).data?.message
}
