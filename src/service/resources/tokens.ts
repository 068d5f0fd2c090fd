import { type TokenRevocation, tokenRevocation } from '../../contract/tokens.ts'
import type { AppOptions } from '../http/app-options.ts'
import { productOf, requireGateway } from '../http/credentials.ts'
import { badRequest, Refusal } from '../http/envelope.ts'
import { jsonAnswer, type ServiceRequest } from '../http/exchange.ts'
import { gatewayRefusals, pathParameter, queryParameter } from '../http/operation-parts.ts'
import type { Operation, PathParameters, Route } from '../http/route.ts'
import type { Workspace } from '../store/workspace.ts'

const revokeOperation: Operation = {
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
    ...gatewayRefusals,
    400: 'api_id is missing.',
    404: 'The API is not known, or has no such refresh token.',
  },
}

/** The gateway's one operation, under the product's word. */
export function tokenRoutes(workspace: Workspace, { onFault }: AppOptions): Route[] {
  const revoke = async (request: ServiceRequest, { keyName = '' }: PathParameters) => {
    requireGateway(request, workspace)
    const apiId = new URL(request.url).searchParams.get('api_id') ?? ''
    if (apiId === '') throw badRequest('Missing parameter api_id')
    await workspace.store.change(() => removeToken(workspace, keyName, apiId, onFault))
    const answer: TokenRevocation = { action: 'deleted', key: keyName, status: 'ok' }
    return jsonAnswer(answer)
  }
  const path = `/${productOf(workspace)}/oauth/refresh/{keyName}`
  return [{ method: 'DELETE', path, operation: revokeOperation, handle: revoke }]
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
