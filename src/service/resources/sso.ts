import {
  type SsoRequest,
  type SsoToken,
  ssoRequest,
  ssoSignIn,
  ssoToken,
  ssoTokenSeconds,
} from '../../contract/users.ts'
import type { AppOptions } from '../http/app-options.ts'
import { jsonBody } from '../http/body.ts'
import { newSecret, requireAdmin } from '../http/credentials.ts'
import { badRequest, jsonAnswer, Refusal } from '../http/exchange.ts'
import { queryParameter, type Route } from '../http/route.ts'
import type { Workspace } from '../store/workspace.ts'

interface Issued {
  readonly request: SsoRequest
  readonly expires: number
}

/** Tokens live in memory only: none may outlive the process, and a minute is soon over. */
export function ssoRoutes(workspace: Workspace, { limits, now }: AppOptions): Route[] {
  const issued = new Map<string, Issued>()
  const creation: Route = {
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
      for (const [old, { expires }] of issued) if (expires <= time) issued.delete(old)
      const token = newSecret(32)
      issued.set(token, { request: wanted, expires: time + ssoTokenSeconds * 1000 })
      return jsonAnswer<SsoToken>({ Status: 'OK', Message: 'SSO Nonce created', Meta: token })
    },
  }
  const use: Route = {
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
      if (known === undefined || known.expires <= now().getTime()) throw new Refusal(401, 'Not authorised')
      return jsonAnswer({ Status: 'OK', Message: 'Signed in', Meta: known.request })
    },
  }
  return [creation, use]
}

/** A dashboard's super-administrators belong to no organisation. */
function requireOrganisation({ OrgID = '' }: SsoRequest, { settings }: Workspace): void {
  if (OrgID === '' || settings.organisations.some(({ id }) => id === OrgID)) return
  throw badRequest(
    `Cannot create an SSO session for an invalid payload: [Error: Org id not found ('${OrgID}').]`,
  )
}
