import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { type Fleet, fleetEvaluator } from '../check/fleet-workspace.ts'
import { type OneByOne, oneByOne } from '../check/one-by-one.ts'
import { writeFleet } from '../check/write-fleet.ts'
import { tempTree } from '../temp-tree.ts'
import { runGov } from './run-gov.ts'
import { serveSandbox } from './served.ts'

/** APIs x rulesets: a small fleet of several requests in every run of the tests, the large one by `npm run task -- fleet`. */
const [apiCount = 13, rulesetCount = 21] = (process.env.GOV_TEST_FLEET ?? '13x21').split('x').map(Number)
const minutes = 60_000

/** Every 30th API is so large that the answers about it are cut; a ruleset is in one or two of five categories. */
const fleet: Fleet = {
  apis: Array.from({ length: apiCount }, (_, index) => ({
    id: `api-${index}`,
    kind: 'oas' as const,
    operations: index % 30 === 12 ? 80 : index % 3,
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
  reference = await oneByOne(asked, fleetEvaluator(fleet, unlimited))
}, 10 * minutes)

it.each([
  ['rulesets by id', `ruleset_ids: [${rulesetIds.join(', ')}]`],
  ['categories', 'categories: [c0, c1, c2, c3, c4]'],
])(
  'a fleet over the network is what each pair alone is: %s',
  async (_name, selector) => {
    const workspace = await tempTree()
    writeFleet(fleet, workspace)
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
    expect(stdout).toMatch(/^PASS /)
    expect(stdout).toContain(` in ${apiCount.toLocaleString('en')} APIs x ${rulesetCount} rulesets;`)
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
