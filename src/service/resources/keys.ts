import { type KeyData, keyData, keysPage, type SessionState, sessionState } from '../../contract/keys.ts'
import { contentId } from '../../text/digest.ts'
import type { AppOptions } from '../http/app-options.ts'
import { jsonBody } from '../http/body.ts'
import { requireUser } from '../http/credentials.ts'
import { badRequest, jsonAnswer, Refusal } from '../http/exchange.ts'
import { type Operation, pageOf, pageParameter, pathParameter, type Route } from '../http/route.ts'
import type { KeyRecord, User } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'

const listOperation: Operation = {
  method: 'GET',
  path: '/api/keys/detailed',
  id: 'listKeys',
  tag: 'Keys',
  summary: 'List the keys',
  description: "The organisation's keys with their rights, paged. Keys are known by their hashes.",
  credential: 'user',
  parameters: [pageParameter],
  answer: { description: 'One page of keys.', schema: keysPage },
}

export function keyRoutes(workspace: Workspace, { limits }: AppOptions): Route[] {
  const { store } = workspace
  return [
    {
      ...listOperation,
      handle: async (request, _parameters, query) => {
        const { org_id } = requireUser(request, workspace, { group: 'keys', level: 'read' })
        const own = store.keys.all().filter((key) => key.org_id === org_id)
        const { items, pages } = pageOf(own, query)
        return jsonAnswer({ keys: items.map(keyFacts), pages })
      },
    },
    {
      method: 'POST',
      path: '/api/keys/{custom_key}',
      id: 'importKey',
      tag: 'Keys',
      summary: 'Import a custom key',
      description: 'Creates a key whose text the caller chooses, or updates the rights of an existing one.',
      credential: 'user',
      parameters: [pathParameter('custom_key', 'The key.')],
      body: { 'application/json': sessionState },
      answer: { description: 'The key, with its rights.', schema: keyData },
      refusals: {
        400: 'The body is not a session, or names an API that the organisation does not have.',
        403: 'The user lacks permission, or the key belongs to another organisation.',
      },
      handle: async (request, { custom_key: key_id = '' }) => {
        const user = requireUser(request, workspace, { group: 'keys', level: 'write' })
        const session = await jsonBody(request, sessionState(), limits.bodyBytes)
        requireOwnRights(session, user, workspace)
        const key_hash = hashOf(key_id)
        await store.change(async () => {
          const known = store.keys.find(key_hash)
          if (known !== undefined && known.org_id !== user.org_id) throw notOwned()
          await store.keys.save({ key_hash, org_id: user.org_id, session })
        })
        return jsonAnswer<KeyData>({ key_id, key_hash, data: { ...session, org_id: user.org_id } })
      },
    },
  ]
}

function keyFacts({ key_hash, org_id, session }: KeyRecord): KeyData {
  return { key_id: key_hash, key_hash, data: { ...session, org_id } }
}

export function hashOf(key: string): string {
  return contentId([key], 32)
}

function requireOwnRights(
  { org_id = '', access_rights }: SessionState,
  user: User,
  { apis }: Workspace,
): void {
  if (user.org_id === '' || (org_id !== '' && org_id !== user.org_id)) throw notOwned()
  const own = new Set(apis.filter((api) => api.org_id === user.org_id).map(({ api_id }) => api_id))
  const unknown = Object.keys(access_rights ?? {}).filter((api_id) => !own.has(api_id))
  if (unknown.length > 0) throw badRequest(`access_rights: the organisation has no API ${unknown.join(', ')}`)
}

function notOwned(): Refusal {
  return new Refusal(403, 'Attempted access to non-owned key.')
}
