import { type Ask, pathPart, readPages, renderQuery, requireRecord } from './ask.ts'
import { type SsoRequest, ssoToken, userDetail, usersPage } from './contract/users.ts'

export function userMethods(ask: Ask) {
  return {
    /** `GET /api/users/me`: the user of the credential. */
    getOwnUser: () =>
      ask({
        method: 'GET',
        path: '/api/users/me',
        schema: userDetail,
        what: 'a user',
        operation: 'the lookup of the own user by a token',
        confidential: true,
        lacking: 'Look yourself up with gov user get E-MAIL. gov doctor tries what the credential may do.',
        hints: {
          401: 'A dashboard may say this to browsers only. gov doctor tries what the credential may do.',
        },
      }),
    /** `GET /api/users`: the users of the caller's organisation, every page, in order. */
    listUsers: () =>
      readPages(
        ask,
        {
          noun: 'users',
          path: (page) => `/api/users${renderQuery({ p: page })}`,
          schema: usersPage,
          confidential: true,
          lacking: 'See the users on the dashboard; gov user get shows one by id.',
          hints: { 403: 'The user needs the users permission (read).' },
        },
        ({ users }) => users?.map(({ id }) => id),
      ),
  }
}

/** The operations that need the Admin-Auth credential. */
export function adminMethods(ask: Ask) {
  return {
    /** `GET /admin/users/{userId}`. */
    getUser: async (id: string) => {
      const user = await ask({
        method: 'GET',
        path: `/admin/users/${pathPart(id, 'the id of a user')}`,
        schema: userDetail,
        what: 'a user',
        operation: 'the user lookup',
        confidential: true,
        subject: `the user ${id}`,
        hints: { 404: 'Check each character of the id, and its case: gov user list shows the ids.' },
      })
      requireRecord(id, user.id, user.id)
      return user
    },
    /** `POST /admin/sso`: a token that is good once, for 60 seconds. */
    createSsoToken: (request: SsoRequest) =>
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
