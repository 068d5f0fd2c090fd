import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serviceLimits } from '../../src/contract/evaluation.ts'
import type { SandboxLimits } from '../../src/service/http/app-options.ts'
import { type Fleet, fleetNow, fleetWorkspace } from '../run/fleet-workspace.ts'
import { createFetchingApp } from '../service/fetching-app.ts'

export interface MortalDashboard {
  readonly url: string
  /** Evaluations that it was asked for since the last `live`. */
  readonly requests: () => number
  /** It answers so many evaluations from now on, and drops the connection of every later one. */
  readonly live: (answers?: number) => void
  readonly close: () => void
}

/** A dashboard over a generated fleet, on a socket of its own. */
export async function mortalDashboard(
  fleet: Fleet,
  limits: SandboxLimits = serviceLimits,
): Promise<MortalDashboard> {
  const app = createFetchingApp(fleetWorkspace(fleet), { limits, now: fleetNow })
  /** The same request has the same answer, which takes its time to find. */
  const known = new Map<string, Response>()
  let [requests, left] = [0, Number.POSITIVE_INFINITY]
  const server = createServer((request, response) => {
    void read(request).then(async (body) => {
      if (request.method === 'POST') requests += 1
      if (requests > left) {
        request.socket.destroy()
        return
      }
      const { method = 'GET', url = '/', headers } = request
      const { authorization = '', 'content-type': type = 'application/json' } = headers
      const sent = { method, headers: { authorization, 'content-type': type } }
      const ask = () => app.fetch(new Request(`http://dashboard${url}`, { ...sent, ...(body && { body }) }))
      const key = `${method} ${url} ${authorization} ${body}`
      const answer = known.get(key) ?? (await ask())
      known.set(key, answer)
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.clone().text())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    live: (answers = Number.POSITIVE_INFINITY) => {
      requests = 0
      left = answers
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request.setEncoding('utf8')) text += String(piece)
  return text
}
