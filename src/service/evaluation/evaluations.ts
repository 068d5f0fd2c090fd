import type { SourceDocument } from '../../model/source-document.ts'
import { requireOwnership } from '../http/access.ts'
import { admit } from '../http/admit.ts'
import type { AppOptions, SandboxLimits } from '../http/app-options.ts'
import { readBody } from '../http/body.ts'
import { bodyFormat } from '../http/content-type.ts'
import { jsonAnswer, type ServiceAnswer, type ServiceRequest } from '../http/exchange.ts'
import { offloaded } from '../http/offload.ts'
import { parseBody } from '../http/parse-body.ts'
import type { Route } from '../http/route.ts'
import type { EvaluableApi } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { readDefinition } from './definition.ts'
import { definitionId } from './definition-id.ts'
import { savedOperation, sentOperation } from './evaluation-operations.ts'
import { createEvaluator, type Evaluate, type Subject } from './evaluator.ts'
import { localOrigin } from './local-origin.ts'
import { findAll, requireEvaluable, resourceTypeOf, selectRulesets } from './resolve.ts'
import { createDefinitionReader } from './saved-definitions.ts'
import { readSavedRequest } from './saved-request.ts'
import { oneSelector, querySelectors, requireSelectorWithin, requireWithin } from './selector.ts'

/** What both operations need. */
interface Service {
  readonly workspace: Workspace
  readonly limits: SandboxLimits
  readonly local: AppOptions['local']
  readonly evaluate: Evaluate
  readonly readSaved: (api: EvaluableApi) => Promise<SourceDocument>
}

/** The evaluation operations: of saved APIs, and of a definition that is sent along. Nothing is stored. */
export function evaluationRoutes(workspace: Workspace, options: AppOptions): Route[] {
  const service: Service = {
    workspace,
    limits: options.limits,
    local: options.local,
    evaluate: createEvaluator(workspace, options),
    readSaved: createDefinitionReader(workspace),
  }
  const routes: Route[] = [
    {
      method: 'POST',
      path: '/api/evaluations/sandbox',
      operation: savedOperation,
      handle: (request) => evaluateSaved(request, service),
    },
    {
      method: 'POST',
      path: '/api/evaluations/sandbox/oas',
      operation: sentOperation,
      handle: (request) => evaluateSent(request, service),
    },
  ]
  const { offload, limits } = options
  return offload ? routes.map((route) => offloaded(route, workspace, limits.bodyBytes, offload)) : routes
}

async function evaluateSaved(request: ServiceRequest, service: Service): Promise<ServiceAnswer> {
  const { workspace, limits } = service
  const user = admit(request, workspace)
  const text = await readBody(request, limits.bodyBytes)
  bodyFormat(request.headers, ['json'])
  const { api_ids, selector } = readSavedRequest(text)
  requireWithin('api_ids', api_ids.length, limits.apis)
  requireSelectorWithin(selector, limits)
  const found = findAll(workspace, user, api_ids, selector)
  if (workspace.settings.api_ownership) requireOwnership(user, found.apis)
  const subjects = requireEvaluable(found.apis).map((api) => savedSubject(api, service))
  const types = subjects.map(({ resource_type }) => resource_type)
  const rulesets = selectRulesets(workspace, user, selector, { found, types, limits })
  return jsonAnswer(await service.evaluate({ org_id: user.org_id, subjects, rulesets }))
}

/** The definition is read once for all rulesets. */
function savedSubject(api: EvaluableApi, { readSaved }: Service): Subject {
  let document: Promise<SourceDocument> | undefined
  const read = () => {
    document ??= readSaved(api)
    return document
  }
  return { api_id: api.api_id, resource_type: resourceTypeOf(api), document: read }
}

/** A definition's api_name shows nowhere in the answer, so it is not read. One API is evaluated, whatever ran. */
async function evaluateSent(request: ServiceRequest, service: Service): Promise<ServiceAnswer> {
  const { workspace, limits, local, evaluate } = service
  const user = admit(request, workspace)
  const known = local && request.document
  const text = known ? '' : await readBody(request, limits.bodyBytes)
  const format = bodyFormat(request.headers, ['json', 'yaml'])
  const query = new URL(request.url).searchParams
  const selector = oneSelector(querySelectors(query))
  const body = known ?? parseBody(text, format)
  const document = readDefinition(body, format, { orSwagger: local !== undefined })
  requireSelectorWithin(selector, limits)
  const found = findAll(workspace, user, [], selector)
  const rulesets = selectRulesets(workspace, user, selector, { found, types: ['oas-api'], limits })
  const api_id = definitionId(query.get('api_id'), document.value)
  const origin = await localOrigin(request.headers, document, local)
  const subject: Subject = { api_id, resource_type: 'oas-api', document: async () => document, origin }
  const answer = await evaluate({ org_id: user.org_id, subjects: [subject], rulesets })
  return jsonAnswer({ ...answer, evaluated_apis: 1 })
}
