import { z } from 'zod'
import {
  type SandboxLimits,
  sandboxEvaluationRequest,
  sandboxEvaluationResponse,
} from '../../dashboard/contract/evaluation.ts'
import { type AppOptions, carry } from '../http/app-options.ts'
import { bodyFormat, parseBody, readRequestBody } from '../http/body.ts'
import { requireEvaluator } from '../http/credentials.ts'
import { jsonAnswer, type ServiceRequest } from '../http/exchange.ts'
import { busyRefusals, queryParameter, type ServiceRoute } from '../http/route.ts'
import type { Workspace } from '../store/workspace.ts'
import { definitionId, readDefinition } from './definition.ts'
import { readSavedRequest, readSelector } from './evaluation-request.ts'
import { evaluationOperations, type SentRequest } from './operations.ts'

const shared = {
  method: 'POST',
  tag: 'Evaluations',
  credential: 'user',
  answer: { description: 'The issues that were found.', schema: sandboxEvaluationResponse },
  refusals: {
    400: 'Both or neither of ruleset_ids and categories, too many entries, an invalid body, or too much work for the time and memory limits.',
    403: 'Governance is off, the user lacks permission, or does not own one of the APIs.',
    404: 'The organisation does not have one of the ids.',
    ...busyRefusals,
  },
} as const

const createNamesSchema = () => z.array(z.string().regex(/\S/)).min(1)
const document = () => z.record(z.string(), z.unknown())

export function evaluationRoutes(workspace: Workspace, options: AppOptions): ServiceRoute[] {
  const { limits, offload } = options
  const { evaluateSaved, evaluateSent } = evaluationOperations(workspace, options)
  const routes: ServiceRoute[] = [
    {
      ...shared,
      path: '/api/evaluations/sandbox',
      id: 'evaluateSavedApis',
      summary: 'Evaluate saved APIs against rulesets',
      description: 'Runs rulesets, by id or by category, on saved APIs. Nothing is stored.',
      body: { 'application/json': sandboxEvaluationRequest },
      handle: async (request) => {
        const user = requireEvaluator(request, workspace)
        const text = await readRequestBody(request, limits.bodyBytes)
        bodyFormat(request.headers, ['json'])
        return jsonAnswer(await evaluateSaved(user, readSavedRequest(text)))
      },
    },
    {
      ...shared,
      path: '/api/evaluations/sandbox/oas',
      id: 'evaluateDefinition',
      summary: 'Evaluate a definition from the request',
      description:
        'Runs rulesets, by id or by category, on the OpenAPI document in the body, or in the content of a JSON envelope. Nothing is stored.',
      parameters: [
        queryParameter(
          'ruleset_ids',
          'Rulesets to run; exactly one of this and categories.',
          createNamesSchema,
        ),
        queryParameter('categories', 'Run the rulesets of these categories.', createNamesSchema),
        queryParameter('api_id', "The API's id in the response."),
        queryParameter('api_name', 'The name of the API.'),
      ],
      body: {
        'application/json': document,
        'application/yaml': document,
        'application/x-yaml': document,
        'text/yaml': document,
      },
      handle: async (request, _parameters, query) => {
        const user = requireEvaluator(request, workspace)
        return jsonAnswer(await evaluateSent(user, await readSent(request, query, limits)))
      },
    },
  ]
  if (!offload) return routes
  const handle = async (request: ServiceRequest) =>
    carry(request, requireEvaluator(request, workspace), limits.bodyBytes, offload)
  return routes.map((route) => ({ ...route, handle }))
}

/** A definition's api_name shows nowhere in the answer, so it is not read. */
async function readSent(
  request: ServiceRequest,
  query: URLSearchParams,
  limits: SandboxLimits,
): Promise<SentRequest> {
  const text = await readRequestBody(request, limits.bodyBytes)
  const format = bodyFormat(request.headers, ['json', 'yaml'])
  const selector = readSelector(query)
  const document = readDefinition(parseBody(text, format), format)
  return { api_id: definitionId(query.get('api_id'), document.value), document, selector }
}
