import type { Selector } from '../../core/model/asked.ts'
import { GovError } from '../../core/model/errors.ts'
import { fold } from '../../core/text/compare-text.ts'
import type { SavedRuleset } from '../../dashboard/contract/rulesets.ts'
import { withRecords } from '../evaluation/evaluator.ts'
import type { CheckPlan, CheckTargets, Records } from '../types.ts'
import type { World } from '../world.ts'
import {
  type ListedApi,
  listAllApis,
  type MatchedApis,
  matchApis,
  matchCategory,
  matchPattern,
  readListedApis,
  usualType,
  type WantedApis,
} from './match-apis.ts'
import { isApiPattern, selectsApis } from './targets.ts'

/**
 * The plan with the saved APIs that its patterns and categories stand for, and those that the policy requires by a pattern,
 * by one reading of the dashboard's whole list. Throws GovError: usage where something matches nothing, and otherwise if
 * not all of the list can be read. `knownTypes`: the types of API that the rulesets are for, where the dashboard has not
 * the rulesets.
 */
export async function selectApis(
  plan: CheckPlan,
  world: World,
  knownTypes?: ReadonlySet<string>,
): Promise<CheckPlan> {
  const { targets, judgement, connection } = plan
  const wanted = { ids: targets.asked.api_ids, categories: connection.settings.api_categories?.value ?? [] }
  const required = judgement.required.api_ids
  const { selector } = targets.asked
  const { all, types } = await withRecords(connection, world, async (records) => {
    const all = readListedApis(await listAllApis(records))
    const isMixed = isOfOtherType(all, wanted)
    return { all, types: isMixed ? (knownTypes ?? (await findTypes(selector, records, world))) : undefined }
  })
  return {
    ...plan,
    targets: selectsApis(plan)
      ? toTargets(targets, matchApis(all, wanted, types), (id) => expand(id, all, types))
      : targets,
    judgement: {
      ...judgement,
      required: {
        ...judgement.required,
        // Whoever chooses the rulesets would else choose what is required.
        ...(required && { api_ids: required.flatMap((id) => expand(id, all)) }),
      },
    },
  }
}

/** Whether a pattern or a category matches an API that only some rulesets are for. */
function isOfOtherType(all: readonly ListedApi[], { ids, categories }: WantedApis): boolean {
  const matched = [
    ...ids.filter(isApiPattern).flatMap((id) => matchPattern(all, id)),
    ...categories.flatMap((category) => matchCategory(all, category)),
  ]
  return matched.some(({ resource_type: type }) => type !== usualType && type !== 'classic')
}

/**
 * The types of API that the rulesets are for. An inactive ruleset of a category counts, and OpenAPI always: an API whose
 * ruleset somebody has switched off is asked for, and makes the run incomplete. Undefined, so that nothing is left out, where
 * the credential may not read rulesets.
 */
async function findTypes(
  selector: Selector,
  records: Records,
  { observe }: Pick<World, 'observe'>,
): Promise<ReadonlySet<string> | undefined> {
  try {
    if ('categories' in selector) return await typesInCategories(selector.categories, records)
    const types = new Set<string>()
    for (const id of selector.ruleset_ids) types.add(getType(await records.getRuleset(id)))
    return types
  } catch (error) {
    if (!(error instanceof GovError) || error.kind !== 'access') throw error
    observe.warning(`the types of API that the rulesets are for are not known: ${error.message}`)
    return undefined
  }
}

async function typesInCategories(wanted: readonly string[], { listRulesets }: Records) {
  const types = new Set([usualType])
  for (const category of wanted)
    for await (const { rulesets } of listRulesets({ category }))
      for (const ruleset of rulesets ?? [])
        if (ruleset.categories?.some((name) => fold(name) === fold(category))) types.add(getType(ruleset))
  return types
}

function getType({ resource_type = usualType }: SavedRuleset): string {
  return resource_type
}

function toTargets(
  targets: CheckTargets,
  { api_ids, names, selection }: MatchedApis,
  expandId: (id: string) => readonly string[],
): CheckTargets {
  const checks = targets.asked.checks?.map((check) => ({
    ...check,
    api_ids: [...new Set(check.api_ids.flatMap(expandId))],
  }))
  const asked = { ...targets.asked, api_ids, ...(checks && { checks }) }
  const { namedIn } = targets
  return {
    ...targets,
    asked,
    whole: asked,
    selection,
    apiNames: names,
    namedIn: namedIn && { ...namedIn, lines: findLines(namedIn.lines, names) },
  }
}

/** An API that the config names by a pattern is where that is. */
function findLines(
  lines: Readonly<Record<string, number>>,
  names: Readonly<Record<string, string>>,
): Record<string, number> {
  const found = Object.entries(names).map(([api_id, name]) => ({ api_id, name }))
  const own = Object.entries(lines).flatMap(([entry, line]) =>
    isApiPattern(entry)
      ? matchPattern(found, entry).map(({ api_id }) => [api_id, line] as const)
      : [[entry, line] as const],
  )
  return Object.fromEntries(own)
}

/** A pattern of the policy that matches nothing stays, and is then missing from what is checked. */
function expand(id: string, all: readonly ListedApi[], types?: ReadonlySet<string>): readonly string[] {
  if (!isApiPattern(id) || matchPattern(all, id).length === 0) return [id]
  return matchApis(all, { ids: [id], categories: [] }, types).api_ids
}
