import { type Ask, pathPart, readPages, renderQuery } from './ask.ts'
import { keyData, keysPage, type SessionState, tokenRevocation } from './contract/keys.ts'

export function keyMethods(ask: Ask) {
  return {
    /** `POST /api/keys/{custom_key}`: makes a key whose text is chosen by the caller. */
    importKey: async (key: string, session: SessionState) =>
      ask({
        method: 'POST',
        secret: key,
        path: `/api/keys/${pathPart(key, 'a key')}`,
        body: session,
        schema: keyData,
        what: 'a key',
        operation: 'the import of keys',
        hints: {
          400: 'Fix the session as the message says.',
          403: 'The user needs the keys permission (write), and the key must not belong to another organisation.',
        },
      }),
    /** `GET /api/keys/detailed`: every page, in order. */
    listKeys: () =>
      readPages(
        ask,
        {
          noun: 'keys',
          path: (page) => `/api/keys/detailed${renderQuery({ p: page })}`,
          schema: keysPage,
          confidential: true,
          lacking: 'See the keys on the dashboard, or ask its gateway.',
          hints: { 403: 'The user needs the keys permission (read).' },
        },
        ({ keys }) => keys?.map(({ key_id }) => key_id),
      ),
  }
}

/** The operations that need the gateway's credential. */
export function tokenMethods(ask: Ask, product: string) {
  return {
    /** `DELETE /{product}/oauth/refresh/{keyName}`: the refresh token is worth nothing from then on. */
    revokeRefreshToken: async (token: string, apiId: string) =>
      ask({
        method: 'DELETE',
        secret: token,
        path: `/${product}/oauth/refresh/${pathPart(token, 'a refresh token')}${renderQuery({ api_id: apiId })}`,
        schema: tokenRevocation,
        what: 'a revocation',
        operation: 'the revocation operation',
        subject: `this refresh token of the API ${apiId}`,
        hints: { 404: 'Check the token and the API id. The token may already be revoked.' },
      }),
  }
}
