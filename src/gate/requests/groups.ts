import type { Asked, NamedCheck } from '../../core/model/asked.ts'
import { dividesTargets } from '../../core/model/checks.ts'
import type { Answer } from '../../core/model/evaluation.ts'
import { groupBy } from '../../core/text/group-by.ts'

/**
 * What is asked, grouped by checks: each API and each definition is in one group, which has the rulesets of all the checks
 * that have it, each once. Without several checks, all that is asked is one group.
 */
export function groupByChecks({ checks, ...asked }: Asked): readonly [Asked, ...Asked[]] {
  if (!dividesTargets(checks)) return [asked]
  const ofApis = findOwners(checks, ({ api_ids }) => api_ids)
  const ofFiles = findOwners(checks, ({ definitions }) => definitions)
  const apis = groupBy(asked.api_ids, (id) => ofApis.get(id)?.join() ?? 'none')
  const files = groupBy(asked.definitions, ({ file }) => ofFiles.get(file)?.join() ?? 'none')
  const [first = { ...asked, api_ids: [], definitions: [] }, ...others] = [
    ...new Set([...apis.keys(), ...files.keys()]),
  ].map((owners) => ({
    api_ids: apis.get(owners) ?? [],
    definitions: files.get(owners) ?? [],
    selector: joinSelectors(owners.split(',').flatMap((at) => checks[Number(at)] ?? [])),
  }))
  return [first, ...others]
}

/** The places of the checks that have each target. */
function findOwners(
  checks: readonly NamedCheck[],
  listTargets: (check: NamedCheck) => readonly string[],
): ReadonlyMap<string, readonly number[]> {
  const owners = new Map<string, number[]>()
  for (const [at, check] of checks.entries())
    for (const target of new Set(listTargets(check))) owners.set(target, [...(owners.get(target) ?? []), at])
  return owners
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
