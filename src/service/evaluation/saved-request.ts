import type { Selector } from '../../model/asked.ts'
import { isRecord } from '../../model/record.ts'
import { badRequest } from '../http/envelope.ts'
import { parseBody } from '../http/parse-body.ts'
import { oneSelector, requireNames } from './selector.ts'

export interface SavedRequest {
  readonly api_ids: readonly string[]
  readonly selector: Selector
}

/** The body of an evaluation of saved APIs. Refuses with 400, naming the field and what is wrong with it. */
export function readSavedRequest(text: string): SavedRequest {
  const { value } = parseBody(text, 'json')
  if (!isRecord(value)) throw badRequest('The request body is not a JSON object')
  if (Object.hasOwn(value, 'apis')) {
    throw badRequest(
      'The field apis was removed: put saved APIs in api_ids, or send a definition to /api/evaluations/sandbox/oas',
    )
  }
  const api_ids = namesIn(value, 'api_ids')
  const selectors = { ruleset_ids: namesIn(value, 'ruleset_ids'), categories: namesIn(value, 'categories') }
  if (api_ids === undefined) throw badRequest('api_ids is missing: send at least one saved API')
  return { api_ids: requireNames('api_ids', api_ids), selector: oneSelector(selectors) }
}

/** A field's names, or undefined when the field is absent or null. */
function namesIn(body: Readonly<Record<string, unknown>>, field: string): readonly string[] | undefined {
  const names = Object.hasOwn(body, field) ? body[field] : undefined
  if (names === undefined || names === null) return undefined
  if (!Array.isArray(names)) throw badRequest(`${field} is not an array of strings`)
  return names.map((name: unknown, at) => {
    if (typeof name === 'string') return name
    throw badRequest(`${field}[${at}] is not a string`)
  })
}
