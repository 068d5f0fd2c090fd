import type { ApiRecord, User } from '../store/records.ts'
import { Refusal } from './envelope.ts'

const readLevels = ['read', 'write', 'admin']

/**
 * Refuses with 403 unless the permission map has an `apis` entry with at least read: an evaluation is for nobody else,
 * not even for an administrator with an empty map.
 */
export function requireApisPermission({ user_permissions: permissions }: User, path: string): void {
  const level = Object.hasOwn(permissions, 'apis') ? permissions.apis : undefined
  if (level !== undefined && readLevels.includes(level)) return
  const has = level === undefined ? 'has no apis entry' : `has apis: ${level}`
  throw new Refusal(403, `Access denied to ${path}: it needs the permission apis: read, and this user ${has}`)
}

/** Refuses with 403 when governance is not part of this deployment, whatever the user may do. */
export function requireGovernance(governance: boolean): void {
  if (!governance) throw new Refusal(403, 'Governance is not enabled on this dashboard')
}

/** Refuses with 403, naming each API that neither the user nor the user's group owns. */
export function requireOwnership(user: User, apis: readonly ApiRecord[]): void {
  const others = apis.filter((api) => !isOwner(user, api)).map(({ api_id }) => api_id)
  if (others.length > 0) throw new Refusal(403, `Access denied: this user does not own ${others.join(', ')}`)
}

/** Whether the API is the user's own or the user's group's. */
export function isOwner({ id, group_id }: User, { owners }: ApiRecord): boolean {
  return owners.some((owner) => owner === id || (group_id !== '' && owner === group_id))
}
