import { type SsoRequest, type SsoToken, ssoToken } from '../contract/sso.ts'
import { type UserDetail, userDetail } from '../contract/users.ts'
import { type Ask, pathPart } from './ask.ts'

/** What the Admin-Auth credential opens. */
export interface AdminMethods {
  /** `GET /admin/users/{userId}`. */
  getUser(id: string): Promise<UserDetail>
  /** `POST /admin/sso`: a token that is good once, for 60 seconds. */
  createSsoToken(request: SsoRequest): Promise<SsoToken>
}

export function adminMethods(ask: Ask): AdminMethods {
  return {
    getUser: async (id) =>
      ask({
        method: 'GET',
        path: `/admin/users/${pathPart(id, 'the id of a user')}`,
        schema: userDetail,
        what: 'a user',
        operation: 'the user lookup',
        confidential: true,
        subject: `the user ${id}`,
        hints: { 404: 'Check each character of the id, and its case: gov user list shows the ids.' },
      }),
    createSsoToken: (request) =>
      ask({
        method: 'POST',
        path: '/admin/sso',
        body: request,
        schema: ssoToken,
        what: 'a single-sign-on token',
        operation: 'single sign-on',
        confidential: true,
        hints: { 400: 'Check the organisation and the section.' },
      }),
  }
}
