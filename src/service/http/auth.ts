import type { User } from '../store/records.ts'
import { Refusal } from './envelope.ts'
import { holderOf } from './same-secret.ts'

/**
 * The user whose access key the `Authorization` header carries, as `Bearer <key>` or as the key alone.
 * Refuses with 401.
 */
export function authenticate(authorization: string | null, users: readonly User[]): User {
  if (authorization === null || authorization.trim() === '') {
    throw unauthorised('the Authorization header is missing')
  }
  const key = authorization.trim().replace(/^bearer\s+/i, '')
  const user = holderOf(key, users, ({ access_key }) => access_key)
  if (user === undefined) throw unauthorised('the credential is not known')
  if (!user.active) throw unauthorised('the user of this credential is not active')
  return user
}

function unauthorised(why: string): Refusal {
  return new Refusal(401, `Not authorised: ${why}`, { 'WWW-Authenticate': 'Bearer' })
}
