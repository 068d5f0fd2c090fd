import { serviceLimits } from '../../src/dashboard/contract/evaluation.ts'
import type { Workspace } from '../../src/sandbox/store/workspace.ts'
import { createFetchingApp } from '../sandbox/fetching-app.ts'
import { answerOnSocket, nameOf, type OnSocket } from './answer-on-socket.ts'

export interface MemoryDashboard extends OnSocket {
  /** Method and path of each request since the last call. */
  readonly asked: () => readonly string[]
}

/** The embedded service over a workspace in memory, on a socket; `refuse` names paths that it denies access to. */
export async function memoryDashboard(
  workspace: Workspace,
  refuse: (path: string) => boolean = () => false,
): Promise<MemoryDashboard> {
  const app = createFetchingApp(workspace, { limits: serviceLimits, now: () => new Date() })
  const denied = { Status: 'Error', Message: 'access denied', Meta: null }
  let asked: string[] = []
  const socket = await answerOnSocket(async (request) => {
    const name = nameOf(request)
    asked.push(name)
    return refuse(name.split(' ')[1] ?? '') ? Response.json(denied, { status: 403 }) : app.fetch(request)
  })
  return {
    ...socket,
    asked: () => {
      const all = asked
      asked = []
      return all
    },
  }
}
