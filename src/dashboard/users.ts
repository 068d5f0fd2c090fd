import {
  type SsoRequest,
  type SsoToken,
  ssoToken,
  type UserDetail,
  type UsersPage,
  userDetail,
  usersPage,
} from '../contract/users.ts'
import { type Ask, pathPart, queryOf } from './ask.ts'
import { readPages } from './pages.ts'

export interface UserMethods {
  /** `GET /api/users`: the users of the caller's organisation, every page, in order. */
  listUsers(): AsyncIterable<UsersPage>
}

export function userMethods(ask: Ask): UserMethods {
  return {
    listUsers: () => readPages(ask, pageQuestion, ({ users }) => users?.map(({ id }) => id)),
  }
}

function pageQuestion(page: number) {
  return {
    method: 'GET',
    path: `/api/users${queryOf({ p: page })}`,
    schema: usersPage,
    what: 'a page of users',
    operation: 'the list of users',
    confidential: true,
    lacking: 'See the users on the dashboard; gov user get shows one by id.',
    hints: { 403: 'The user needs the users permission (read).' },
  } as const
}

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
