import { resolve } from 'node:path'
import type { Records } from '../../../check/types.ts'
import { usageError } from '../../../core/model/errors.ts'
import { exactJson } from '../../../core/text/json.ts'
import type { Ruleset } from '../../../engine/rule.ts'
import { memoryRecord, memoryWorkspace, refuseToRead } from '../../../sandbox/store/memory-workspace.ts'
import { apiRecord } from '../../../sandbox/store/records.ts'
import { openWorkspace, type Workspace } from '../../../sandbox/store/workspace.ts'
import type { PlannedImpact } from './plan-impact.ts'

/**
 * The workspace of the run, or one with the saved APIs of a dashboard, that has other rules in the place of one ruleset.
 * `local` is the one of ruleset files.
 */
export async function openChangedWorkspace(
  rules: Ruleset,
  { place, isHere, plan }: PlannedImpact,
  { cwd, records }: { readonly cwd: string; readonly records: Pick<Records, 'getApi'> },
  local: Workspace | undefined,
): Promise<Workspace> {
  const { asked } = plan.targets
  const { workspace: folder, engine } = plan.connection
  const open = async () => openWorkspace(resolve(cwd, folder ?? ''), { called: folder })
  const served = local ?? (folder === undefined ? createApiWorkspace(asked.api_ids, records) : await open())
  const { settings, users, apis, store, rulesets, definition } = served
  const org_id = users.find(({ id }) => id === settings.default_user)?.org_id ?? ''
  const isNew = (isHere || engine === undefined) && !rulesets.some(({ ruleset_id }) => ruleset_id === place)
  return {
    ...{ settings, users, apis, store, definition },
    rulesets: isNew ? [...rulesets, { ...memoryRecord({ id: place, name: place }), org_id }] : rulesets,
    rules: async (record) =>
      record.ruleset_id === place
        ? { name: record.name, text: '', format: 'yaml', compiled: rules, read: refuseToRead }
        : served.rules(record),
  }
}

/** Definitions are read from the dashboard when they are needed. */
function createApiWorkspace(api_ids: readonly string[], { getApi }: Pick<Records, 'getApi'>): Workspace {
  const workspace = memoryWorkspace({ rulesets: [] })
  const [org] = workspace.settings.organisations
  const createRecord = (id: string) =>
    apiRecord().parse({ api_id: id, id, name: id, org_id: org?.id, kind: 'oas', definition: 'openapi.json' })
  return {
    ...workspace,
    apis: api_ids.map(createRecord),
    definition: async ({ api_id }) => {
      const { oas } = await getApi(api_id)
      if (!oas) throw noDefinitionError(api_id)
      return { name: api_id, text: exactJson(oas), format: 'json' }
    },
  }
}

function noDefinitionError(id: string): Error {
  const message = `the dashboard sends no OpenAPI definition of the API ${id}`
  return usageError('api-without-definition', message, 'Leave the API out: it cannot be evaluated here.')
}

/** Lookups of which each is asked once, so that both rulesets see the same definitions. */
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
