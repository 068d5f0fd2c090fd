import { userDetail } from '../../contract/users.ts'
import { requireAdmin } from '../http/credentials.ts'
import { Refusal } from '../http/envelope.ts'
import { jsonAnswer } from '../http/exchange.ts'
import { adminRefusals, pathParameter } from '../http/operation-parts.ts'
import type { Operation, Route } from '../http/route.ts'
import type { Workspace } from '../store/workspace.ts'

const getOperation: Operation = {
  id: 'getUser',
  tag: 'Administration',
  summary: 'Read one user',
  description: 'The user with their access key, in any organisation.',
  credential: 'admin',
  parameters: [pathParameter('userId', 'The id of the user.')],
  answer: { description: 'The user.', schema: userDetail },
  refusals: { ...adminRefusals, 404: 'There is no user with this id.' },
}

export function userRoutes(workspace: Workspace): Route[] {
  return [
    {
      method: 'GET',
      path: '/admin/users/{userId}',
      operation: getOperation,
      handle: async (request, { userId }) => {
        requireAdmin(request, workspace)
        const user = workspace.users.find(({ id }) => id === userId)
        if (user === undefined) throw new Refusal(404, 'Could not retrieve user detail')
        if (![user.last_login_date, user.password_updated].every(isTime)) {
          throw new Refusal(500, 'Failed to marshal user data from DB')
        }
        return jsonAnswer(user)
      },
    },
  ]
}

/** A time that is none cannot be answered as one. */
function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text))
}
