import { serviceLimits } from '../../src/contract/evaluation.ts'
import type { SandboxLimits } from '../../src/service/http/app-options.ts'
import { type Fleet, fleetNow, fleetWorkspace } from '../run/fleet-workspace.ts'
import { createFetchingApp } from '../service/fetching-app.ts'
import { answerOnSocket, nameOf, type OnSocket } from './answer-on-socket.ts'

export interface FleetDashboard extends OnSocket {
  /** Evaluations that it was asked for since the last `live`. */
  readonly requests: () => number
  /** It answers so many evaluations from now on, and drops the connection of every later one. */
  readonly live: (answers?: number) => void
}

/** A dashboard over a generated fleet, on a socket of its own. */
export async function fleetDashboard(
  fleet: Fleet,
  limits: SandboxLimits = serviceLimits,
): Promise<FleetDashboard> {
  const app = createFetchingApp(fleetWorkspace(fleet), { limits, now: fleetNow })
  /** The same request has the same answer, which takes its time to find. */
  const known = new Map<string, Response>()
  let [requests, left] = [0, Number.POSITIVE_INFINITY]
  const socket = await answerOnSocket(async (request) => {
    if (request.method === 'POST') requests += 1
    if (requests > left) return undefined
    const body = await request.clone().text()
    const key = `${nameOf(request)} ${request.headers.get('authorization')} ${body}`
    const answer = known.get(key) ?? (await app.fetch(request))
    known.set(key, answer)
    return answer.clone()
  })
  return {
    ...socket,
    requests: () => requests,
    live: (answers = Number.POSITIVE_INFINITY) => {
      requests = 0
      left = answers
    },
  }
}
