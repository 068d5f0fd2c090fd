import { type UsersPage, usersPage } from '../contract/users.ts'
import { type Ask, queryOf } from './ask.ts'
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
