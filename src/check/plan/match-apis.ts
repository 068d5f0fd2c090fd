import type { ApiSelection } from '../../core/model/asked.ts'
import { usageError } from '../../core/model/errors.ts'
import { fold } from '../../core/text/compare-text.ts'
import { fitsPattern } from '../../core/text/path-pattern.ts'
import { suggest, suggestAll } from '../../core/text/suggest.ts'
import { joinNames, plural } from '../../core/text/wording.ts'
import type { ApiDetail } from '../../dashboard/contract/apis.ts'
import type { Records } from '../types.ts'
import { isApiPattern } from './targets.ts'

export interface ListedApi {
  readonly api_id: string
  readonly name: string
  readonly categories: readonly string[]
  /** `classic` for one without an OpenAPI definition. */
  readonly resource_type: string
}

/** APIs by their ids, by patterns of names or ids, and by categories: the union of all. */
export interface WantedApis {
  readonly ids: readonly string[]
  readonly categories: readonly string[]
}

export interface MatchedApis {
  readonly api_ids: readonly string[]
  readonly names: Readonly<Record<string, string>>
  readonly selection: ApiSelection
}

/** The type of an API of which a dashboard says none. */
export const usualType = 'oas-api'

/** Every page of the dashboard's list. */
export async function listAllApis({ listApis }: Pick<Records, 'listApis'>): Promise<readonly ApiDetail[]> {
  const all: ApiDetail[] = []
  for await (const { apis } of listApis()) all.push(...(apis ?? []))
  return all
}

/** A dashboard may omit `is_oas: false`: an API without it and without a document is classic where others of the list have either. */
export function readListedApis(apis: readonly ApiDetail[]): readonly ListedApi[] {
  const isOas = ({ api_definition, oas }: ApiDetail) => api_definition.is_oas === true || !!oas
  const tells = apis.some(isOas)
  return apis.map((api) => {
    const { api_id, name = '', is_oas, resource_type = usualType } = api.api_definition
    const isClassic = is_oas === false || (is_oas === undefined && tells && !isOas(api))
    const categories = api.categories ?? []
    return { api_id, name, categories, resource_type: isClassic ? 'classic' : resource_type }
  })
}

/**
 * Letter case does not count, and every API that matches is taken, also of two with one name: a missed one would go unchecked.
 * Classic APIs, and those of a type that none of the rulesets is for (`types`; undefined: not known), are left out.
 * Throws GovError, usage: a pattern or a category matches nothing that can be checked.
 */
export function matchApis(
  all: readonly ListedApi[],
  { ids, categories }: WantedApis,
  types?: ReadonlySet<string>,
): MatchedApis {
  const patterns = ids.filter(isApiPattern)
  if (all.length === 0) {
    const hint = 'A user may see only the APIs that are theirs; gov api list shows them.'
    throw usageError('no-apis', 'the dashboard lists no APIs', hint)
  }
  const isChecked = ({ resource_type: type }: ListedApi) => type !== 'classic' && types?.has(type) !== false
  const taken = new Map<string, ListedApi>()
  const collect = (matched: readonly ListedApi[], noMatch: () => Error, what: string): readonly string[] => {
    if (matched.length === 0) throw noMatch()
    if (!matched.some(isChecked)) throw nothingToCheckError(what, matched)
    for (const api of matched) taken.set(api.api_id, api)
    return matched.filter(isChecked).map(({ api_id }) => api_id)
  }
  const byIds = ids.flatMap((id) =>
    isApiPattern(id)
      ? collect(matchPattern(all, id), () => unmatchedPatternError(id, all), JSON.stringify(id))
      : [id],
  )
  const byCategories = categories.flatMap((category) => {
    const noMatch = () => unmatchedCategoryError(category, all)
    return collect(matchCategory(all, category), noMatch, `category ${category}`)
  })
  const matched = [...taken.values()]
  const api_ids = [...new Set([...byIds, ...byCategories])]
  const left_out = matched
    .filter((api) => !isChecked(api) && !api_ids.includes(api.api_id))
    .map(({ api_id, name, resource_type }) => ({ api_id, name, resource_type }))
  const names = matched.flatMap(({ api_id, name }) => (api_ids.includes(api_id) ? [[api_id, name]] : []))
  const selection = { patterns, categories, listed: all.length, matched: matched.length, left_out }
  return { api_ids, names: Object.fromEntries(names), selection }
}

export function matchPattern<Api extends Pick<ListedApi, 'api_id' | 'name'>>(
  all: readonly Api[],
  pattern: string,
): readonly Api[] {
  const isMatch = (text: string) => fitsPattern(fold(pattern), fold(text))
  return all.filter(({ api_id, name }) => isMatch(name) || isMatch(api_id))
}

export function matchCategory(all: readonly ListedApi[], category: string): readonly ListedApi[] {
  return all.filter(({ categories }) => categories.some((name) => fold(name) === fold(category)))
}

const maxNamed = 5

function unmatchedPatternError(pattern: string, all: readonly ListedApi[]): Error {
  const candidates = all.flatMap(({ api_id, name }) =>
    fold(name) === fold(api_id) ? [api_id] : [name, api_id],
  )
  const near = findNearest(pattern.replaceAll('*', ''), candidates)
  const count = plural(all.length, 'API')
  const message = `no API matches ${JSON.stringify(pattern)}: the dashboard lists ${count}`
  const hint = describeNearest(near, 'names', [...new Set(all.map(({ name }) => name))], 'gov api list')
  return usageError('no-apis', message, hint)
}

/** Names near to what a pattern says; else those with a word that is. */
function findNearest(stem: string, names: readonly string[]): readonly string[] {
  const near = suggestAll(stem, names)
  if (near.length > 0) return near
  const toWords = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2)
  const [wanted = ''] = toWords(stem)
  const word = suggest(wanted, names.flatMap(toWords))
  return word === undefined ? [] : names.filter((name) => name.includes(word)).slice(0, maxNamed)
}

function unmatchedCategoryError(category: string, all: readonly ListedApi[]): Error {
  const known = [...new Set(all.flatMap(({ categories }) => categories))].sort()
  const message = `no API is in category ${JSON.stringify(category)}`
  const hint = describeNearest(suggestAll(category, known), 'categories', known, 'gov api categories')
  return usageError('no-apis', message, hint)
}

function describeNearest(
  near: readonly string[],
  what: string,
  known: readonly string[],
  command: string,
): string {
  if (near.length > 0) return `Did you mean ${near.join(' or ')}? ${command} shows all.`
  return known.length === 0 ? `${command} shows none.` : `Its ${what}: ${joinNames(known, maxNamed)}.`
}

function nothingToCheckError(what: string, matched: readonly ListedApi[]): Error {
  const names = matched.map(({ name, resource_type }) => `${name} (${resource_type})`)
  const message = `${what} matches only APIs that this run cannot check: ${joinNames(names, maxNamed)}`
  const hint = 'A classic API has no OpenAPI definition, and a ruleset is for one type of API.'
  return usageError('no-apis', message, hint)
}
