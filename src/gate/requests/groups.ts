import type { Asked, NamedCheck } from '../../core/model/asked.ts'
import { dividesTargets, isInCheck, type TargetId } from '../../core/model/checks.ts'
import type { Answer } from '../../core/model/evaluation.ts'

/**
 * What is asked, grouped by checks: each API and each definition is in one group, which has the rulesets of all the checks
 * that have it, each once. Without several checks, all that is asked is one group.
 */
export function groupByChecks({ checks, ...asked }: Asked): readonly [Asked, ...Asked[]] {
  if (!dividesTargets(checks)) return [asked]
  const groups = new Map<string, Asked>()
  const join = (target: TargetId, add: (group: Asked) => Partial<Asked>) => {
    const owners = checks.filter((check) => isInCheck(check, target))
    const key = JSON.stringify(owners.map(({ name }) => name))
    const group = groups.get(key) ?? { api_ids: [], definitions: [], selector: joinSelectors(owners) }
    groups.set(key, { ...group, ...add(group) })
  }
  for (const id of asked.api_ids) join({ id, saved: true }, ({ api_ids }) => ({ api_ids: [...api_ids, id] }))
  for (const definition of asked.definitions)
    join({ id: definition.file, saved: false }, ({ definitions }) => ({
      definitions: [...definitions, definition],
    }))
  const [first = { ...asked, api_ids: [], definitions: [] }, ...others] = groups.values()
  return [first, ...others]
}

/** All checks select by the same key. A target in no check would pass unchecked, so it is a bug. */
function joinSelectors(checks: readonly NamedCheck[]): Asked['selector'] {
  if (checks.length === 0) throw new Error('a target of the run is in no check')
  const ruleset_ids = checks.flatMap((check) => ('ruleset_ids' in check ? check.ruleset_ids : []))
  const categories = checks.flatMap((check) => ('categories' in check ? check.categories : []))
  return ruleset_ids.length > 0
    ? { ruleset_ids: [...new Set(ruleset_ids)] }
    : { categories: [...new Set(categories)] }
}

/** The answers about the saved APIs of a check or a group: a call has APIs of one group only, which a check has all or none of. */
export function listApiAnswers(answers: readonly Answer[], ids: readonly string[]): Answer[] {
  const known = new Set(ids)
  return answers.filter(
    ({ request }) => request.kind === 'apis' && request.api_ids.every((id) => known.has(id)),
  )
}
