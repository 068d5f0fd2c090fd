import { Hono } from 'hono'
import type { AppOptions } from './app-options.ts'
import { errorAnswer, Refusal } from './envelope.ts'
import { evaluationRoutes } from './evaluations.ts'
import type { Route } from './route.ts'
import type { Workspace } from './workspace.ts'

/** The service as a function: a request in, an answer out. It never rejects. */
export interface SandboxApp {
  fetch(request: Request): Promise<Response>
}

/** The embedded service over a workspace. Everything that is not a result is answered in the error envelope. */
export function createApp(workspace: Workspace, options: AppOptions): SandboxApp {
  const routes: readonly Route[] = evaluationRoutes(workspace, options)
  const app = new Hono()
  for (const { method, path, handle } of routes) app.on(method, path, (context) => handle(context.req.raw))
  for (const path of new Set(routes.map((route) => route.path))) app.all(path, wrongMethod(routes, path))
  app.notFound(({ req }) => errorAnswer(new Refusal(404, `There is no operation at ${req.path}`)))
  app.onError((error) => errorAnswer(error instanceof Refusal ? error : unexpected(error, options)))
  return { fetch: async (request) => app.fetch(request) }
}

function wrongMethod(routes: readonly Route[], path: string) {
  const allowed = routes.filter((route) => route.path === path).map(({ method }) => method)
  const headers = { Allow: allowed.join(', ') }
  return ({ req }: { req: { method: string } }): Response =>
    errorAnswer(new Refusal(405, `${path} does not allow ${req.method}: use ${allowed.join(', ')}`, headers))
}

function unexpected(error: Error, { onFault }: AppOptions): Refusal {
  onFault?.(error)
  return new Refusal(500, 'Internal server error')
}
