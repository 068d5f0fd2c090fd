import { listAllApis, readListedApis, usualType } from '../../../check/plan/match-apis.ts'
import { askInstead } from '../../../check/plan/targets.ts'
import type { Records } from '../../../check/types.ts'
import type { World } from '../../../check/world.ts'
import { GovError, survivable, usageError } from '../../../core/model/errors.ts'
import type { DashboardClient } from '../../../dashboard/client.ts'
import type { PlannedImpact } from './plan-impact.ts'

/** Facts about a saved API that no report has. */
export interface ApiFacts {
  readonly name?: string | undefined
  readonly owners: readonly string[]
  readonly categories: readonly string[]
  readonly resource_type: string
}

/** Names, owners, categories and types of saved APIs, where the credential may list them. */
export async function readApiFacts(
  ids: readonly string[],
  client: Pick<DashboardClient, 'listApis'>,
  { observe }: Pick<World, 'observe'>,
): Promise<ReadonlyMap<string, ApiFacts>> {
  const wanted = new Set(ids)
  const facts = new Map<string, ApiFacts>()
  if (wanted.size === 0) return facts
  try {
    const all = await listAllApis(client)
    const types = new Map(readListedApis(all).map(({ api_id, resource_type }) => [api_id, resource_type]))
    for (const { api_definition, categories, ...others } of all) {
      const { api_id, name } = api_definition
      const owners = [...listNames(others.user_owners), ...listNames(others.user_group_owners)]
      const resource_type = types.get(api_id) ?? usualType
      if (wanted.has(api_id)) facts.set(api_id, { name, owners, categories: categories ?? [], resource_type })
    }
  } catch (error) {
    if (!(error instanceof GovError) || error.kind !== 'access') throw error
    observe.warning(`owners and categories are not known: ${error.message}`)
  }
  return facts
}

function listNames(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** Without APIs of other types, which no change reaches. Throws GovError, usage, where none is left. */
export async function leaveOutOtherTypes(
  { plan, place, isHere }: PlannedImpact,
  facts: ReadonlyMap<string, ApiFacts>,
  records: Pick<Records, 'getRuleset'>,
) {
  const { asked, selection } = plan.targets
  const leftOut = (selection?.left_out ?? []).map(({ api_id: id, ...api }) => ({ id, ...api }))
  const getType = (id: string) => facts.get(id)?.resource_type ?? usualType
  const isMixed = asked.api_ids.some((id) => getType(id) !== usualType)
  const type = isMixed ? await findType(place, isHere, records) : undefined
  const isOther = (id: string) => type !== undefined && getType(id) !== type
  const api_ids = asked.api_ids.filter((id) => !isOther(id))
  if (api_ids.length + asked.definitions.length === 0) {
    const message = `none of the APIs is of the type that ${place} is for (${type})`
    throw usageError('impact-without-apis', message, 'Name other APIs, or pass --all-apis.')
  }
  const others = asked.api_ids.filter(isOther).map((id) => ({
    id,
    name: facts.get(id)?.name,
    resource_type: getType(id),
  }))
  return { applicable: askInstead(plan, { ...asked, api_ids }), not_applicable: [...leftOut, ...others] }
}

/** Undefined where the ruleset cannot be read, so that nothing is left out. */
async function findType(
  place: string,
  isHere: boolean,
  { getRuleset }: Pick<Records, 'getRuleset'>,
): Promise<string | undefined> {
  if (isHere) return usualType
  try {
    return (await getRuleset(place)).resource_type ?? usualType
  } catch (error) {
    survivable(error)
    return undefined
  }
}
