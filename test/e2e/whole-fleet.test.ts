import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { definitionText, type Fleet, fleetClient, rulesText } from '../run/fleet-workspace.ts'
import { type OneByOne, oneByOne } from '../run/one-by-one.ts'
import { tempTree } from '../temp-tree.ts'
import { runGov } from './run-gov.ts'
import { serveSandbox } from './served.ts'

/** APIs x rulesets: a small fleet in every run of the tests, the large one by `npm run fleet`. */
const [apiCount = 40, rulesetCount = 22] = (process.env.GOV_FLEET ?? '40x22').split('x').map(Number)
const minutes = 60_000

/** Every 30th API is so large that the answers about it are cut; a ruleset is in one or two of five categories. */
const fleet: Fleet = {
  apis: Array.from({ length: apiCount }, (_, index) => ({
    id: `api-${index}`,
    kind: 'oas' as const,
    operations: index % 30 === 29 ? 80 : index % 3,
  })),
  rulesets: Array.from({ length: rulesetCount }, (_, index) => ({
    id: `rs-${String(index).padStart(2, '0')}`,
    type: 'oas-api' as const,
    categories: [`c${index % 5}`, ...(index % 4 === 0 ? [`c${(index + 1) % 5}`] : [])],
    rules: 1 + (index % 2),
  })),
}

const unlimited = {
  apis: Number.POSITIVE_INFINITY,
  rulesets: Number.POSITIVE_INFINITY,
  categories: Number.POSITIVE_INFINITY,
  issues: Number.POSITIVE_INFINITY,
  bodyBytes: Number.POSITIVE_INFINITY,
}
const apiIds = fleet.apis.map(({ id }) => id)
const rulesetIds = fleet.rulesets.map(({ id }) => id)

let reference: OneByOne

beforeAll(async () => {
  const asked = { api_ids: apiIds, definitions: [], selector: { ruleset_ids: rulesetIds } }
  reference = await oneByOne(asked, fleetClient(fleet, unlimited))
}, 10 * minutes)

it.each([
  ['rulesets by id', `ruleset_ids: [${rulesetIds.join(', ')}]`],
  ['categories', 'categories: [c0, c1, c2, c3, c4]'],
])(
  'a fleet over the network is what each pair alone is: %s',
  async (_name, selector) => {
    const workspace = await tempTree()
    writeWorkspace(workspace)
    const sandbox = await serveSandbox([], workspace)
    const cwd = await tempTree({
      '.governance.yml': `version: 1
dashboard: { url: "${sandbox.url}", deadline: 20m, timeout: 5m }
api_ids: [${apiIds.join(', ')}]
${selector}
policy: { fail_on: never, on_truncation: split }
`,
    })
    const env = { GOV_TOKEN: 'fleet-key' }
    const { exitCode, stdout } = await runGov(['check', '--quiet', '--output', 'json=run.json'], { cwd, env })
    await sandbox.stop()
    expect(stdout).toContain(`PASS  ${apiCount.toLocaleString('en')} APIs x ${rulesetCount} rulesets checked`)
    expect(exitCode).toBe(0)
    const report = JSON.parse(readFileSync(join(cwd, 'run.json'), 'utf8'))
    const { elapsed_ms: _elapsed, issues, ...expected } = reference.evaluation
    expect(report).toMatchObject(expected)
    const keyOf = ({ _id, severity, path, message }: (typeof issues)[number]) =>
      [_id, severity, path, message].join(' ')
    expect(report.issues.length).toBe(issues.length)
    expect(report.issues.map(keyOf).toSorted().join('\n') === issues.map(keyOf).toSorted().join('\n')).toBe(
      true,
    )
    expect(report.total).toBeGreaterThan(apiCount * rulesetCount)
  },
  20 * minutes,
)

function writeWorkspace(folder: string): void {
  const put = (name: string, text: string) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const settings = { version: 1, governance: true, api_ownership: false, default_user: 'u' }
  put('workspace.yml', JSON.stringify({ ...settings, organisations: [{ id: 'local', name: 'Local' }] }))
  const user = { id: 'u', access_key: 'fleet-key', active: true, org_id: 'local' }
  put('users/u.yml', JSON.stringify({ ...user, user_permissions: { apis: 'write' } }))
  for (const api of fleet.apis) {
    const record = { api_id: api.id, id: `db-${api.id}`, name: api.id, org_id: 'local', kind: api.kind }
    put(`apis/${api.id}/api.yml`, JSON.stringify({ ...record, definition: 'openapi.yaml' }))
    put(`apis/${api.id}/openapi.yaml`, definitionText(api))
  }
  for (const ruleset of fleet.rulesets) {
    const { id, type: resource_type, categories } = ruleset
    const record = { ruleset_id: id, id: `db-${id}`, name: `Rules ${id}`, org_id: 'local', active: true }
    const rest = { resource_type, action: 'warn', categories, rules: 'rules.yaml' }
    put(`rulesets/${id}/ruleset.yml`, JSON.stringify({ ...record, ...rest }))
    put(`rulesets/${id}/rules.yaml`, rulesText(ruleset))
  }
}
