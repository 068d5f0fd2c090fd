import { z } from 'zod'
import { contentId } from '../../core/text/digest.ts'
import {
  type KeyData,
  keyData,
  keysPage,
  type SessionState,
  sessionState,
  type TokenRevocation,
  tokenRevocation,
} from '../../dashboard/contract/keys.ts'
import type { AppOptions } from '../http/app-options.ts'
import { jsonBody } from '../http/body.ts'
import { findProduct, requireGateway, requireUser } from '../http/credentials.ts'
import { badRequestError, jsonAnswer, Refusal } from '../http/exchange.ts'
import {
  pageAnswer,
  pageParameter,
  pathParameter,
  queryParameter,
  type ServiceRoute,
  tagUserRoutes,
} from '../http/route.ts'
import { FolderLostError } from '../store/holder.ts'
import { indexApis, listOwnApis } from '../store/own-apis.ts'
import { type KeyRecord, type UserRecord, unlimitedQuota } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { saveWithinQuota } from './save-within.ts'

export function keyRoutes(workspace: Workspace, options: AppOptions): ServiceRoute[] {
  const { limits, quota = unlimitedQuota } = options
  const { store } = workspace
  return tagUserRoutes('Keys', [
    {
      method: 'GET',
      path: '/api/keys/detailed',
      id: 'listKeys',
      summary: 'List the keys',
      description: "The organisation's keys with their rights, paged. Keys are known by their hashes.",
      parameters: [pageParameter],
      answer: { description: 'One page of keys.', schema: keysPage },
      handle: async (request, _parameters, query) => {
        const { org_id } = requireUser(request, workspace, { group: 'keys', level: 'read' })
        const own = store.keys.all().filter((key) => key.org_id === org_id)
        return pageAnswer('keys', own, query, (item) => JSON.stringify(keyFacts(item)))
      },
    },
    {
      method: 'POST',
      path: '/api/keys/{custom_key}',
      id: 'importKey',
      summary: 'Import a custom key',
      description: 'Creates a key whose text the caller chooses, or updates the rights of an existing one.',
      parameters: [pathParameter('custom_key', 'The key.')],
      body: { 'application/json': sessionState },
      answer: { description: 'The key, with its rights.', schema: keyData },
      refusals: {
        400: 'The body is not a session, or names an API that the organisation does not have.',
        403: 'The user lacks permission, or the key belongs to another organisation.',
      },
      handle: async (request, { custom_key: key_id = '' }) => {
        const user = requireUser(request, workspace, { group: 'keys', level: 'write' })
        if (/[\p{Cc}\p{Cs}]/u.test(key_id)) throw badRequestError('The key has a character that is not text')
        const session = await jsonBody(request, sessionState(), limits.bodyBytes)
        requireOwnRights(session, user, workspace)
        const key_hash = hashKey(key_id)
        await store.change(async () => {
          const known = store.keys.find(key_hash)
          if (known !== undefined && known.org_id !== user.org_id) throw keyNotOwnedError()
          const record: KeyRecord = { key_hash, org_id: user.org_id, session }
          await saveWithinQuota(quota, 'keys', store.keys, record)
        })
        return jsonAnswer<KeyData>({ key_id, key_hash, data: { ...session, org_id: user.org_id } })
      },
    },
  ])
}

function keyFacts({ key_hash, org_id, session }: KeyRecord): KeyData {
  return { key_id: key_hash, key_hash, data: { ...session, org_id } }
}

export function hashKey(key: string): string {
  return contentId([key], 32)
}

function requireOwnRights(
  { org_id = '', access_rights }: SessionState,
  user: UserRecord,
  workspace: Workspace,
): void {
  if (user.org_id === '' || (org_id !== '' && org_id !== user.org_id)) throw keyNotOwnedError()
  const own = indexApis(listOwnApis(workspace, user))
  const named = Object.entries(access_rights ?? {}).flatMap(([id, { api_id }]) => [id, api_id || id])
  const unknown = [...new Set(named)].filter((id) => own.get(id)?.api_id !== id)
  if (unknown.length > 0)
    throw badRequestError(`access_rights: the organisation has no API ${unknown.join(', ')}`)
}

function keyNotOwnedError(): Refusal {
  return new Refusal(403, 'Attempted access to non-owned key.')
}

/** The gateway's one operation, under the product's word. */
export function tokenRoutes(workspace: Workspace, { onFault }: AppOptions): ServiceRoute[] {
  return [
    {
      method: 'DELETE',
      path: `/${findProduct(workspace)}/oauth/refresh/{keyName}`,
      id: 'revokeRefreshToken',
      tag: 'Tokens',
      summary: 'Invalidate a refresh token',
      description: 'Deletes a refresh token of an OAuth client of an API.',
      credential: 'gateway',
      parameters: [
        pathParameter('keyName', 'The refresh token.'),
        {
          ...queryParameter('api_id', 'The API that the token is for.', () => z.string().min(1)),
          required: true,
        },
      ],
      answer: { description: 'The token is gone.', schema: tokenRevocation },
      refusals: {
        400: 'api_id is missing.',
        404: 'The API is not known, or has no such refresh token.',
      },
      handle: async (request, { keyName = '' }, query) => {
        requireGateway(request, workspace)
        const apiId = query.get('api_id') ?? ''
        if (apiId === '') throw badRequestError('Missing parameter api_id')
        const reportFault = (error: unknown) => onFault?.(error, 'answered', request.note?.id)
        await workspace.store.change(() => removeToken(workspace, keyName, apiId, reportFault))
        return jsonAnswer<TokenRevocation>({ action: 'deleted', key: keyName, status: 'ok' })
      },
    },
  ]
}

async function removeToken(
  { apis, store }: Workspace,
  keyName: string,
  apiId: string,
  reportFault: (error: unknown) => void,
): Promise<void> {
  const api = apis.find(({ api_id, id }) => api_id === apiId || id === apiId)
  const token = store.refreshTokens.find(keyName)
  if (api === undefined || token === undefined || token.api_id !== api.api_id)
    throw new Refusal(404, 'API for this refresh token not found')
  try {
    await store.refreshTokens.remove(token)
  } catch (error) {
    if (error instanceof FolderLostError) throw error
    reportFault(error)
    throw new Refusal(500, 'Failed to invalidate refresh token')
  }
}
