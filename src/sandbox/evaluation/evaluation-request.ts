import type { Selector } from '../../core/model/asked.ts'
import { isRecord } from '../../core/model/record.ts'
import type { SandboxLimits } from '../../dashboard/contract/evaluation.ts'
import { parseBody } from '../http/body.ts'
import { badRequestError } from '../http/exchange.ts'

export interface SavedRequest {
  readonly api_ids: readonly string[]
  readonly selector: Selector
}

type RequestedNames = readonly string[] | undefined

/** The body of an evaluation of saved APIs. Refuses with 400, naming the field and what is wrong with it. */
export function readSavedRequest(text: string): SavedRequest {
  const { value } = parseBody(text, 'json')
  if (!isRecord(value)) throw badRequestError('The request body is not a JSON object')
  if (Object.hasOwn(value, 'apis')) {
    const instead = 'put saved APIs in api_ids, or send a definition to /api/evaluations/sandbox/oas'
    throw badRequestError(`The field apis was removed: ${instead}`)
  }
  const api_ids = readNames(value, 'api_ids')
  const selectors = [readNames(value, 'ruleset_ids'), readNames(value, 'categories')] as const
  if (api_ids === undefined) throw badRequestError('api_ids is missing: send at least one saved API')
  return { api_ids: requireNames('api_ids', api_ids), selector: chooseSelector(...selectors) }
}

/** Undefined when the field is absent or null. */
function readNames(body: Readonly<Record<string, unknown>>, field: string): RequestedNames {
  const names = Object.hasOwn(body, field) ? body[field] : undefined
  if (names === undefined || names === null) return undefined
  if (!Array.isArray(names)) throw badRequestError(`${field} is not an array of strings`)
  return names.map((name: unknown, at) => {
    if (typeof name === 'string') return name
    throw badRequestError(`${field}[${at}] is not a string`)
  })
}

export function readSelector(query: URLSearchParams): Selector {
  return chooseSelector(readNameList(query, 'ruleset_ids'), readNameList(query, 'categories'))
}

/** From a comma list, a repeated parameter, or both. Blank entries do not count; a parameter without names is empty. */
function readNameList(query: URLSearchParams, field: string): RequestedNames {
  if (!query.has(field)) return undefined
  const names = query.getAll(field).flatMap((value) => value.split(','))
  return names.map((name) => name.trim()).filter((name) => name !== '')
}

function chooseSelector(ruleset_ids: RequestedNames, categories: RequestedNames): Selector {
  if (ruleset_ids !== undefined && categories !== undefined)
    throw badRequestError('Both ruleset_ids and categories are given: send exactly one of them')
  if (ruleset_ids !== undefined) return { ruleset_ids: requireNames('ruleset_ids', ruleset_ids) }
  if (categories !== undefined) return { categories: requireNames('categories', categories) }
  throw badRequestError('Neither ruleset_ids nor categories is given: send exactly one of them')
}

function requireNames(field: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) throw badRequestError(`${field} is empty: send at least one`)
  const blank = names.findIndex((name) => name.trim() === '')
  if (blank !== -1) throw badRequestError(`${field}[${blank}] is blank`)
  return names
}

/** Refuses with 400 an empty list and a blank name, for a caller in this process. */
export function requireNamed({ api_ids, selector }: Partial<SavedRequest>): void {
  for (const [field, names] of Object.entries({ ...(api_ids && { api_ids }), ...selector }))
    requireNames(field, names)
}

export function requireSmallSelector(selector: Selector, limits: SandboxLimits): void {
  if ('categories' in selector) requireAtMost('categories', selector.categories.length, limits.categories)
  else requireAtMost('ruleset_ids', selector.ruleset_ids.length, limits.rulesets)
}

export function requireAtMost(field: string, count: number, limit: number): void {
  if (count > limit) throw badRequestError(`${field} has ${count} entries: the limit is ${limit}`)
}
