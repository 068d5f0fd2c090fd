import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serviceLimits } from '../../src/contract/evaluation.ts'
import type { Workspace } from '../../src/service/store/workspace.ts'
import { createFetchingApp } from '../service/fetching-app.ts'

export interface MemoryDashboard {
  readonly url: string
  /** Method and path of each request since the last call. */
  readonly asked: () => readonly string[]
  readonly close: () => void
}

/** The embedded service over a workspace in memory, on a socket; `refuse` names paths that it denies access to. */
export async function memoryDashboard(
  workspace: Workspace,
  refuse: (path: string) => boolean = () => false,
): Promise<MemoryDashboard> {
  const app = createFetchingApp(workspace, { limits: serviceLimits, now: () => new Date() })
  let asked: string[] = []
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request
    asked.push(`${method} ${url}`)
    if (refuse(url)) {
      response.writeHead(403, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ Status: 'Error', Message: 'access denied', Meta: null }))
      return
    }
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', async () => {
      const sent = {
        method,
        headers: {
          authorization: headers.authorization ?? '',
          'content-type': headers['content-type'] ?? '',
        },
      }
      const body = pieces.length > 0 ? { body: Buffer.concat(pieces) } : {}
      const answer = await app.fetch(new Request(`http://dashboard${url}`, { ...sent, ...body }))
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => {
      const all = asked
      asked = []
      return all
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
