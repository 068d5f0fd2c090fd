import type { User } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { requireApisPermission, requireGovernance } from './access.ts'
import { authenticate } from './auth.ts'
import type { ServiceRequest } from './exchange.ts'

/** The user who may have APIs evaluated by this request. Refuses with 401, then 403. */
export function admit(request: ServiceRequest, { users, settings }: Workspace): User {
  const user = authenticate(request.headers.get('authorization'), users)
  requireGovernance(settings.governance)
  requireApisPermission(user, new URL(request.url).pathname)
  return user
}
