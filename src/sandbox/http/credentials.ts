import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { rememberPerObject } from '../../core/model/once.ts'
import type { ApiRecord, UserRecord, WorkspaceSettings } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { Refusal, type ServiceHeaders, type ServiceRequest } from './exchange.ts'

const levelsFor = { read: ['read', 'write', 'admin'], write: ['write', 'admin'] } as const

/** A group of the permission map, and the least level in it. */
export interface Permission {
  readonly group: string
  readonly level: keyof typeof levelsFor
}

/** The user who calls, if permitted: an empty map is an administrator's, another denies what it does not name. Refuses with 401, 403. */
export function requireUser(
  request: ServiceRequest,
  { users }: Workspace,
  permission: Permission,
): UserRecord {
  const user = authenticate(request, users, () => 'Not authorised')
  const isAdministrator = Object.keys(user.user_permissions).length === 0
  if (!isAdministrator && !isGranted(user, permission)) throw accessDeniedError(request)
  return user
}

/** The user who calls, whatever the user may do. Refuses with 401. */
export function requireCaller(request: ServiceRequest, { users }: Workspace): UserRecord {
  return authenticate(request, users, () => 'Not authorised')
}

export function accessDeniedError({ url }: ServiceRequest): Refusal {
  const { pathname } = new URL(url)
  return new Refusal(403, `access denied: You do not have permission to access ${pathname}`)
}

/** The user who may evaluate: the permission map must name `apis`, so not an administrator with an empty map. Refuses with 401, 403. */
export function requireEvaluator(request: ServiceRequest, { users, settings }: Workspace): UserRecord {
  const user = authenticate(request, users, (why) => `Not authorised: ${why}`)
  requireEvaluation(user, settings, new URL(request.url).pathname)
  return user
}

/** The default user, if an evaluation without a credential may be made in that user's name. Refuses as `requireEvaluator`. */
export function requireDefaultEvaluator({ users, settings }: Workspace, pathname: string): UserRecord {
  const user = users.find(({ id, active }) => id === settings.default_user && active)
  if (user === undefined) throw new Refusal(401, 'Not authorised: the user of this credential is not active')
  requireEvaluation(user, settings, pathname)
  return user
}

function requireEvaluation(user: UserRecord, { governance }: WorkspaceSettings, pathname: string): void {
  requireGovernance(governance)
  if (isGranted(user, { group: 'apis', level: 'read' })) return
  const level = findLevel(user, 'apis')
  const has = level === undefined ? 'has no apis entry' : `has apis: ${level}`
  const message = `Access denied to ${pathname}: it needs the permission apis: read, and this user ${has}`
  throw new Refusal(403, message)
}

/** The user who calls, if the user may read or write rulesets. Refuses with 401, then 403. */
export function requireGovernor(
  request: ServiceRequest,
  workspace: Workspace,
  level: Permission['level'],
): UserRecord {
  const user = requireUser(request, workspace, { group: 'governance', level })
  requireGovernance(workspace.settings.governance)
  return user
}

/** Refuses with 403 when governance is not part of this deployment, whatever the user may do. */
function requireGovernance(governance: boolean): void {
  if (!governance) throw new Refusal(403, 'Governance is not enabled on this dashboard')
}

function isGranted(user: UserRecord, { group, level }: Permission): boolean {
  return levelsFor[level].some((enough) => enough === findLevel(user, group))
}

function findLevel({ user_permissions: permissions }: UserRecord, group: string): string | undefined {
  return Object.hasOwn(permissions, group) ? permissions[group] : undefined
}

/** Refuses with 403, naming each API that neither the user nor the user's group owns. */
export function requireOwnership(user: UserRecord, apis: readonly ApiRecord[]): void {
  const others = apis.filter((api) => !isOwner(user, api)).map(({ api_id }) => api_id)
  if (others.length > 0) throw new Refusal(403, `Access denied: this user does not own ${others.join(', ')}`)
}

export function isOwner({ id, group_id }: UserRecord, { owners }: ApiRecord): boolean {
  return owners.some((owner) => owner === id || (group_id !== '' && owner === group_id))
}

/** The user of the `Authorization` header's access key. Refuses with 401. */
function authenticate(
  { headers, note }: ServiceRequest,
  users: readonly UserRecord[],
  messageFor: (why: string) => string,
): UserRecord {
  const refuse = (why: string) => new Refusal(401, messageFor(why), { 'WWW-Authenticate': 'Bearer' })
  const key = readAccessKey(headers)
  if (key === '') throw refuse('the Authorization header is missing')
  const user = findHolder(key, users)
  if (user === undefined) throw refuse('the credential is not known')
  if (!user.active) throw refuse('the user of this credential is not active')
  if (note) note.user = user
  return user
}

/** From `Bearer <key>` or the key alone; empty when there is none. */
export function readAccessKey(headers: Pick<ServiceHeaders, 'get'>): string {
  return (headers.get('authorization') ?? '').trim().replace(/^bearer\s+/i, '')
}

/** Refuses with 401 unless the request carries the administrator's secret. */
export function requireAdmin({ headers }: ServiceRequest, { settings }: Workspace): void {
  if (!isSecret(headers.get('admin-auth'), settings.admin_secret)) throw new Refusal(401, 'Not authorised')
}

/** The word in the gateway's paths and in its header. */
export function findProduct({ settings }: Workspace): string {
  return settings.gateway?.product ?? 'gw'
}

/** Refuses with 403 unless the request carries the gateway's secret. */
export function requireGateway({ headers }: ServiceRequest, workspace: Workspace): void {
  const given = headers.get(`x-${findProduct(workspace)}-authorization`)
  if (isSecret(given, workspace.settings.gateway?.secret)) return
  throw new Refusal(403, 'Attempted administrative access with invalid or missing key!')
}

/** Digests are compared, so that the time taken depends on neither secret. */
export function isSecret(given: string | null, secret: string | undefined): boolean {
  return secret !== undefined && timingSafeEqual(digestSecret(given ?? ''), digestSecret(secret))
}

/** Every user's key is compared, so that the time taken does not tell whose it was. */
export function findHolder<Holder extends Pick<UserRecord, 'access_key'>>(
  key: string,
  holders: readonly Holder[],
): Holder | undefined {
  const digest = digestSecret(key)
  const [holder] = holders.filter((each) => timingSafeEqual(digest, keyDigest(each)))
  return holder
}

/** Access keys do not change. */
const keyDigest = rememberPerObject(({ access_key }: Pick<UserRecord, 'access_key'>) =>
  digestSecret(access_key),
)

function digestSecret(secret: string): Uint8Array {
  return createHash('sha256').update(secret).digest()
}

export function newSecret(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
