import { type TokenRevocation, tokenRevocation } from '../../contract/keys.ts'
import type { AppOptions } from '../http/app-options.ts'
import { productOf, requireGateway } from '../http/credentials.ts'
import { badRequest, jsonAnswer, Refusal } from '../http/exchange.ts'
import { pathParameter, queryParameter, type Route } from '../http/route.ts'
import type { Workspace } from '../store/workspace.ts'

/** The gateway's one operation, under the product's word. */
export function tokenRoutes(workspace: Workspace, { onFault }: AppOptions): Route[] {
  return [
    {
      method: 'DELETE',
      path: `/${productOf(workspace)}/oauth/refresh/{keyName}`,
      id: 'revokeRefreshToken',
      tag: 'Tokens',
      summary: 'Invalidate a refresh token',
      description: 'Deletes a refresh token of an OAuth client of an API.',
      credential: 'gateway',
      parameters: [
        pathParameter('keyName', 'The refresh token.'),
        { ...queryParameter('api_id', 'The API that the token is for.'), required: true },
      ],
      answer: { description: 'The token is gone.', schema: tokenRevocation },
      refusals: {
        400: 'api_id is missing.',
        404: 'The API is not known, or has no such refresh token.',
      },
      handle: async (request, { keyName = '' }, query) => {
        requireGateway(request, workspace)
        const apiId = query.get('api_id') ?? ''
        if (apiId === '') throw badRequest('Missing parameter api_id')
        await workspace.store.change(() => removeToken(workspace, keyName, apiId, onFault))
        return jsonAnswer<TokenRevocation>({ action: 'deleted', key: keyName, status: 'ok' })
      },
    },
  ]
}

async function removeToken(
  { apis, store }: Workspace,
  keyName: string,
  apiId: string,
  onFault: AppOptions['onFault'],
): Promise<void> {
  const api = apis.find(({ api_id, id }) => api_id === apiId || id === apiId)
  const token = store.refreshTokens.find(keyName)
  if (api === undefined || token === undefined || token.api_id !== api.api_id) {
    throw new Refusal(404, 'API for this refresh token not found')
  }
  try {
    await store.refreshTokens.remove(token)
  } catch (error) {
    onFault?.(error, 'answered')
    throw new Refusal(500, 'Failed to invalidate refresh token')
  }
}
