import {
  type SsoRequest,
  type SsoToken,
  ssoRequest,
  ssoSignIn,
  ssoToken,
  ssoTokenSeconds,
  type UserDetail,
  userDetail,
  usersPage,
} from '../../dashboard/contract/users.ts'
import type { AppOptions } from '../http/app-options.ts'
import { jsonBody } from '../http/body.ts'
import { newSecret, requireAdmin, requireCaller, requireUser } from '../http/credentials.ts'
import { badRequestError, jsonAnswer, Refusal } from '../http/exchange.ts'
import {
  pageAnswer,
  pageParameter,
  pathParameter,
  queryParameter,
  type ServiceRoute,
  tagUserRoutes,
} from '../http/route.ts'
import type { UserRecord } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'

export function userRoutes(workspace: Workspace): ServiceRoute[] {
  const own = tagUserRoutes('Users', [
    {
      method: 'GET',
      path: '/api/users',
      id: 'listUsers',
      summary: 'List the users of the organisation',
      description: 'The users, paged and without their access keys.',
      parameters: [pageParameter],
      answer: { description: 'One page of users.', schema: usersPage },
      handle: async (request, _parameters, query) => {
        const { org_id } = requireUser(request, workspace, { group: 'users', level: 'read' })
        const own = workspace.users.filter((user) => user.org_id === org_id)
        return pageAnswer('users', own, query, (item) => JSON.stringify(withoutKey(item)))
      },
    },
    {
      method: 'GET',
      path: '/api/users/me',
      id: 'getOwnUser',
      summary: 'Read the user who calls',
      description: 'The user of the credential, without their access key.',
      answer: { description: 'The user.', schema: userDetail },
      refusals: { 403: '' },
      handle: async (request) => jsonAnswer(withoutKey(requireCaller(request, workspace))),
    },
  ])
  return [
    ...own,
    {
      method: 'GET',
      path: '/admin/users/{userId}',
      id: 'getUser',
      tag: 'Administration',
      summary: 'Read one user',
      description: 'The user with their access key, in any organisation.',
      credential: 'admin',
      parameters: [pathParameter('userId', 'The id of the user.')],
      answer: { description: 'The user.', schema: userDetail },
      refusals: { 404: 'There is no user with this id.' },
      handle: async (request, { userId }) => {
        requireAdmin(request, workspace)
        const user = workspace.users.find(({ id }) => id === userId)
        if (user === undefined) throw new Refusal(404, 'Could not retrieve user detail')
        return jsonAnswer(user)
      },
    },
  ]
}

/** Permission to read users is not permission to act as them. */
function withoutKey({ access_key: _, ...user }: UserRecord): UserDetail {
  return user
}

interface Issued {
  readonly request: SsoRequest
  readonly expires: number
  /** By a clock that nobody can set back. */
  readonly lastsUntil: number
}

/** Tokens live in memory only: none may outlive the process, and a minute is soon over. */
export function ssoRoutes(workspace: Workspace, options: AppOptions): ServiceRoute[] {
  const { limits, now, elapsed = () => performance.now() } = options
  const issued = new Map<string, Issued>()
  const hasExpired = ({ expires, lastsUntil }: Issued) =>
    expires <= now().getTime() || lastsUntil <= elapsed()
  const creation: ServiceRoute = {
    method: 'POST',
    path: '/admin/sso',
    id: 'createSsoToken',
    tag: 'Administration',
    summary: 'Create a single sign-on token',
    description: 'Meta is a token that signs in one person, once, within 60 seconds.',
    credential: 'admin',
    body: { 'application/json': ssoRequest },
    answer: { description: 'The token.', schema: ssoToken },
    refusals: { 400: 'The body is not a request, or names an unknown organisation.' },
    handle: async (request) => {
      requireAdmin(request, workspace)
      const wanted = await jsonBody(request, ssoRequest(), limits.bodyBytes)
      requireOrganisation(wanted, workspace)
      const time = now().getTime()
      for (const [old, each] of issued) if (hasExpired(each)) issued.delete(old)
      const token = newSecret(32)
      const lifetime = ssoTokenSeconds * 1000
      issued.set(token, { request: wanted, expires: time + lifetime, lastsUntil: elapsed() + lifetime })
      return jsonAnswer<SsoToken>({ Status: 'OK', Message: 'SSO Nonce created', Meta: token })
    },
  }
  const use: ServiceRoute = {
    method: 'GET',
    path: '/tap',
    id: 'useSsoToken',
    tag: 'Administration',
    summary: 'Sign in with a single sign-on token',
    description: 'Uses up the token and returns who is signed in.',
    credential: 'none',
    parameters: [{ ...queryParameter('nonce', 'The token.'), required: true }],
    answer: { description: 'Who is signed in, and where.', schema: ssoSignIn },
    refusals: { 401: 'The token is unknown, used, or older than 60 seconds.' },
    handle: async (request, _parameters, query) => {
      const token = query.get('nonce') ?? ''
      const known = issued.get(token)
      // HEAD must change nothing: what checks a link before a person follows it would use the token up.
      if (request.method !== 'HEAD') issued.delete(token)
      if (known === undefined || hasExpired(known)) throw new Refusal(401, 'Not authorised')
      return jsonAnswer({ Status: 'OK', Message: 'Signed in', Meta: known.request })
    },
  }
  return [creation, use]
}

/** A dashboard's super-administrators belong to no organisation. */
function requireOrganisation({ OrgID = '' }: SsoRequest, { settings }: Workspace): void {
  if (OrgID === '' || settings.organisations.some(({ id }) => id === OrgID)) return
  throw badRequestError(
    `Cannot create an SSO session for an invalid payload: [Error: Org id not found ('${OrgID}').]`,
  )
}
