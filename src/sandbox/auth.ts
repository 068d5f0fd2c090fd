import { Refusal } from './envelope.ts'
import type { User } from './records.ts'

/**
 * The user whose access key the `Authorization` header carries, as `Bearer <key>` or as the key alone.
 * Refuses with 401. Every user's key is compared whole, so that the time taken tells nothing about a key.
 */
export function authenticate(authorization: string | null, users: readonly User[]): User {
  if (authorization === null || authorization.trim() === '') {
    throw unauthorised('the Authorization header is missing')
  }
  const key = authorization.trim().replace(/^bearer\s+/i, '')
  const [user] = users.filter(({ access_key }) => sameSecret(key, access_key))
  if (user === undefined) throw unauthorised('the credential is not known')
  if (!user.active) throw unauthorised('the user of this credential is not active')
  return user
}

function unauthorised(why: string): Refusal {
  return new Refusal(401, `Not authorised: ${why}`, { 'WWW-Authenticate': 'Bearer' })
}

/** Takes a time that depends on `given` only. */
export function sameSecret(given: string, secret: string): boolean {
  let difference = given.length ^ secret.length
  for (let at = 0; at < given.length; at++) difference |= given.charCodeAt(at) ^ secret.charCodeAt(at)
  return difference === 0
}
