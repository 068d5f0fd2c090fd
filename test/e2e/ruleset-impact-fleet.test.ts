import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Issue } from '../../src/core/model/issue.ts'
import type { Impact } from '../../src/features/ruleset/impact/impact-model.ts'
import { type Fleet, rulesText } from '../check/fleet-workspace.ts'
import { writeFleet } from '../check/write-fleet.ts'
import { runGov } from './run-gov.ts'
import { serveSandbox } from './served.ts'

/** APIs x rulesets: a small fleet of several requests in every run of the tests, the large one by `npm run task -- fleet`. */
const [apiCount = 13, rulesetCount = 21] = (process.env.GOV_TEST_FLEET ?? '13x21').split('x').map(Number)
const minutes = 60_000

const fleet: Fleet = {
  apis: Array.from({ length: apiCount }, (_, index) => ({
    id: `api-${index}`,
    kind: 'oas' as const,
    operations: index % 30 === 12 ? 80 : index % 3,
  })),
  rulesets: Array.from({ length: rulesetCount }, (_, index) => ({
    id: `rs-${String(index).padStart(2, '0')}`,
    type: 'oas-api' as const,
    categories: [`c${index % 5}`],
    rules: 1 + (index % 2),
  })),
}
const apiIds = fleet.apis.map(({ id }) => id)
const rulesetIds = fleet.rulesets.map(({ id }) => id)
const changed = 'rs-03'

/** One rule stays, one hardens, one is new, and one looks elsewhere. */
const oldRules = `${rulesText({ id: changed, type: 'oas-api', categories: [], rules: 2 })}  ${changed}-tags:
    severity: warn
    given: $.paths[*].get
    then: { field: tags, function: truthy }
  ${changed}-elsewhere:
    severity: warn
    given: $.info
    then: { field: contact, function: truthy }
`
const newRules = oldRules
  .replace('severity: warn\n    given: $.paths', 'severity: error\n    given: $.paths')
  .replace('given: $.info\n    then: { field: contact', 'given: $.paths[*]\n    then: { field: contact')
  .concat(`  ${changed}-license:
    severity: hint
    given: $.info
    then: { field: license, function: truthy }
`)

/** The other rulesets' errors are accepted, so that verdicts depend on the one that changes. */
const policy = `policy:
  on_truncation: split
  fail_on: error
  rulesets: { ${rulesetIds
    .filter((id) => id !== changed)
    .map((id) => `${id}: { fail_on: never }`)
    .join(', ')}, ${changed}: { fail_on: error, max: { error: 2 } } }
waivers:
  - { rule_id: ${changed}-tags, api_id: api-1, reason: moved, owner: team, expires: 2999-12-31 }
`

const runs: Record<string, { before: Report; after: Report; ms: number }> = {}
interface Report {
  readonly issues: readonly Issue[]
  readonly outcome: { readonly kind: string }
}

let folder: string

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gov-impact-')))
  writeFleet(fleet, join(folder, 'workspace'))
  writeRules(oldRules)
  writeFileSync(join(folder, 'new.yaml'), newRules)
  for (const [name, selector] of selectors) {
    writeConfig(selector)
    const before = await wholeRun(oldRules)
    const after = await wholeRun(newRules)
    runs[name] = { before: before.report, after: after.report, ms: Math.min(before.ms, after.ms) }
  }
  writeRules(oldRules)
}, 20 * minutes)

afterAll(() => rmSync(folder, { recursive: true, force: true }), 5 * minutes)

const selectors = [
  ['rulesets by id', `ruleset_ids: [${rulesetIds.join(', ')}]`],
  ['categories', 'categories: [c0, c1, c2, c3, c4]'],
] as const

describe.each(selectors)('%s', (name, selector) => {
  it(
    'the impact is the difference of two whole runs, row for row',
    async () => {
      writeConfig(selector)
      const started = process.cpuUsage()
      const impact = await impactOf(['impact', changed, 'new.yaml', '--format', 'json'])
      const ms = cpuSince(started)
      expectDifference(impact, runs[name])
      expect(impact.unchanged_rules).toBe(2)
      expect(impact.newly_failing).toBeGreaterThan(0)
      expect(impact.unknown).toBe(0)
      const whole = runs[name]?.ms ?? 0
      const times = `impact ${ms.toFixed(0)} ms of CPU, one whole run ${whole.toFixed(0)} ms: ${(ms / whole).toFixed(2)}`
      if (process.env.GOV_TEST_FLEET) process.stderr.write(`${name}: ${times}\n`)
    },
    20 * minutes,
  )
})

it(
  'over the network, with the rules evaluated here, the same',
  async () => {
    writeRules(oldRules)
    const sandbox = await serveSandbox([], join(folder, 'workspace'))
    try {
      writeConfig(selectors[0][1], `{ url: "${sandbox.url}", deadline: 20m, timeout: 5m }`)
      const impact = await impactOf(['impact', changed, 'new.yaml', '--format', 'json'])
      expectDifference(impact, runs['rulesets by id'])
    } finally {
      await sandbox.stop()
    }
  },
  20 * minutes,
)

it(
  'each verdict is that of a check of the API alone',
  async () => {
    writeConfig(selectors[0][1])
    const impact = await impactOf(['impact', changed, 'new.yaml', '--format', 'json'])
    const some = [
      ...impact.apis.filter((_, index) => index % Math.ceil(apiCount / 10) === 0),
      ...impact.apis.slice(0, 3),
    ]
    for (const [rules, side] of [
      [oldRules, 'before'],
      [newRules, 'after'],
    ] as const) {
      writeRules(rules)
      for (const api of some) {
        const { exitCode } = await runGov(['check', '--quiet', '--api-id', api.id], { cwd: folder })
        expect([api.id, side, api[side]]).toEqual([api.id, side, exitCode === 0 ? 'passes' : 'fails'])
      }
    }
    writeRules(oldRules)
  },
  20 * minutes,
)

/** CPU time, which other programs change less than they change the clock. */
function cpuSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}

/** Rows as a person sees them, of one list without those of the other. */
function expectDifference(impact: Impact, whole: (typeof runs)[string] | undefined): void {
  if (whole === undefined) throw new Error('no whole run')
  const [before, after] = [whole.before.issues.map(rowOf), whole.after.issues.map(rowOf)]
  expect(impact.apis.flatMap(({ added }) => added.map(rowOf)).toSorted()).toEqual(without(after, before))
  expect(impact.apis.flatMap(({ removed }) => removed.map(rowOf)).toSorted()).toEqual(without(before, after))
  expect(impact.run).toMatchObject({ before: whole.before.outcome.kind, after: whole.after.outcome.kind })
  expect(impact.apis.map(({ id }) => id)).toEqual(apiIds)
}

function without(rows: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const row of others) counts.set(row, (counts.get(row) ?? 0) + 1)
  return rows
    .filter((row) => {
      const count = counts.get(row) ?? 0
      counts.set(row, count - 1)
      return count <= 0
    })
    .toSorted()
}

function rowOf({
  api_id,
  ruleset_id,
  ruleset_name,
  rule_id,
  severity,
  path,
  message,
  how_to_fix,
  excused,
}: Issue) {
  return JSON.stringify([
    api_id,
    ruleset_id,
    ruleset_name,
    rule_id,
    severity,
    path,
    message,
    how_to_fix,
    excused,
  ])
}

async function impactOf(argv: readonly string[]): Promise<Impact> {
  const { stdout, stderr, exitCode } = await runGov(['ruleset', ...argv], { cwd: folder, env })
  expect([exitCode, stderr.includes('error')]).toEqual([1, false])
  return JSON.parse(stdout)
}

const env = { GOV_TOKEN: 'fleet-key' }

async function wholeRun(rules: string) {
  writeRules(rules)
  const started = process.cpuUsage()
  const { exitCode, stderr } = await runGov(['check', '--quiet', '--output', 'json=run.json'], {
    cwd: folder,
  })
  const ms = cpuSince(started)
  if (exitCode !== 0 && exitCode !== 1) throw new Error(stderr)
  const report: Report = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'))
  return { report, ms }
}

function writeRules(text: string): void {
  writeFileSync(join(folder, `workspace/rulesets/${changed}/rules.yaml`), text)
}

function writeConfig(
  selector: string,
  dashboard = '{ url: embedded, workspace: workspace, deadline: 20m }',
): void {
  const text = `version: 1\ndashboard: ${dashboard}\napi_ids: [${apiIds.join(', ')}]\n${selector}\n${policy}`
  writeFileSync(join(folder, '.governance.yml'), text)
}
