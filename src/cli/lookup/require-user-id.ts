import { usageError } from '../../model/errors.ts'

/** Throws GovError, usage, before the admin secret is asked for: no id is an email address. */
export function requireUserId(id: string): void {
  if (!id.includes('@')) return
  throw usageError(
    'user-id-email',
    `${id} is an email address, not the id of a user`,
    'gov user list shows the ids.',
  )
}
