import { resolve } from 'node:path'
import type { Records } from '../../check/evaluation/evaluator.ts'
import type { CheckPlan } from '../../check/plan/check-plan.ts'
import { listAllApis, readListedApis, usualType } from '../../check/plan/match-apis.ts'
import type { World } from '../../check/world.ts'
import type { Asked } from '../../core/model/asked.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import type { RulesetSummary } from '../../core/model/evaluation.ts'
import { exactJson } from '../../core/text/json.ts'
import type { DashboardClient } from '../../dashboard/client.ts'
import type { Ruleset } from '../../engine/rule.ts'
import { memoryRecord, memoryWorkspace, refuseToRead } from '../../sandbox/store/memory-workspace.ts'
import { apiRecord, type RulesetRecord } from '../../sandbox/store/records.ts'
import { openWorkspace, type Workspace } from '../../sandbox/store/workspace.ts'
import type { ApiFacts } from './impact.ts'

/** Where the APIs of a run are, for an embedded sandbox that has one other ruleset beside them. */
export type WorkspaceWith = (rules: Ruleset, summary: RulesetSummary) => Promise<Workspace>

/** The APIs of the plan, wherever they are; those of a dashboard are read from it when they are needed. */
export function fleetDashboard(
  { targets: { asked }, connection }: Pick<CheckPlan, 'targets' | 'connection'>,
  cwd: string,
  records: Pick<Records, 'getApi'>,
): WorkspaceWith {
  const folder = connection.workspace
  return async (compiled, summary) => {
    const { name } = summary
    const record = createRecord(summary)
    const rules: Workspace['rules'] = async () => {
      return { name, text: '', format: 'yaml', compiled, read: refuseToRead }
    }
    if (folder === undefined)
      return { ...createMemoryApis(asked, record, records), rulesets: [record], rules }
    const opened = await openWorkspace(resolve(cwd, folder), { called: folder })
    const { settings, users, apis, store, rulesets, definition } = opened
    const org_id = users.find(({ id }) => id === settings.default_user)?.org_id ?? ''
    const saved = rulesets.find(({ ruleset_id }) => ruleset_id === summary.id)
    return { settings, users, apis, store, definition, rulesets: [saved ?? { ...record, org_id }], rules }
  }
}

function createRecord(summary: RulesetSummary): RulesetRecord {
  const { action, resource_type } = summary
  return {
    ...memoryRecord(summary),
    action,
    resource_type: resource_type === 'mcp-api' ? 'mcp-api' : 'oas-api',
  }
}

function createMemoryApis(
  asked: Asked,
  { org_id }: RulesetRecord,
  records: Pick<Records, 'getApi'>,
): Workspace {
  return {
    ...memoryWorkspace({ rulesets: [] }),
    apis: asked.api_ids.map((id) =>
      apiRecord().parse({ api_id: id, id, name: id, org_id, kind: 'oas', definition: 'openapi.json' }),
    ),
    definition: async ({ api_id }) => {
      const { oas } = await records.getApi(api_id)
      if (!oas) throw noDefinitionError(api_id)
      return { name: api_id, text: exactJson(oas), format: 'json' }
    },
  }
}

/** Lookups of which each is asked once. */
export function rememberApis({ getApi }: Pick<Records, 'getApi'>): Pick<Records, 'getApi'> {
  const asked = new Map<string, ReturnType<typeof getApi>>()
  return {
    getApi: (id) => {
      const answer = asked.get(id) ?? getApi(id)
      asked.set(id, answer)
      return answer
    },
  }
}

function noDefinitionError(id: string): GovError {
  const message = `the dashboard sends no OpenAPI definition of the API ${id}`
  return usageError('api-without-definition', message, 'Leave the API out: it cannot be evaluated here.')
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
