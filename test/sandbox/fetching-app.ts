import { createApp, type SandboxApp } from '../../src/sandbox/http/app.ts'
import type { AppOptions } from '../../src/sandbox/http/app-options.ts'
import type { Workspace } from '../../src/sandbox/store/workspace.ts'

/** An app that can also be asked in the platform's types. */
export interface FetchingApp extends SandboxApp {
  fetch(request: Request): Promise<Response>
}

export function createFetchingApp(workspace: Workspace, options: AppOptions): FetchingApp {
  const app = createApp(workspace, options)
  const fetch = async (request: Request) => {
    const { status, headers, text, more = [] } = await app.answer(request)
    return new Response(request.method === 'HEAD' ? null : [text, ...more].join(''), { status, headers })
  }
  return { ...app, fetch }
}
