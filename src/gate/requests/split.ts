import type { EvaluationRequest } from '../../core/model/asked.ts'
import type { Answer } from '../../core/model/evaluation.ts'

export interface SplitRules {
  /** `on_truncation: split`: when it was cut. */
  readonly truncated: boolean
  /** `--diagnose`: when it failed in part, or did not evaluate all of its APIs. */
  readonly incomplete: boolean
}

export function needsSplit({ request, evaluation }: Answer, rules: SplitRules): boolean {
  if (rules.truncated && evaluation.truncated) return true
  if (!rules.incomplete) return false
  const { error, evaluated_apis: evaluated } = evaluation
  const isPart = request.kind === 'apis' && evaluated > 0 && evaluated < request.api_ids.length
  return error !== undefined || isPart
}

/**
 * The question in halves: of the APIs, and for one target of the rulesets; none for a single pair. The rulesets of a category
 * are those of the answer; the only one is asked for by its id when something failed, to know that it was this one.
 */
export function halve({ request, evaluation }: Answer): EvaluationRequest[] {
  if (request.kind === 'apis' && request.api_ids.length > 1)
    return splitIntoHalves(request.api_ids).map((api_ids) => ({ ...request, api_ids }))
  const { selector } = request
  const named = 'ruleset_ids' in selector
  const ids = named ? selector.ruleset_ids : evaluation.rulesets.map(({ id }) => id)
  const inQuery = request.kind === 'definition' && ids.some((id) => id.includes(','))
  const least = !named && evaluation.error !== undefined ? 1 : 2
  if (ids.length < least || inQuery) return []
  return splitIntoHalves(ids).map((ruleset_ids) => ({
    ...request,
    ...findOrigin(request),
    selector: { ruleset_ids },
  }))
}

function findOrigin({ selector, of }: EvaluationRequest): { of?: readonly string[] } {
  if (of !== undefined) return { of }
  return 'categories' in selector ? { of: selector.categories } : {}
}

/**
 * True when `parts` stand for all of `whole`: they count no fewer issues, and no failure is lost with a ruleset of a category
 * that the answer does not list.
 */
export function areAllCounted(parts: readonly Answer[], { request, evaluation }: Answer): boolean {
  const total = parts.reduce((sum, part) => sum + part.evaluation.total, 0)
  if (total < evaluation.total) return false
  const isListed = 'ruleset_ids' in request.selector
  if (isListed || !parts.some((part) => 'ruleset_ids' in part.request.selector)) return true
  return evaluation.error === undefined || parts.some((part) => part.evaluation.error !== undefined)
}

/** The halves of a call that the service refused: categories may stand for too many rulesets; fewer, or fewer APIs, for fewer. */
export function halveRefused(request: EvaluationRequest): EvaluationRequest[] {
  if (!('categories' in request.selector)) return []
  const { categories } = request.selector
  if (categories.length > 1)
    return splitIntoHalves(categories).map((names) => ({ ...request, selector: { categories: names } }))
  if (request.kind !== 'apis' || request.api_ids.length < 2) return []
  return splitIntoHalves(request.api_ids).map((api_ids) => ({ ...request, api_ids }))
}

export function splitIntoChunks<Item>(items: readonly Item[], size: number): (readonly Item[])[] {
  const chunks: (readonly Item[])[] = []
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size))
  return chunks
}

function splitIntoHalves<Item>(items: readonly Item[]): (readonly Item[])[] {
  return splitIntoChunks(items, Math.ceil(items.length / 2))
}
