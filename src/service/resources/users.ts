import { type UserDetail, userDetail, usersPage } from '../../contract/users.ts'
import { requireAdmin, requireUser } from '../http/credentials.ts'
import { jsonAnswer, Refusal } from '../http/exchange.ts'
import { pageOf, pageParameter, pathParameter, type Route } from '../http/route.ts'
import type { User } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'

export function userRoutes(workspace: Workspace): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/users',
      id: 'listUsers',
      tag: 'Users',
      summary: 'List the users of the organisation',
      description: 'The users, paged and without their access keys.',
      credential: 'user',
      parameters: [pageParameter],
      answer: { description: 'One page of users.', schema: usersPage },
      handle: async (request, _parameters, query) => {
        const { org_id } = requireUser(request, workspace, { group: 'users', level: 'read' })
        const own = workspace.users.filter((user) => user.org_id === org_id)
        const { items, pages } = pageOf(own, query)
        return jsonAnswer({ users: items.map(withoutKey), pages })
      },
    },
    {
      method: 'GET',
      path: '/admin/users/{userId}',
      id: 'getUser',
      tag: 'Administration',
      summary: 'Read one user',
      description: 'The user with their access key, in any organisation.',
      credential: 'admin',
      parameters: [pathParameter('userId', 'The id of the user.')],
      answer: { description: 'The user.', schema: userDetail },
      refusals: { 404: 'There is no user with this id.' },
      handle: async (request, { userId }) => {
        requireAdmin(request, workspace)
        const user = workspace.users.find(({ id }) => id === userId)
        if (user === undefined) throw new Refusal(404, 'Could not retrieve user detail')
        return jsonAnswer(user)
      },
    },
  ]
}

/** Permission to read users is not permission to act as them. */
function withoutKey({ access_key: _, ...user }: User): UserDetail {
  return user
}
