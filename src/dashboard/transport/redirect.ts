import { GovError } from '../../core/model/errors.ts'
import type { FetchAnswer, FetchInit } from '../fetch.ts'
import { contractError } from '../read-answer.ts'

const redirects: readonly number[] = [301, 302, 303, 307, 308]
const methodKept: readonly number[] = [307, 308]

/** How many redirects are followed for one request. */
export const mostRedirects = 5

/**
 * Where an answer sends a request, or undefined when it does not. Only within the origin, since the credential is for
 * that one; only with the method as it was; and never what changes something. Else it throws GovError, unavailable, which names the other
 * origin and nothing more: a path may hold a secret.
 */
export function findRedirect(
  answer: FetchAnswer,
  from: URL,
  { method, once, direct }: FetchInit,
): URL | undefined {
  const location = answer.headers.get('location')
  if (location === null || !redirects.includes(answer.status)) return undefined
  if (!URL.canParse(location, from.href))
    throw redirectRefusedError(from, answer.status, 'an invalid address')
  const to = new URL(location, from)
  if (direct)
    throw contractError('redirect-refused', `it redirects to ${to.href}, which has to be named itself`)
  if (to.origin !== from.origin) throw redirectElsewhereError(from, answer.status, to)
  if (once || (method !== 'GET' && !methodKept.includes(answer.status))) {
    throw redirectRefusedError(
      from,
      answer.status,
      `another path on the same host, but ${method} requests do not follow redirects`,
    )
  }
  return to
}

export function tooManyRedirectsError(from: URL): GovError {
  return contractError('redirect-loop', `${from.origin} redirected ${mostRedirects + 1} times in a row`)
}

function redirectRefusedError(from: URL, status: number, to: string): GovError {
  return contractError('redirect-refused', `${from.origin} returned ${status}, a redirect to ${to}`)
}

function redirectElsewhereError(from: URL, status: number, to: URL): GovError {
  const target = to.origin === 'null' ? to.protocol : to.origin
  return new GovError(
    'unavailable',
    'redirect-refused',
    `${from.origin} returned ${status}, a redirect to ${target}, but the credential is only for ${from.origin}`,
    `If ${target} is the dashboard, set dashboard.url to it. Otherwise a proxy or a login page responded.`,
  )
}
