import { type RulesetRecord, rulesetRecord, type Settings, type User, userRecord } from './records.ts'
import { createStore } from './store.ts'
import type { RulesSource, Workspace } from './workspace.ts'

export interface MemoryRuleset {
  readonly id: string
  /** The ruleset's name in the answer; problems are reported under it, and `read` is given it as `from`. */
  readonly name: string
  readonly text: string
  readonly format: RulesSource['format']
  /** Reads what the ruleset extends. Absent: it can extend nothing by name. */
  readonly read?: RulesSource['read'] | undefined
  /** Reads the URLs that it extends. Absent: it can extend none. */
  readonly fetch?: RulesSource['fetch']
  readonly compiled?: RulesSource['compiled']
}

export interface MemoryWorkspaceOptions {
  readonly rulesets: readonly MemoryRuleset[]
  /** The one user's credential; needs to be a secret only where the workspace is served to others. */
  readonly accessKey?: string | undefined
}

const orgId = 'local'
const settings: Settings = {
  version: 1,
  governance: true,
  api_ownership: false,
  default_user: 'local',
  organisations: [{ id: orgId, name: 'Local' }],
}

/** A workspace without a folder: one organisation, one user who may write APIs, the given rulesets, no API. */
export function memoryWorkspace({ rulesets, accessKey = 'local' }: MemoryWorkspaceOptions): Workspace {
  const records = new Map(rulesets.map((ruleset) => [recordOf(ruleset), ruleset]))
  return {
    settings,
    users: [localUser(accessKey)],
    apis: [],
    rulesets: [...records.keys()],
    store: createStore(),
    definition: async ({ api_id }) => {
      throw new Error(`${api_id} is not in this workspace`)
    },
    rules: async (record) => {
      const ruleset = records.get(record)
      if (ruleset === undefined) throw new Error(`${record.ruleset_id} is not in this workspace`)
      const { read = refuseToRead, ...source } = ruleset
      return { ...source, read }
    },
  }
}

function recordOf({ id, name }: MemoryRuleset): RulesetRecord {
  return rulesetRecord.parse({
    ruleset_id: id,
    id,
    name,
    org_id: orgId,
    active: true,
    resource_type: 'oas-api',
    action: 'warn',
    rules: 'rules.yaml',
  })
}

function localUser(accessKey: string): User {
  return userRecord.parse({
    id: settings.default_user,
    access_key: accessKey,
    active: true,
    org_id: orgId,
    user_permissions: { apis: 'write' },
  })
}

async function refuseToRead(name: string): Promise<never> {
  throw new Error(`${name} cannot be read: this ruleset has no files beside it`)
}
