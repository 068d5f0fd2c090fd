import { afterAll, beforeAll, describe } from 'vitest'
import { serviceLimits } from '../../src/dashboard/contract/evaluation.ts'
import { createApp, type SandboxApp } from '../../src/sandbox/http/app.ts'
import type { AppOptions } from '../../src/sandbox/http/app-options.ts'
import { inProcess } from '../../src/sandbox/http/in-process.ts'
import { type Listening, listen } from '../../src/sandbox/http/listen.ts'
import type { Workspace } from '../../src/sandbox/store/workspace.ts'

export type Door = 'in process' | 'over a socket'
export type Send = (workspace: Workspace, path: string, init: RequestInit) => Promise<Response>

export const fixedNow = () => new Date('2026-03-04T05:06:07.000Z')
const ordinary: AppOptions = { limits: serviceLimits, now: fixedNow }

/** Sends like a client in this process, which gets plain values. */
async function sendInProcess(app: SandboxApp, request: Request): Promise<Response> {
  const { method, url, headers } = request
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
  const answer = await inProcess(app)(url, { method, headers: Object.fromEntries(headers), body })
  return new Response(await answer.text(), {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
  })
}

/** Runs the same cases through both doors of the service: as a function, and over a socket. */
export function throughBothDoors(
  cases: (send: Send, door: Door) => void,
  options: Partial<AppOptions> = {},
): void {
  const apps = new WeakMap<Workspace, SandboxApp>()
  const appOf = (workspace: Workspace) => {
    const app = apps.get(workspace) ?? createApp(workspace, { ...ordinary, ...options })
    apps.set(workspace, app)
    return app
  }

  describe('in process', () => {
    cases(
      (workspace, path, init) => sendInProcess(appOf(workspace), new Request(`http://embedded${path}`, init)),
      'in process',
    )
  })

  describe('over a socket', () => {
    let current: Workspace | undefined
    let server: Listening
    beforeAll(async () => {
      const answer: SandboxApp['answer'] = async (request) => {
        if (current === undefined) throw new Error('no workspace is being served')
        return appOf(current).answer(request)
      }
      server = await listen({ answer }, { port: 0 })
    })
    afterAll(() => server.close())
    cases((workspace, path, init) => {
      current = workspace
      return fetch(server.url + path, init)
    }, 'over a socket')
  })
}

export function post(body: RequestInit['body'], headers: Record<string, string> = {}): RequestInit {
  const all = { authorization: 'Bearer key-writer', 'content-type': 'application/json', ...headers }
  return { method: 'POST', headers: all, body: body ?? null }
}

export function get(key = 'key-writer', headers: Record<string, string> = {}): RequestInit {
  return { method: 'GET', headers: { authorization: `Bearer ${key}`, ...headers } }
}
