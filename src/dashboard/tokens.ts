import { type TokenRevocation, tokenRevocation } from '../contract/tokens.ts'
import { type Ask, pathPart, queryOf } from './ask.ts'

/** What the gateway's credential opens. */
export interface TokenMethods {
  /** `DELETE /{product}/oauth/refresh/{keyName}`: the refresh token is worth nothing from then on. */
  revokeRefreshToken(token: string, apiId: string): Promise<TokenRevocation>
}

export function tokenMethods(ask: Ask, product: string): TokenMethods {
  return {
    revokeRefreshToken: async (token, apiId) =>
      ask({
        method: 'DELETE',
        secret: token,
        path: `/${product}/oauth/refresh/${pathPart(token, 'a refresh token')}${queryOf({ api_id: apiId })}`,
        schema: tokenRevocation,
        what: 'a revocation',
        operation: 'the revocation operation',
        subject: `this refresh token of the API ${apiId}`,
        hints: { 404: 'Check the token and the API id. The token may already be revoked.' },
      }),
  }
}
