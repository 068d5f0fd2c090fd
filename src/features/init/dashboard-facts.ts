import { openNetwork } from '../../check/connect/open-dashboard.ts'
import { useAndClose } from '../../check/evaluation/evaluator.ts'
import type { World } from '../../check/world.ts'
import { type GovError, survivable } from '../../core/model/errors.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import type { Settings } from '../../settings/merge.ts'

/** Categories, rulesets and APIs that the credential may list. */
export interface DashboardFacts {
  readonly categories: readonly string[]
  readonly rulesets: readonly NamedRecord[]
  readonly apis: readonly NamedRecord[]
  readonly faults: readonly GovError[]
}

export interface NamedRecord {
  readonly id: string
  readonly name: string
}

/** More than a person looks through in a terminal. */
const maxListed = 50

/** Reads the lists from the dashboard. An error is kept in `faults`, because ids can still be typed. */
export async function readDashboardFacts(
  settings: Settings,
  flags: { readonly insecureHttp?: boolean },
  world: World,
): Promise<DashboardFacts> {
  try {
    const dashboard = await openNetwork(settings, flags, world)
    return await useAndClose(dashboard, ({ client }) => readAll(client))
  } catch (error) {
    return { categories: [], rulesets: [], apis: [], faults: [survivable(error)] }
  }
}

async function readAll(client: DashboardClient): Promise<DashboardFacts> {
  const faults: GovError[] = []
  const tried = async <Item>(read: (client: DashboardClient) => Promise<Item[]>): Promise<Item[]> => {
    if (faults.some(({ kind }) => kind === 'unavailable')) return []
    return read(client).catch((thrown: unknown) => {
      const error = survivable(thrown)
      if (!faults.some(({ message }) => message === error.message)) faults.push(error)
      return []
    })
  }
  return {
    categories: await tried(readCategories),
    rulesets: await tried(readRulesets),
    apis: await tried(readApis),
    faults,
  }
}

async function readCategories(client: DashboardClient): Promise<string[]> {
  const { categories } = await client.listApiCategories()
  return (categories ?? []).map(({ name }) => name).slice(0, maxListed)
}

async function readRulesets(client: DashboardClient): Promise<NamedRecord[]> {
  return findFirstPage(client.listRulesets(), ({ rulesets }) =>
    (rulesets ?? []).map(({ ruleset_id: id, name = '' }) => ({ id, name })),
  )
}

/** A classic API has no document that a ruleset could be run on. */
async function readApis(client: DashboardClient): Promise<NamedRecord[]> {
  return findFirstPage(client.listApis(), ({ apis }) =>
    (apis ?? []).flatMap(({ api_definition: { api_id: id, name = '', is_oas } }) =>
      is_oas === false ? [] : [{ id, name }],
    ),
  )
}

async function findFirstPage<Page>(
  pages: AsyncIterable<Page>,
  namedIn: (page: Page) => readonly NamedRecord[],
): Promise<NamedRecord[]> {
  const found: NamedRecord[] = []
  for await (const page of pages) {
    found.push(...namedIn(page))
    if (found.length >= maxListed) break
  }
  return found.slice(0, maxListed)
}
