import { dashboardEvaluator } from '../../src/check/connect/dashboard.ts'
import { createClient } from '../../src/dashboard/client.ts'
import type { SandboxLimits } from '../../src/dashboard/contract/evaluation.ts'
import { memoryWorkspace } from '../../src/sandbox/store/memory-workspace.ts'
import { apiRecord, rulesetRecord } from '../../src/sandbox/store/records.ts'
import type { Workspace } from '../../src/sandbox/store/workspace.ts'
import { createFetchingApp as createApp } from '../sandbox/fetching-app.ts'

export interface FleetApi {
  readonly id: string
  readonly kind: 'oas' | 'mcp'
  /** Operations that the rules about operations find; a definition that is broken cannot be evaluated at all. */
  readonly operations: number | 'broken'
}

export interface FleetRuleset {
  readonly id: string
  readonly type: 'oas-api' | 'mcp-api'
  readonly categories: readonly string[]
  /** How many rules there are, of each severity in turn. */
  readonly rules: number
}

export interface Fleet {
  readonly apis: readonly FleetApi[]
  readonly rulesets: readonly FleetRuleset[]
}

const orgId = 'local'
const severities = ['error', 'warn', 'info', 'hint']
const fleetNow = () => new Date('2026-03-04T05:06:07.000Z')

/** A workspace of generated APIs and rulesets, in memory. */
function fleetWorkspace({ apis, rulesets }: Fleet): Workspace {
  const byId = new Map<string, FleetApi | FleetRuleset>([...apis, ...rulesets].map((each) => [each.id, each]))
  return {
    ...memoryWorkspace({ rulesets: [] }),
    apis: apis.map(({ id, kind }) => apiOf(id, kind)),
    rulesets: rulesets.map(rulesetOf),
    definition: async ({ api_id: id }) => ({ name: `${id}.yaml`, format: 'yaml', text: text(byId.get(id)) }),
    rules: async ({ ruleset_id: id }) => ({
      name: `${id}.yaml`,
      format: 'yaml',
      text: text(byId.get(id)),
      read: async (name) => ({ name, text: '' }),
    }),
  }
}

function apiOf(id: string, kind: FleetApi['kind']) {
  const record = { api_id: id, id: `db-${id}`, name: id, org_id: orgId, kind, definition: 'd.yaml' }
  return apiRecord().parse(record)
}

function rulesetOf({ id, type, categories }: FleetRuleset) {
  const names = { ruleset_id: id, id: `db-${id}`, name: `Rules ${id}`, org_id: orgId }
  const state = { active: true, resource_type: type, action: 'warn', categories, rules: 'r.yaml' }
  return rulesetRecord().parse({ ...names, ...state })
}

function text(each: FleetApi | FleetRuleset | undefined): string {
  if (each === undefined) throw new Error('not in this fleet')
  return 'kind' in each ? definitionText(each) : rulesText(each)
}

export function definitionText({ id, operations }: FleetApi): string {
  if (operations === 'broken') return 'openapi: [3.0.3'
  const paths = Array.from({ length: operations }, (_, index) => `  /${id}/${index}:\n    get: {}\n`)
  return `openapi: 3.0.3\ninfo: { title: ${id}, version: '1' }\npaths:${operations === 0 ? ' {}\n' : `\n${paths.join('')}`}`
}

export function rulesText({ id, rules }: FleetRuleset): string {
  const texts = Array.from({ length: rules }, (_, index) => {
    const given = index % 2 === 0 ? '$.paths[*].get' : '$.info'
    const severity = severities[index % severities.length]
    return `  ${id}-${index}:\n    severity: ${severity}\n    given: ${given}\n    then: { field: summary, function: truthy }\n`
  })
  return `rules:\n${texts.join('')}`
}

/** A client of the sandbox over the fleet. */
/** The service over generated records, asked as a dashboard is. */
export function fleetEvaluator(fleet: Fleet, limits: SandboxLimits) {
  const app = createApp(fleetWorkspace(fleet), { limits, now: fleetNow })
  const client = createClient({
    baseUrl: 'http://embedded',
    token: () => 'local',
    fetch: (url, { method, headers, body }) =>
      app.fetch(new Request(url, { method, headers, ...(body !== undefined && { body }) })),
  })
  return dashboardEvaluator({ client, close: async () => {} })
}
