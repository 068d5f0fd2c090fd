import { resolve } from 'node:path'
import type { Records } from '../../check/evaluation/evaluator.ts'
import { usageError } from '../../core/model/errors.ts'
import { exactJson } from '../../core/text/json.ts'
import type { Ruleset } from '../../engine/rule.ts'
import { memoryRecord, memoryWorkspace, refuseToRead } from '../../sandbox/store/memory-workspace.ts'
import { apiRecord } from '../../sandbox/store/records.ts'
import { openWorkspace, type Workspace } from '../../sandbox/store/workspace.ts'
import type { PlannedImpact } from './plan-impact.ts'

/** The workspace of the run with other rules in the place of one ruleset. */
export async function openWorkspaceWith(
  rules: Ruleset,
  { place, isHere, plan }: PlannedImpact,
  cwd: string,
  local: Workspace | undefined,
): Promise<Workspace> {
  const folder = plan.connection.workspace ?? ''
  const served = local ?? (await openWorkspace(resolve(cwd, folder), { called: folder }))
  const { settings, users, apis, store, rulesets, definition } = served
  const org_id = users.find(({ id }) => id === settings.default_user)?.org_id ?? ''
  const isNew = isHere && !rulesets.some(({ ruleset_id }) => ruleset_id === place)
  return {
    ...{ settings, users, apis, store, definition },
    rulesets: isNew ? [...rulesets, { ...memoryRecord({ id: place, name: place }), org_id }] : rulesets,
    rules: async (record) =>
      record.ruleset_id === place
        ? { name: record.name, text: '', format: 'yaml', compiled: rules, read: refuseToRead }
        : served.rules(record),
  }
}

/** A workspace of one ruleset and the saved APIs of a dashboard, which are read from it when they are needed. */
export function createWorkspaceOf(
  rules: Ruleset,
  { place, plan }: PlannedImpact,
  records: Pick<Records, 'getApi'>,
): Workspace {
  const ruleset = { id: place, name: place, text: '', format: 'yaml', compiled: rules } as const
  const workspace = memoryWorkspace({ rulesets: [ruleset] })
  const [org] = workspace.settings.organisations
  const createRecord = (id: string) =>
    apiRecord().parse({ api_id: id, id, name: id, org_id: org?.id, kind: 'oas', definition: 'openapi.json' })
  return {
    ...workspace,
    apis: plan.targets.asked.api_ids.map(createRecord),
    definition: async ({ api_id }) => {
      const { oas } = await records.getApi(api_id)
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
