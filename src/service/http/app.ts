import type { Workspace } from '../store/workspace.ts'
import type { AppOptions } from './app-options.ts'
import { errorAnswer, Refusal, type ServiceAnswer, type ServiceRequest } from './exchange.ts'
import { createFinder } from './find-route.ts'
import type { Route } from './route.ts'
import { serviceRoutes } from './routes.ts'

/** The service as a function: a request in, an answer out. It never rejects. */
export interface SandboxApp {
  answer(request: ServiceRequest): Promise<ServiceAnswer>
}

/** The embedded service over a workspace. Everything that is not a result is answered in an error envelope. */
export function createApp(workspace: Workspace, options: AppOptions): SandboxApp {
  const find = createFinder(serviceRoutes(workspace, options))
  const answer = async (request: ServiceRequest): Promise<ServiceAnswer> => {
    const { pathname, searchParams } = new URL(request.url)
    // The answer to HEAD is the one to GET, less its body.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = find(method, pathname)
    if (found === undefined) return errorAnswer(new Refusal(404, `There is no operation at ${pathname}`))
    if ('others' in found) return wrongMethod(found.others, method)
    const { route, parameters } = found
    try {
      return await route.handle(request, parameters, searchParams)
    } catch (error) {
      const refusal = error instanceof Refusal ? error : unexpected(error, options)
      return errorAnswer(refusal, route.tag === 'Evaluations' ? 'evaluation' : sideOf(route))
    }
  }
  return { answer }
}

function wrongMethod(own: readonly Route[], method: string): ServiceAnswer {
  const allowed = own.map((route) => route.method).join(', ')
  const message = `${own[0]?.path} does not allow ${method}: use ${allowed}`
  return errorAnswer(new Refusal(405, message, { Allow: allowed }), sideOf(own[0]))
}

function sideOf(route: Route | undefined): 'gateway' | 'other' {
  return route?.credential === 'gateway' ? 'gateway' : 'other'
}

function unexpected(error: unknown, { onFault }: AppOptions): Refusal {
  onFault?.(error, 'unexpected')
  return new Refusal(500, 'Internal server error')
}
