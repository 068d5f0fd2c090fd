import { Hono } from 'hono'
import type { AppOptions } from './app-options.ts'
import { errorAnswer, gatewayErrorAnswer, Refusal } from './envelope.ts'
import type { PathParameters, Route } from './route.ts'
import { serviceRoutes } from './routes.ts'
import type { Workspace } from './workspace.ts'

/** The service as a function: a request in, an answer out. It never rejects. */
export interface SandboxApp {
  fetch(request: Request): Promise<Response>
}

/** The embedded service over a workspace. Everything that is not a result is answered in an error envelope. */
export function createApp(workspace: Workspace, options: AppOptions): SandboxApp {
  const routes = serviceRoutes(workspace, options)
  const app = new Hono()
  for (const route of routes) {
    app.on(route.method, pattern(route.path), ({ req }) => answer(route, req.raw, req.param(), options))
  }
  for (const path of new Set(routes.map((route) => route.path)))
    app.all(pattern(path), wrongMethod(routes, path))
  app.notFound(({ req }) => errorAnswer(new Refusal(404, `There is no operation at ${req.path}`)))
  app.onError((error) => errorAnswer(unexpected(error, options)))
  return { fetch: async (request) => app.fetch(request) }
}

function pattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

async function answer(
  { handle, operation }: Route,
  request: Request,
  parameters: PathParameters,
  options: AppOptions,
): Promise<Response> {
  try {
    return await handle(request, parameters)
  } catch (error) {
    const refusal = error instanceof Refusal ? error : unexpected(error, options)
    return operation.credential === 'gateway' ? gatewayErrorAnswer(refusal) : errorAnswer(refusal)
  }
}

function wrongMethod(routes: readonly Route[], path: string) {
  const own = routes.filter((route) => route.path === path)
  const allowed = own.map(({ method }) => method).join(', ')
  const isGateway = own.some(({ operation }) => operation.credential === 'gateway')
  return ({ req }: { req: { method: string } }): Response => {
    const message = `${path} does not allow ${req.method}: use ${allowed}`
    const refusal = new Refusal(405, message, { Allow: allowed })
    return isGateway ? gatewayErrorAnswer(refusal) : errorAnswer(refusal)
  }
}

function unexpected(error: unknown, { onFault }: AppOptions): Refusal {
  onFault?.(error)
  return new Refusal(500, 'Internal server error')
}
