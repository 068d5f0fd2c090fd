import type { User } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { authenticate } from './auth.ts'
import { Refusal } from './envelope.ts'
import type { ServiceRequest } from './exchange.ts'
import { sameSecret } from './same-secret.ts'

const levelsFor = { read: ['read', 'write', 'admin'], write: ['write', 'admin'] } as const

/** A group of the permission map, and the least level in it. */
export interface Permission {
  readonly group: string
  readonly level: keyof typeof levelsFor
}

/**
 * The user who calls, if the user's permission map allows it: an empty map is an administrator's, and any other
 * denies what it does not name. Refuses with 401, then 403.
 */
export function requireUser(request: ServiceRequest, { users }: Workspace, permission: Permission): User {
  const user = signedIn(request, users)
  if (!isAllowed(user, permission)) throw accessDenied(request)
  return user
}

/** The service's words for a 403. */
export function accessDenied(request: ServiceRequest): Refusal {
  const { pathname } = new URL(request.url)
  return new Refusal(403, `access denied: You do not have permission to access ${pathname}`)
}

function signedIn(request: ServiceRequest, users: readonly User[]): User {
  try {
    return authenticate(request.headers.get('authorization'), users)
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(401, 'Not authorised', error.headers) : error
  }
}

function isAllowed({ user_permissions: permissions }: User, { group, level }: Permission): boolean {
  if (Object.keys(permissions).length === 0) return true
  const given = Object.hasOwn(permissions, group) ? permissions[group] : undefined
  return levelsFor[level].some((enough) => enough === given)
}

/** Refuses with 401 unless the request carries the administrator's secret. */
export function requireAdmin(request: ServiceRequest, { settings }: Workspace): void {
  const given = request.headers.get('admin-auth') ?? ''
  if (settings.admin_secret === undefined || !sameSecret(given, settings.admin_secret)) {
    throw new Refusal(401, 'Not authorised')
  }
}

/** The word in the gateway's paths and in its header. */
export function productOf({ settings }: Workspace): string {
  return settings.gateway?.product ?? 'gw'
}

/** Refuses with 403 unless the request carries the gateway's secret. */
export function requireGateway(request: ServiceRequest, workspace: Workspace): void {
  const given = request.headers.get(`x-${productOf(workspace)}-authorization`) ?? ''
  const secret = workspace.settings.gateway?.secret
  if (secret === undefined || !sameSecret(given, secret)) {
    throw new Refusal(403, 'Attempted administrative access with invalid or missing key!')
  }
}
