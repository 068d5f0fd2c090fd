import { serviceLimits } from '../../src/dashboard/contract/evaluation.ts'
import { openWorkspace } from '../../src/sandbox/store/workspace.ts'
import { createFetchingApp } from '../sandbox/fetching-app.ts'
import { answerOnSocket, nameOf, type OnSocket } from './answer-on-socket.ts'

/** What becomes of the request with which it dies: nothing, or it is done and its answer is lost. */
export type Death = 'unheard' | 'unanswered'

export interface DyingDashboard extends OnSocket {
  readonly requests: () => readonly string[]
  /** It answers so many requests from now on, dies at the next one, and drops every later one. */
  readonly dieAfter: (answers: number, death: Death) => void
  readonly revive: () => void
  /** Does this before it answers the first request from now on that begins so. */
  readonly meddle: (request: string, work: () => Promise<unknown>) => void
  readonly send: (method: string, path: string, body?: unknown) => Promise<Response>
}

/** The embedded service over a workspace in memory, on a socket of its own. */
export async function dyingDashboard(workspace: string, token: string): Promise<DyingDashboard> {
  const app = createFetchingApp(await openWorkspace(workspace), {
    limits: serviceLimits,
    now: () => new Date(),
  })
  const requests: string[] = []
  let meddling: { readonly request: string; readonly work: () => Promise<unknown> } | undefined
  let [left, death]: [number, Death] = [Number.POSITIVE_INFINITY, 'unheard']
  const socket = await answerOnSocket(async (request) => {
    requests.push(nameOf(request))
    if (meddling && nameOf(request).startsWith(meddling.request)) {
      const { work } = meddling
      meddling = undefined
      await work()
    }
    const isLast = left === 0
    left -= 1
    const isHeard = left >= 0 || (isLast && death === 'unanswered')
    const answer = isHeard ? await app.fetch(request) : undefined
    return left < 0 ? undefined : answer
  })
  return {
    ...socket,
    requests: () => requests,
    dieAfter: (answers, how) => {
      requests.length = 0
      ;[left, death] = [answers, how]
    },
    meddle: (request, work) => {
      meddling = { request, work }
    },
    revive: () => {
      requests.length = 0
      left = Number.POSITIVE_INFINITY
    },
    send: (method, path, body) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
      return app.fetch(new Request(`http://dashboard${path}`, init))
    },
  }
}
