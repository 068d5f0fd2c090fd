import type { DashboardClient } from '../../dashboard/client.ts'
import type { ApiFacts } from '../../gate/impact/impact.ts'
import { GovError } from '../../model/errors.ts'
import type { World } from '../world.ts'

/** Names, owners and categories of saved APIs, where the credential may list them. */
export async function readApiFacts(
  ids: readonly string[],
  client: Pick<DashboardClient, 'listApis'>,
  { observe }: Pick<World, 'observe'>,
): Promise<ReadonlyMap<string, ApiFacts>> {
  const wanted = new Set(ids)
  const facts = new Map<string, ApiFacts>()
  if (wanted.size === 0) return facts
  try {
    for await (const { apis } of client.listApis())
      for (const { api_definition, categories, ...others } of apis ?? []) {
        const { api_id, name } = api_definition
        const owners = [...namesIn(others.user_owners), ...namesIn(others.user_group_owners)]
        if (wanted.has(api_id)) facts.set(api_id, { name, owners, categories: categories ?? [] })
      }
  } catch (error) {
    if (!(error instanceof GovError) || error.kind !== 'access') throw error
    observe.warning(`owners and categories are not known: ${error.message}`)
  }
  return facts
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
