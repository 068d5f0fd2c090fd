import { sandboxEvaluationRequest } from '../dashboard/contract.ts'
import type { Selector } from '../model.ts'
import { badRequest } from './envelope.ts'
import { isMapping, parseBody } from './parse-body.ts'
import { oneSelector, requireNames } from './selector.ts'

export interface SavedRequest {
  readonly api_ids: readonly string[]
  readonly selector: Selector
}

/** The body of an evaluation of saved APIs. Refuses with 400, naming the field and what is wrong with it. */
export function readSavedRequest(text: string): SavedRequest {
  const { value } = parseBody(text, 'json')
  if (!isMapping(value)) throw badRequest('The request body is not a JSON object')
  if (Object.hasOwn(value, 'apis')) {
    throw badRequest(
      'The field apis was removed: name saved APIs in api_ids, or send a definition to /api/evaluations/sandbox/oas',
    )
  }
  const { api_ids, ...selectors } = requireTypes(value)
  if (api_ids === undefined) throw badRequest('api_ids is missing: name at least one saved API')
  return { api_ids: requireNames('api_ids', api_ids), selector: oneSelector(selectors) }
}

function requireTypes(value: object) {
  const result = sandboxEvaluationRequest.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw badRequest(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it has the wrong type'}`)
}
