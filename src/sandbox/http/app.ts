import { decodePercent } from '../../core/text/decode-text.ts'
import { evaluationRoutes } from '../evaluation/evaluations.ts'
import { apiRoutes } from '../resources/apis.ts'
import { keyRoutes, tokenRoutes } from '../resources/keys.ts'
import { openApiRoute } from '../resources/openapi.ts'
import { portalRoutes } from '../resources/portal.ts'
import { rulesetRoutes } from '../resources/rulesets.ts'
import { ssoRoutes, userRoutes } from '../resources/users.ts'
import { FolderLostError } from '../store/holder.ts'
import type { Workspace } from '../store/workspace.ts'
import type { AppOptions } from './app-options.ts'
import { errorAnswer, Refusal, type ServiceAnswer, type ServiceRequest } from './exchange.ts'
import type { PathParameters, ServiceRoute } from './route.ts'

/** The service as a function: a request in, an answer out. It never rejects. */
export interface SandboxApp {
  answer(request: ServiceRequest): Promise<ServiceAnswer>
}

/** The embedded service over a workspace. Everything that is not a result is answered in an error envelope. */
export function createApp(workspace: Workspace, options: AppOptions): SandboxApp {
  const find = createFinder(serviceRoutes(workspace, options))
  const answer: SandboxApp['answer'] = async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    // The answer to HEAD is the one to GET, less its body.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = find(method, pathname)
    if (found === undefined) return errorAnswer(new Refusal(404, `There is no operation at ${pathname}`))
    if ('others' in found) return wrongMethod(found.others, method)
    const { route, parameters } = found
    if (request.note) request.note.path = route.path
    try {
      return await route.handle(request, parameters, searchParams)
    } catch (error) {
      const refusal =
        error instanceof Refusal ? error : unexpectedFaultError(error, options, request.note?.id)
      return errorAnswer(refusal, route.tag === 'Evaluations' ? 'evaluation' : chooseSide(route))
    }
  }
  return { answer }
}

function wrongMethod(own: readonly ServiceRoute[], method: string): ServiceAnswer {
  const allowed = own.map((route) => route.method).join(', ')
  const message = `${own[0]?.path} does not allow ${method}: use ${allowed}`
  return errorAnswer(new Refusal(405, message, { Allow: allowed }), chooseSide(own[0]))
}

function chooseSide(route: ServiceRoute | undefined): 'gateway' | 'other' {
  return route?.credential === 'gateway' ? 'gateway' : 'other'
}

function unexpectedFaultError(error: unknown, { onFault }: AppOptions, id: string | undefined): Refusal {
  if (error instanceof FolderLostError) return new Refusal(503, error.message, { 'Retry-After': '5' })
  onFault?.(error, 'unexpected', id)
  return new Refusal(500, 'Internal server error')
}

/** The operation for a method and a path as in the URL, the first that fits. For a path without that method, the `others` that it has. */
export function createFinder<Target extends Pick<ServiceRoute, 'method' | 'path'>>(
  routes: readonly Target[],
) {
  const templates = routes.map((route) => ({ route, parts: route.path.split('/') }))
  return (method: string, path: string) => {
    const parts = path.split('/').map(decodePercent)
    const fitting = templates.flatMap((template) => {
      const parameters = match(template.parts, parts)
      return parameters ? [{ route: template.route, parameters }] : []
    })
    const [first] = fitting
    if (first === undefined) return undefined
    const found = fitting.find(({ route }) => route.method === method)
    return found ?? { others: routes.filter(({ path }) => path === first.route.path) }
  }
}

/** The parameters of a path that the template takes in, or undefined. A parameter is never empty. */
function match(template: readonly string[], parts: readonly string[]): PathParameters | undefined {
  if (template.length !== parts.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [at, part] of template.entries()) {
    const given = parts[at] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined ? part !== given : given === '') return undefined
    if (name !== undefined) parameters[name] = given
  }
  return parameters
}

/** Every operation of the service. A path without parameters comes before one that would take it in. */
export function serviceRoutes(workspace: Workspace, options: AppOptions): readonly ServiceRoute[] {
  const routes = [
    ...evaluationRoutes(workspace, options),
    ...apiRoutes(workspace, options),
    ...rulesetRoutes(workspace, options),
    ...userRoutes(workspace),
    ...ssoRoutes(workspace, options),
    ...keyRoutes(workspace, options),
    ...portalRoutes(workspace, options),
    ...tokenRoutes(workspace, options),
  ]
  return [...routes, openApiRoute(routes, workspace, options.limits)]
}
