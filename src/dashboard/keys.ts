import { type KeyData, keyData, type SessionState } from '../contract/keys.ts'
import { type Ask, pathPart } from './ask.ts'

export interface KeyMethods {
  /** `POST /api/keys/{custom_key}`: makes a key whose text is chosen by the caller. */
  importKey(key: string, session: SessionState): Promise<KeyData>
}

export function keyMethods(ask: Ask): KeyMethods {
  return {
    importKey: async (key, session) =>
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
  }
}
