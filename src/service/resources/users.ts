import { userDetail } from '../../contract/users.ts'
import { requireAdmin } from '../http/credentials.ts'
import { jsonAnswer, Refusal } from '../http/exchange.ts'
import { adminRefusals, pathParameter, type Route } from '../http/route.ts'
import type { Workspace } from '../store/workspace.ts'

export function userRoutes(workspace: Workspace): Route[] {
  return [
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
      refusals: { ...adminRefusals, 404: 'There is no user with this id.' },
      handle: async (request, { userId }) => {
        requireAdmin(request, workspace)
        const user = workspace.users.find(({ id }) => id === userId)
        if (user === undefined) throw new Refusal(404, 'Could not retrieve user detail')
        return jsonAnswer(user)
      },
    },
  ]
}
