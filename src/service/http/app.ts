import type { Workspace } from '../store/workspace.ts'
import type { AppOptions } from './app-options.ts'
import { errorAnswer, gatewayErrorAnswer, Refusal } from './envelope.ts'
import type { ServiceAnswer, ServiceRequest } from './exchange.ts'
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
    const { pathname } = new URL(request.url)
    // The answer to HEAD is the one to GET, less its body.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = find(method, pathname)
    if (found === undefined) return errorAnswer(new Refusal(404, `There is no operation at ${pathname}`))
    if ('others' in found) return wrongMethod(found.others, method)
    return carriedOut(found.route, options, () => found.route.handle(request, found.parameters))
  }
  return { answer }
}

async function carriedOut(
  { operation }: Route,
  options: AppOptions,
  handle: () => Promise<ServiceAnswer>,
): Promise<ServiceAnswer> {
  try {
    return await handle()
  } catch (error) {
    const refusal = error instanceof Refusal ? error : unexpected(error, options)
    if (operation.credential === 'gateway') return gatewayErrorAnswer(refusal)
    return errorAnswer(refusal, operation.tag === 'Evaluations')
  }
}

function wrongMethod(own: readonly Route[], method: string): ServiceAnswer {
  const allowed = own.map((route) => route.method).join(', ')
  const message = `${own[0]?.path} does not allow ${method}: use ${allowed}`
  const refusal = new Refusal(405, message, { Allow: allowed })
  const isGateway = own.some(({ operation }) => operation.credential === 'gateway')
  return isGateway ? gatewayErrorAnswer(refusal) : errorAnswer(refusal)
}

function unexpected(error: unknown, { onFault }: AppOptions): Refusal {
  onFault?.(error, 'unexpected')
  return new Refusal(500, 'Internal server error')
}
