import { hashKey } from '../../src/sandbox/resources/keys.ts'
import {
  apiRecord,
  developerRecord,
  keyRecord,
  refreshTokenRecord,
  rulesetRecord,
  settingsRecord,
  userRecord,
} from '../../src/sandbox/store/records.ts'
import { sentRules } from '../../src/sandbox/store/source-text.ts'
import { createStore, type StoreRecords } from '../../src/sandbox/store/store.ts'
import type { Workspace } from '../../src/sandbox/store/workspace.ts'

const definition = `openapi: 3.0.3
info:
  title: Pets
paths:
  /pets:
    get: {}
    post:
      operationId: addPet
`

const rules = `rules:
  operation-id:
    description: Every operation has an identifier.
    howToFix: Add an operationId.
    severity: error
    given: $.paths[*][get,post]
    then: { field: operationId, function: truthy }
  info-contact:
    description: A reader knows whom to ask.
    severity: warn
    given: $.info
    then: { field: contact, function: truthy }
`

export interface SampleOptions {
  readonly settings?: object
  /** Texts of definitions and of rules, by api_id and ruleset_id; the others get ordinary ones. */
  readonly texts?: Readonly<Record<string, string>>
  /** Further active rulesets in the category `bulk`. */
  readonly bulk?: number
  readonly stored?: Partial<StoreRecords>
}

/** Two organisations with something of every kind: enough for each refusal to be met by one request. */
export function sampleWorkspace({
  settings = {},
  texts = {},
  bulk = 0,
  stored = {},
}: SampleOptions = {}): Workspace {
  const bulkRulesets = Array.from({ length: bulk }, (_, i) => ruleset(`bulk-${i}`, { categories: ['bulk'] }))
  const store = createStore({
    rulesets: [
      ruleset('style', { categories: ['Public', 'payments'], action: 'none' }),
      ruleset('security', { categories: ['payments'] }),
      ruleset('draft', { categories: ['public'], active: false }),
      ruleset('template', { categories: ['public'], is_template: true }),
      ruleset('deleted', { categories: ['public'], deleted_at: '2025-01-01T00:00:00Z' }),
      ruleset('mcp', { categories: ['public'], resource_type: 'mcp-api' }),
      ruleset('foreign-rules', { categories: ['public'], org_id: 'org-b' }),
      ...bulkRulesets,
    ],
    developers: [
      developer('ada'),
      developer('gone', { inactive: true }),
      developer('foreign-dev', { org_id: 'org-b' }),
      ...Array.from({ length: 10 }, (_, i) => developer(`dev-${i}`)),
    ],
    refreshTokens: [
      refreshTokenRecord().parse({ key: 'token-pets', api_id: 'pets' }),
      refreshTokenRecord().parse({ key: 'a/b+c=', api_id: 'pets' }),
      refreshTokenRecord().parse({ key: 'token-of-nothing', api_id: 'removed' }),
    ],
    keys: [keyRecord().parse({ key_hash: hashKey('their-key'), org_id: 'org-b', session: {} })],
    ...stored,
  })
  return {
    settings: settingsRecord().parse({
      version: 1,
      governance: true,
      api_ownership: false,
      default_user: 'writer',
      admin_secret: 'admin-secret',
      gateway: { product: 'gw', secret: 'gateway-secret' },
      organisations: [
        { id: 'org-a', name: 'A' },
        { id: 'org-b', name: 'B' },
      ],
      ...settings,
    }),
    users: [
      user('writer', { apis: 'write' }, { group_id: 'group-a' }),
      user('reader', { apis: 'read' }),
      user('manager', { apis: 'admin' }),
      user('administrator', {}),
      user('denied', { apis: 'deny' }),
      user('nobody', { apis: 'none' }),
      user('unlisted', { users: 'admin' }),
      user('inactive', { apis: 'write' }, { active: false }),
      user('stranger', { apis: 'write' }, { org_id: 'org-b' }),
      user('editor', { keys: 'write', portal: 'write', governance: 'read' }),
      user('author', { governance: 'write' }),
      user('viewer', { keys: 'read', portal: 'read' }),
      user('super', { apis: 'write' }, { org_id: '' }),
    ],
    apis: [
      api('pets', { owners: ['writer'] }),
      api('shops', { owners: ['group-a'] }),
      api('tools', { kind: 'mcp', owners: ['other'] }),
      api('foreign', { org_id: 'org-b' }),
      apiRecord().parse({
        api_id: 'classic',
        id: 'db-classic',
        name: 'Old',
        org_id: 'org-a',
        kind: 'classic',
        classic: {},
      }),
      ...Array.from({ length: 12 }, (_, i) => api(`many-${i}`, {})),
    ],
    get rulesets() {
      return store.rulesets.all()
    },
    store,
    definition: async ({ api_id }) => ({
      name: `${api_id}.yaml`,
      format: 'yaml',
      text: texts[api_id] ?? definition,
    }),
    rules: async ({ ruleset_id, definition: sent }) =>
      sent === undefined
        ? {
            name: `${ruleset_id}.yaml`,
            format: 'yaml',
            text: texts[ruleset_id] ?? rules,
            read: async (name) => ({ name, format: 'yaml', text: texts[name] ?? '' }),
          }
        : sentRules(ruleset_id, sent),
  }
}
function user(id: string, user_permissions: Record<string, string>, others: object = {}) {
  return userRecord().parse({
    id,
    access_key: `key-${id}`,
    active: true,
    org_id: 'org-a',
    user_permissions,
    ...others,
  })
}

function developer(id: string, others: object = {}) {
  return developerRecord().parse({ id, email: `${id}@example.com`, org_id: 'org-a', ...others })
}

function api(api_id: string, others: object) {
  const record = {
    api_id,
    id: `db-${api_id}`,
    name: api_id,
    org_id: 'org-a',
    kind: 'oas',
    definition: 'd.yaml',
  }
  return apiRecord().parse({ ...record, ...others })
}

function ruleset(ruleset_id: string, others: object) {
  return rulesetRecord().parse({
    ruleset_id,
    id: `db-${ruleset_id}`,
    name: `The ${ruleset_id} rules`,
    org_id: 'org-a',
    active: true,
    resource_type: 'oas-api',
    action: 'warn',
    rules: 'r.yaml',
    ...others,
  })
}
