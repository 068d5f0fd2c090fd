import { z } from 'zod'
import { sandboxEvaluationRequest, sandboxEvaluationResponse } from '../../contract/evaluation.ts'
import { queryParameter, userRefusals } from '../http/operation-parts.ts'
import type { Operation } from '../http/route.ts'

const tag = 'Evaluations'
const answer = { description: 'The issues that were found.', schema: sandboxEvaluationResponse }
const names = () => z.array(z.string()).min(1)

const refusals = {
  ...userRefusals,
  400: 'Both or neither of ruleset_ids and categories, too many entries, an invalid body, or too much work for the time and memory limits.',
  403: 'Governance is off, the user lacks permission, or does not own one of the APIs.',
  404: 'The organisation does not have one of the ids.',
  413: 'The body is larger than the limit.',
  429: 'Too many evaluations are waiting.',
}

export const savedOperation: Operation = {
  id: 'evaluateSavedApis',
  tag,
  summary: 'Evaluate saved APIs against rulesets',
  description: 'Runs rulesets, by id or by category, on saved APIs. Nothing is stored.',
  credential: 'user',
  body: { 'application/json': sandboxEvaluationRequest },
  answer,
  refusals,
}

const document = () => z.record(z.string(), z.unknown())

export const sentOperation: Operation = {
  id: 'evaluateDefinition',
  tag,
  summary: 'Evaluate a definition from the request',
  description:
    'Runs rulesets, by id or by category, on the OpenAPI document in the body, or in the content of a JSON envelope. Nothing is stored.',
  credential: 'user',
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
  answer,
  refusals,
}
