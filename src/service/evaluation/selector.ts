import type { Selector } from '../../model/asked.ts'
import type { SandboxLimits } from '../http/app-options.ts'
import { badRequest } from '../http/envelope.ts'

export interface GivenSelectors {
  readonly ruleset_ids?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
}

/** The one selector that is given. Refuses with 400 both, neither, and one that holds no or blank names. */
export function oneSelector({ ruleset_ids, categories }: GivenSelectors): Selector {
  if (ruleset_ids !== undefined && categories !== undefined) {
    throw badRequest('Both ruleset_ids and categories are given: send exactly one of them')
  }
  if (ruleset_ids !== undefined) return { ruleset_ids: requireNames('ruleset_ids', ruleset_ids) }
  if (categories !== undefined) return { categories: requireNames('categories', categories) }
  throw badRequest('Neither ruleset_ids nor categories is given: send exactly one of them')
}

/** `names` as they are. Refuses with 400 when there are none, or when one is blank. */
export function requireNames(field: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) throw badRequest(`${field} is empty: send at least one`)
  const blank = names.findIndex((name) => name.trim() === '')
  if (blank !== -1) throw badRequest(`${field}[${blank}] is blank`)
  return names
}

/** Refuses with 400 a selector that is over its limit. */
export function requireSelectorWithin(selector: Selector, limits: SandboxLimits): void {
  if ('categories' in selector) requireWithin('categories', selector.categories.length, limits.categories)
  else requireWithin('ruleset_ids', selector.ruleset_ids.length, limits.rulesets)
}

/** Refuses with 400, naming the count and the limit. */
export function requireWithin(field: string, count: number, limit: number): void {
  if (count > limit) throw badRequest(`${field} has ${count} entries: the limit is ${limit}`)
}

/**
 * The selectors of a query: a comma list, a repeated parameter, or both. Blank entries of a list count for
 * nothing, so that a parameter without any name is an empty one.
 */
export function querySelectors(query: URLSearchParams): GivenSelectors {
  return { ruleset_ids: listOf(query, 'ruleset_ids'), categories: listOf(query, 'categories') }
}

function listOf(query: URLSearchParams, field: string): string[] | undefined {
  if (!query.has(field)) return undefined
  const names = query.getAll(field).flatMap((value) => value.split(','))
  return names.map((name) => name.trim()).filter((name) => name !== '')
}
