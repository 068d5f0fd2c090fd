import type { z } from 'zod'
import { GovError, usageError } from '../core/model/errors.ts'
import { plural } from '../core/text/wording.ts'
import { contractError } from './contract-error.ts'
import { type Fetch, type FetchAnswer, type FetchInit, readAnswer } from './read-answer.ts'
import { answerRefusedError, type Refusing } from './refusal.ts'

interface OperationRequest<Answer>
  extends Pick<Refusing, 'subject' | 'hints' | 'lacking'>,
    Pick<FetchInit, 'secret' | 'confidential'> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** From the base URL on, encoded. */
  readonly path: string
  /** Sent as JSON. */
  readonly body?: unknown
  /** Beside the credential. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Gets the headers of an answer that is a result. */
  readonly onHeaders?: ((headers: FetchAnswer['headers']) => void) | undefined
  readonly schema: () => z.ZodType<Answer>
  /** The answer as messages call it: `an API`. */
  readonly what: string
  /** The operation as messages call it: `the API lookup`. */
  readonly operation: string
}

/** Throws a GovError when there is no answer that the contract allows. */
export type Ask = <Answer>(question: OperationRequest<Answer>) => Promise<Answer>

export interface AskOptions {
  /** Who is asked, as messages call it: `the dashboard`. */
  readonly name: string
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** The header with the credential; made for each request, so that nothing holds it. */
  readonly credential: () => Readonly<Record<string, string>>
  readonly fetch: Fetch
  /** The hint for a refusal, by status, of every request of this client. */
  readonly hints?: Readonly<Record<number, string>>
  readonly messageOf?: Refusing['messageOf']
}

/** Creates what changes something is sent once: a lost answer does not tell whether it was done. */
export function createAsk({ hints, messageOf, ...options }: AskOptions): Ask {
  const { name, credential } = options
  return async ({ method, path, body, schema, what, operation, onHeaders, ...about }) => {
    const { secret, confidential, ...refused } = about
    const sent = body === undefined ? {} : { 'content-type': 'application/json' }
    const init = {
      method,
      headers: { ...credential(), ...sent, ...refused.headers, accept: 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      once: method !== 'GET',
      secret,
      confidential,
    }
    const refusing = { operation, messageOf, ...refused, hints: { ...hints, ...refused.hints } }
    const answer = await exchange(options, path, init, refusing, method === 'POST' ? [200, 201] : [200])
    onHeaders?.(answer.headers)
    return readAnswer(schema, await answer.text(), answer.headers.get('content-type'), { name, what })
  }
}

/** Sends a request past all caches. Throws GovError for a status other than `statuses`, for a cached answer, and for a part of one. */
export async function exchange(
  { name, baseUrl, fetch }: AskOptions,
  path: string,
  init: FetchInit,
  refusing: Omit<Refusing, 'name' | 'baseUrl'>,
  statuses: readonly number[] = [200],
): Promise<FetchAnswer> {
  const headers = { ...init.headers, 'cache-control': 'no-cache, no-store' }
  const answer = await fetch(baseUrl + path, { ...init, headers })
  if (!statuses.includes(answer.status))
    throw answerRefusedError(answer, await answer.text(), { name, baseUrl, ...refusing })
  requireWholeAnswer(answer, name)
  return answer
}

/** A stored response is outdated. `Age`: seconds, one per cache on the way (RFC 9111, 5.1). Half a response may be valid JSON, too. */
function requireWholeAnswer({ headers }: FetchAnswer, name: string): void {
  const range = headers.get('content-range')
  const part = `${name} returned a part of its response (Content-Range: ${range})`
  if (range !== null) throw contractError('answer-partial', part)
  const age = headers.get('age')
  if (age === null || age.split(',').every((each) => Number(each) === 0)) return
  const hint = 'Exclude the dashboard from the cache or proxy in front of it.'
  throw new GovError('unavailable', 'answer-stored', `${name} returned a stored response (Age: ${age})`, hint)
}

/** An id as one part of a path. Throws GovError, usage, for one that would lead to another path. */
export function pathPart(id: string, what: string): string {
  if (id.trim() === '' || id === '.' || id === '..' || /\p{Surrogate}/u.test(id))
    throw usageError('id-invalid', `${JSON.stringify(id)} is not ${what}`, 'Pass the id itself.')
  return encodeURIComponent(id)
}

/** The other id of an API or a ruleset, under which a dashboard keeps it. */
export const recordId = /^[0-9a-f]{24}$/i

/** Throws GovError, unavailable, for a record by other ids than it was asked for. A dashboard may not send the one it keeps it under. */
export function requireRecord(id: string, own: string, kept = id): void {
  if (own === id || (recordId.test(id) && kept.toLowerCase() === id.toLowerCase())) return
  throw contractError(
    'answer-contradicts-itself',
    `inconsistent response: ${id} was requested, and ${own} returned`,
  )
}

/** `?a=b`, or nothing when there is nothing to say. */
export function renderQuery(values: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? '' : `?${query}`
}

/** How many pages are asked for before they are needed. */
const ahead = 4

interface ListRequest<Page> extends Omit<OperationRequest<Page>, 'method' | 'path' | 'what' | 'operation'> {
  /** Its entries as messages call them: `APIs`. */
  readonly noun: string
  readonly path: (page: number) => string
}

/**
 * The pages of a list from the first to the last, in order, as the answers come: never more than a few are held. Throws GovError,
 * unavailable, unless they are one list: all name as many pages, none is null and none of several empty, all but the last are of one length,
 * no item is on two, and a page after a last one that is full has none that is new and names no more pages.
 * What is deleted meanwhile moves the items behind it to an earlier page, and so one of them past the reader: each page but
 * the last that is wanted is read again after it, and must have the same items. `listIds`: the identity of each item of a page.
 */
export async function* readPages<Page extends { readonly pages: number }>(
  ask: Ask,
  { noun, path, ...about }: ListRequest<Page>,
  listIds: (page: Page) => readonly string[] | undefined,
): AsyncGenerator<Page> {
  const what = `the list of ${noun}`
  const listError = (reason: string) => inconsistentListError(what, reason)
  const read = (page: number) =>
    ask({ ...about, method: 'GET', path: path(page), what: `a page of ${noun}`, operation: what })
  const first = await read(1)
  const { pages: last } = first
  const seen = new Set<string>()
  const lists: (readonly string[])[] = []
  const check = (page: Page): Page => {
    const given = listIds(page)
    const ids = given ?? []
    lists.push(ids)
    const [number, size] = [lists.length, lists[0]?.length ?? 0]
    const twice = ids.find((id) => seen.size === seen.add(id).size)
    if (page.pages !== last) throw listError(`page 1 is one of ${last}, page ${number} of ${page.pages}`)
    if (ids.length === 0 && last > (given ? 1 : 0)) throw listError(`page ${number} of ${last} is empty`)
    if (twice !== undefined) throw listError(`${twice} appears twice`)
    if (last === 0 && size > 0) throw listError(`it has ${size} ${noun}, and 0 pages`)
    if (number < last ? ids.length !== size : ids.length > size)
      throw listError(`page 1 has ${size} ${noun}, page ${number} of ${last} has ${ids.length}`)
    return page
  }
  const checkAgain = async (): Promise<void> => {
    let number = 0
    for await (const page of readAhead(read, 1, lists.length - 1)) {
      const ids = lists[number++] ?? []
      const again = new Set(listIds(page))
      if (again.size !== ids.length || ids.some((id) => !again.has(id)))
        throw listError(`page ${number} has other ${noun} when it is read again`)
    }
  }
  let isList = true
  try {
    yield check(first)
    for await (const page of readAhead(read, 2, last)) yield check(page)
    if (seen.size > 0 && seen.size === last * (lists[0]?.length ?? 0)) {
      const beyond = await read(last + 1).catch(requireNoPage)
      const more = (beyond && listIds(beyond))?.find((id) => !seen.has(id))
      const has = `it has ${plural(last, 'page')}, and page ${last + 1}`
      if (more !== undefined) throw listError(`${has} has ${more}`)
      if (beyond && beyond.pages > last) throw listError(`${has} is one of ${beyond.pages}`)
    }
  } catch (error) {
    isList = false
    throw error
  } finally {
    // Also where the caller wants no further page.
    if (isList) await checkAgain()
  }
}

/** A dashboard may refuse a page after the last, with one status or another. */
function requireNoPage(error: unknown): undefined {
  const refusals = ['request-refused', 'not-found', 'operation-missing', 'unexpected-status']
  if (!(error instanceof GovError && refusals.includes(error.code))) throw error
}

/** The pages from `first` to `last`, in order, of which the next few are asked for before they are needed. */
async function* readAhead<Page>(
  read: (page: number) => Promise<Page>,
  first: number,
  last: number,
): AsyncGenerator<Page> {
  const coming: Promise<Page>[] = []
  for (let next = first, number = first; number <= last; number += 1) {
    while (next <= last && coming.length < ahead) {
      const asked = read(next++)
      // A failure is met when its turn comes; until then it must not end the process.
      asked.catch(() => {})
      coming.push(asked)
    }
    const page = await coming.shift()
    if (page !== undefined) yield page
  }
}

/** A list was read in part, or changed between two pages. */
function inconsistentListError(what: string, reason: string): GovError {
  const message = `${what} is incomplete or changed while it was read: ${reason}`
  const hint = 'Run it again. If it fails again, the dashboard pages its lists wrongly.'
  return new GovError('unavailable', 'list-inconsistent', message, hint)
}
