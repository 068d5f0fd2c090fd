import type { NamedCheck } from '../../core/model/asked.ts'
import type { Answer } from '../../core/model/evaluation.ts'

export function provenCategories(answers: readonly Answer[]): ReadonlyMap<string, ReadonlySet<string>> {
  const proven = new Map<string, Set<string>>()
  for (const { request, evaluation } of answers) {
    const category = categoryAlone(request)
    if (category === undefined || evaluation.rulesets.length === 0) continue
    const ids = evaluation.rulesets.map(({ id }) => id)
    proven.set(category, new Set([...(proven.get(category) ?? []), ...ids]))
  }
  return proven
}

/** Selected rulesets and categories that did not run, each once, in the order of the request. */
export interface Unrun {
  readonly ruleset_ids: readonly string[]
  readonly categories: readonly string[]
}

/**
 * A ruleset counts as run when any of `answers` lists it; a category when a call for it alone lists any. Only those of
 * `check` matter, if there is one.
 */
export function findUnrun(answers: readonly Answer[], check?: NamedCheck): Unrun {
  const [ran, ids] = [new Set<string>(), new Set<string>()]
  for (const { request, evaluation } of answers) {
    for (const { id } of evaluation.rulesets) ran.add(id)
    if (!('ruleset_ids' in request.selector) || request.of !== undefined) continue
    for (const id of request.selector.ruleset_ids) ids.add(id)
  }
  const proven = provenCategories(answers)
  const requests = answers.map(({ request }) => request)
  const categories = requests.flatMap((request) => categoryAlone(request) ?? [])
  const matters = (name: string) =>
    check === undefined || ('ruleset_ids' in check ? check.ruleset_ids : check.categories).includes(name)
  return {
    ruleset_ids: [...ids].filter((id) => !ran.has(id) && matters(id)),
    categories: [...new Set(categories)].filter((name) => !proven.has(name) && matters(name)),
  }
}

/** The rulesets of several categories together do not show which category ran; each is asked for alone before (`plan`). */
function categoryAlone({ selector, of }: Answer['request']): string | undefined {
  const [first, ...others] = of ?? ('categories' in selector ? selector.categories : [])
  return others.length === 0 ? first : undefined
}
