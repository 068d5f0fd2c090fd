import { z } from 'zod'
import { sandboxEvaluationRequest, sandboxEvaluationResponse } from '../../contract/evaluation.ts'
import type { Origin } from '../../engine/origin.ts'
import { readReferencedFiles } from '../../engine/referenced-files.ts'
import { once } from '../../model/once.ts'
import type { SourceDocument } from '../../model/source-document.ts'
import type { AppOptions, LocalFiles, SandboxLimits } from '../http/app-options.ts'
import { bodyFormat, parseBody, readBody } from '../http/body.ts'
import { requireEvaluator, requireOwnership } from '../http/credentials.ts'
import { jsonAnswer, type ServiceAnswer, type ServiceHeaders, type ServiceRequest } from '../http/exchange.ts'
import { offloaded } from '../http/offload.ts'
import { type Operation, queryParameter, type Route } from '../http/route.ts'
import type { EvaluableApi } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { definitionId, readDefinition } from './definition.ts'
import { readSavedRequest, readSelector, requireSelectorWithin, requireWithin } from './evaluation-request.ts'
import { createEvaluator, type Evaluate, type Subject } from './evaluator.ts'
import { findAll, requireEvaluable, resourceTypeOf, selectRulesets } from './resolve.ts'
import { createDefinitionReader } from './saved-definitions.ts'

const shared = {
  method: 'POST',
  tag: 'Evaluations',
  credential: 'user',
  answer: { description: 'The issues that were found.', schema: sandboxEvaluationResponse },
  refusals: {
    400: 'Both or neither of ruleset_ids and categories, too many entries, an invalid body, or too much work for the time and memory limits.',
    403: 'Governance is off, the user lacks permission, or does not own one of the APIs.',
    404: 'The organisation does not have one of the ids.',
    429: 'Too many evaluations are waiting.',
  },
} as const

const savedOperation: Operation = {
  ...shared,
  path: '/api/evaluations/sandbox',
  id: 'evaluateSavedApis',
  summary: 'Evaluate saved APIs against rulesets',
  description: 'Runs rulesets, by id or by category, on saved APIs. Nothing is stored.',
  body: { 'application/json': sandboxEvaluationRequest },
}

const names = () => z.array(z.string()).min(1)
const document = () => z.record(z.string(), z.unknown())

const sentOperation: Operation = {
  ...shared,
  path: '/api/evaluations/sandbox/oas',
  id: 'evaluateDefinition',
  summary: 'Evaluate a definition from the request',
  description:
    'Runs rulesets, by id or by category, on the OpenAPI document in the body, or in the content of a JSON envelope. Nothing is stored.',
  parameters: [
    queryParameter('ruleset_ids', 'Rulesets to run; exactly one of this and categories.', names),
    queryParameter('categories', 'Run the rulesets of these categories.', names),
    queryParameter('api_id', "The API's id in the response."),
    queryParameter('api_name', 'The name of the API.'),
  ],
  body: {
    'application/json': document,
    'application/yaml': document,
    'application/x-yaml': document,
    'text/yaml': document,
  },
}

interface Service {
  readonly workspace: Workspace
  readonly limits: SandboxLimits
  readonly local: AppOptions['local']
  readonly evaluate: Evaluate
  readonly readSaved: (api: EvaluableApi) => Promise<SourceDocument>
}

export function evaluationRoutes(workspace: Workspace, options: AppOptions): Route[] {
  const { limits, local, offload } = options
  const evaluate = createEvaluator(workspace, options)
  const service: Service = {
    workspace,
    limits,
    local,
    evaluate,
    readSaved: createDefinitionReader(workspace),
  }
  const routes: Route[] = [
    { ...savedOperation, handle: (request) => evaluateSaved(request, service) },
    { ...sentOperation, handle: (request, _parameters, query) => evaluateSent(request, query, service) },
  ]
  return offload ? routes.map((route) => offloaded(route, workspace, limits.bodyBytes, offload)) : routes
}

async function evaluateSaved(request: ServiceRequest, service: Service): Promise<ServiceAnswer> {
  const { workspace, limits, readSaved } = service
  const user = requireEvaluator(request, workspace)
  const text = await readBody(request, limits.bodyBytes)
  bodyFormat(request.headers, ['json'])
  const { api_ids, selector } = readSavedRequest(text)
  requireWithin('api_ids', api_ids.length, limits.apis)
  requireSelectorWithin(selector, limits)
  const found = findAll(workspace, user, api_ids, selector)
  if (workspace.settings.api_ownership) requireOwnership(user, found.apis)
  const subjects = requireEvaluable(found.apis).map((api): Subject => {
    // Read once for all rulesets.
    const document = once(() => readSaved(api))
    return { api_id: api.api_id, resource_type: resourceTypeOf(api), document }
  })
  const types = subjects.map(({ resource_type }) => resource_type)
  const rulesets = selectRulesets(workspace, user, selector, { found, types, limits })
  return jsonAnswer(await service.evaluate({ org_id: user.org_id, subjects, rulesets }))
}

/** A definition's api_name shows nowhere in the answer, so it is not read. One API is evaluated, whatever ran. */
async function evaluateSent(
  request: ServiceRequest,
  query: URLSearchParams,
  { workspace, limits, local, evaluate }: Service,
): Promise<ServiceAnswer> {
  const user = requireEvaluator(request, workspace)
  const known = local && request.document
  const text = known ? '' : await readBody(request, limits.bodyBytes)
  const format = bodyFormat(request.headers, ['json', 'yaml'])
  const selector = readSelector(query)
  const body = known ?? parseBody(text, format)
  const document = readDefinition(body, format, { orSwagger: local !== undefined })
  requireSelectorWithin(selector, limits)
  const found = findAll(workspace, user, [], selector)
  const rulesets = selectRulesets(workspace, user, selector, { found, types: ['oas-api'], limits })
  const api_id = definitionId(query.get('api_id'), document.value)
  const origin = await originOf(request.headers, document, local)
  const subject: Subject = { api_id, resource_type: 'oas-api', document: async () => document, origin }
  const answer = await evaluate({ org_id: user.org_id, subjects: [subject], rulesets })
  return jsonAnswer({ ...answer, evaluated_apis: 1 })
}

/** The file that a definition was read from. Empty for callers of other processes: the files are not theirs. */
async function originOf(
  headers: ServiceHeaders,
  document: SourceDocument,
  local: LocalFiles | undefined,
): Promise<Origin> {
  const location = headers.get('content-location')
  if (!local || location === null) return {}
  const name = decodeURIComponent(location)
  return { name, files: await readReferencedFiles(document, name, local.readerFor(name)) }
}
