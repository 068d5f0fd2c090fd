import { type RulesetRecord, type UserRecord, type WorkspaceSettings, zeroTime } from './records.ts'
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
  readonly compiled?: RulesSource['compiled']
}

const orgId = 'local'
const settings: WorkspaceSettings = {
  version: 1,
  governance: true,
  api_ownership: false,
  default_user: 'local',
  organisations: [{ id: orgId, name: 'Local' }],
}

/** A workspace without a folder: one organisation, one user who may write APIs, the given rulesets, no API. */
export function memoryWorkspace({ rulesets }: { readonly rulesets: readonly MemoryRuleset[] }): Workspace {
  const records = new Map(rulesets.map((ruleset) => [memoryRecord(ruleset), ruleset]))
  return {
    settings,
    users: [localUser],
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

export function memoryRecord({ id, name }: Pick<MemoryRuleset, 'id' | 'name'>): RulesetRecord {
  return {
    ruleset_id: id,
    id,
    name,
    description: '',
    org_id: orgId,
    active: true,
    resource_type: 'oas-api',
    action: 'warn',
    categories: [],
    is_template: false,
    rules: 'rules.yaml',
    date_created: zeroTime,
    last_updated: zeroTime,
  }
}

/** The workspace is served to nobody else: the key need not be a secret. */
const localUser: UserRecord = {
  id: settings.default_user,
  access_key: 'local',
  active: true,
  email_address: '',
  first_name: '',
  last_name: '',
  group_id: '',
  org_id: orgId,
  last_login_date: zeroTime,
  password_max_days: 0,
  password_updated: zeroTime,
  user_permissions: { apis: 'write' },
}

export async function refuseToRead(name: string): Promise<never> {
  throw new Error(`${name} cannot be read: this ruleset has no other files`)
}
