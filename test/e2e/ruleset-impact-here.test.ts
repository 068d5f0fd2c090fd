import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { openWorkspace } from '../../src/sandbox/store/workspace.ts'
import { gitRepository } from './git-repository.ts'
import { memoryDashboard } from './memory-dashboard.ts'
import { projectRoot, runGov } from './run-gov.ts'

const rule = (id: string, field: string, severity: string) =>
  `  ${id}:\n    severity: ${severity}\n    given: $.info\n    then: { field: ${field}, function: truthy }\n`
const oldRules = `rules:\n${rule('has-contact', 'contact', 'warn')}`
const newRules = `rules:\n${rule('has-contact', 'contact', 'error')}${rule('has-license', 'license', 'error')}`

let isDenied = (_path: string) => false
const dashboard = await memoryDashboard(
  await openWorkspace(join(projectRoot, 'fixtures/workspace')),
  (path) => isDenied(path),
)
afterAll(dashboard.close)

let cwd = ''
beforeEach(async () => {
  isDenied = () => false
  cwd = (await gitRepository({ files: { 'a.yaml': oldRules, 'other.yaml': oldRules } })).cwd
  writeFileSync(join(cwd, 'a.yaml'), newRules)
  dashboard.asked()
})

async function impact(...flags: readonly string[]) {
  const sides = flags.some((flag) => flag.endsWith('.yaml') && !flag.startsWith('-'))
    ? []
    : ['HEAD:a.yaml', 'a.yaml']
  const argv = ['ruleset', 'impact', ...sides, ...flags, '--url', dashboard.url, '--format', 'json']
  const env = { GOV_TOKEN: 'demo-key-administrator' }
  const { exitCode, stdout, stderr } = await runGov(argv, { cwd, env })
  const found = stdout.startsWith('{') ? JSON.parse(stdout) : undefined
  return { exitCode, stderr, found, asked: dashboard.asked() }
}

it('evaluates two versions that the dashboard has not on the APIs that it has, and changes nothing there', async () => {
  const { exitCode, stderr, found, asked } = await impact('--all-apis')
  expect(exitCode).toBe(1)
  expect(asked.filter((request) => !request.startsWith('GET /api/apis'))).toEqual([])
  // Each definition is read once for both versions.
  const lookups = asked.filter((request) => /^GET \/api\/apis\/[^?]/.test(request))
  expect(lookups.length).toBe(new Set(lookups).size)
  expect(stderr).toContain('both rulesets were evaluated by the embedded sandbox')
  expect(found).toMatchObject({ dashboard: dashboard.url, newly_failing: 5, still_passing: 2, unknown: 0 })
  expect(found.not_applicable).toEqual([
    { id: '3f0c6a9d2b7e4c15a8d4e1907b52c6fa', name: 'Loyalty points', resource_type: 'classic' },
    { id: 'assistant-tools', name: 'Assistant tools', resource_type: 'mcp-api' },
  ])
})

it('finds what a check of the same definitions with each version finds', async () => {
  const { found } = await impact('--all-apis')
  const checked = async (file: string) => {
    const argv = ['check', `${projectRoot}/fixtures/workspace/apis/*/openapi.*`, '--ruleset-file', file]
    const { stdout } = await runGov(
      [...argv, '--exclude', '**/assistant-tools/**', '--exclude', '**/studio-feeds/**', '--format', 'json'],
      { cwd },
    )
    return JSON.parse(stdout).issues.map(
      ({ rule_id, severity, file: at }: Record<string, string>) =>
        `${/apis\/([^/]+)/.exec(at ?? '')?.[1]} ${rule_id} ${severity}`,
    )
  }
  const [before, after] = [await checked('other.yaml'), await checked('a.yaml')]
  const rows = (key: 'added' | 'removed') =>
    found.apis.flatMap((api: Record<string, { rule_id: string; severity: string }[]>) =>
      (api[key] ?? []).map(({ rule_id, severity }) => `${String(api.id)} ${rule_id} ${severity}`),
    )
  expect(rows('added').toSorted()).toEqual(after.toSorted())
  expect(rows('removed').toSorted()).toEqual(before.toSorted())
  expect(after.length).toBeGreaterThan(before.length)
})

it.each<[string, readonly string[], number, object]>([
  ['named APIs', ['--api-id', 'payments', '--api-id', 'orders'], 1, { newly_failing: 1, still_passing: 1 }],
  ['a category', ['--api-category', 'partner'], 1, { newly_failing: 2 }],
  ['a pattern', ['--api-id', 'pay*'], 0, { newly_failing: 0, still_passing: 1 }],
  ['two files', ['other.yaml', 'a.yaml', '--api-id', 'orders'], 1, { ruleset_id: 'a', newly_failing: 1 }],
  ['two commits', ['HEAD:a.yaml', 'HEAD:other.yaml', '--api-id', 'orders'], 0, { still_passing: 1 }],
  ['another id', ['--as', 'rs', '--api-id', 'orders'], 1, { ruleset_id: 'rs' }],
  [
    'an API of another type',
    ['--api-id', 'assistant-tools', '--api-id', 'payments'],
    0,
    { unknown: 0, still_passing: 1 },
  ],
  [
    'an API that is not there',
    ['--api-id', 'gone', '--api-id', 'payments'],
    5,
    { unknown: 1, still_passing: 1 },
  ],
])('takes %s', async (_, flags, exitCode, counts) => {
  const run = await impact(...flags)
  expect(run.found).toMatchObject(counts)
  expect(run.exitCode).toBe(exitCode)
})

it.each<[string, readonly string[], number, string]>([
  [
    'only APIs of another type',
    ['--api-id', 'assistant-tools'],
    2,
    'none of the APIs is of the type that a is for (oas-api)',
  ],
  ['a pattern that matches nothing', ['--api-id', 'x*'], 2, 'no API matches "x*"'],
  ['a file that is not in the commit', ['HEAD:b.yaml', 'a.yaml', '--all-apis'], 2, 'b.yaml'],
])('refuses %s', async (_, flags, exitCode, text) => {
  const run = await impact(...flags)
  expect(run.stderr).toContain(text)
  expect(run.exitCode).toBe(exitCode)
})

it('is not safe where the definition of an API is denied', async () => {
  isDenied = (path) => path.startsWith('/api/apis/orders')
  const run = await impact('--all-apis')
  expect(run.exitCode).not.toBe(0)
  expect(`${run.stderr}${JSON.stringify(run.found ?? '')}`).toContain('access denied')
})

it('leaves out the other rulesets in files of the config, and says so', async () => {
  writeFileSync(
    join(cwd, '.governance.yml'),
    'version: 1\ndefinitions: [x.yaml]\nruleset_files: [a.yaml, other.yaml]\n',
  )
  const run = await impact('--api-id', 'orders')
  expect(run.stderr).toContain('rulesets in other files are left out for saved APIs: other.yaml')
  expect(run.found).toMatchObject({ ruleset_id: 'a', newly_failing: 1 })
})

const other = rule('has-tags', 'x-tags', 'error')
const design = 'version: 1\nruleset_ids: [rs-design, rs-docs]\n'
const advisory = `${design}policy: { advisory_actions: [none] }\n`
const byCategory = 'version: 1\ncategories: [partner, public]\n'

it.each<[string, string, readonly string[]]>([
  ['a saved ruleset and a file', design, ['rs-docs', 'a.yaml', '--api-id', 'payments', '--api-id', 'orders']],
  ['two saved rulesets', design, ['rs-docs', 'rs-security', '--api-id', 'payments', '--api-id', 'orders']],
  ['a file in the place of one', design, ['a.yaml', 'b.yaml', '--as', 'rs-docs', '--api-id', 'payments']],
  ['a ruleset of a category', byCategory, ['rs-docs', 'a.yaml', '--api-id', 'payments']],
  ['an advisory ruleset', advisory, ['rs-docs', 'a.yaml', '--api-id', 'orders']],
  ['a local definition', design, ['rs-docs', 'a.yaml', '--definition', 'api.yaml']],
])('over the network, %s gives what the embedded sandbox gives', async (_, config, argv) => {
  writeFileSync(join(cwd, '.governance.yml'), config)
  writeFileSync(join(cwd, 'b.yaml'), `rules:\n${other}`)
  writeFileSync(join(cwd, 'api.yaml'), "openapi: 3.0.3\ninfo: { title: a, version: '1' }\npaths: {}\n")
  const read = async (...where: readonly string[]) => {
    const env = { GOV_TOKEN: 'demo-key-administrator' }
    const line = ['ruleset', 'impact', ...argv, ...where, '--format', 'json']
    const { stdout, stderr } = await runGov(line, { cwd, env })
    if (!stdout.startsWith('{')) throw new Error(stderr)
    const { apis, run, rules } = JSON.parse(stdout)
    return { rules, run, rows: apis.flatMap(rowsOf).toSorted() }
  }
  const embedded = await read('--url', 'embedded', '--workspace', `${projectRoot}/fixtures/workspace`)
  expect(await read('--url', dashboard.url)).toEqual(embedded)
  expect(embedded.rows.length).toBeGreaterThan(1)
})

type Row = Record<
  'api_id' | 'ruleset_id' | 'ruleset_name' | 'rule_id' | 'severity' | 'path' | 'message',
  string
>

function rowsOf(api: { id: string; effect: string; added: Row[]; removed: Row[] }) {
  const row = (change: string, { api_id, ruleset_id, ruleset_name, rule_id, severity, path, message }: Row) =>
    [change, api_id, ruleset_id, ruleset_name, rule_id, severity, path, message].join(' ')
  return [
    `${api.id} ${api.effect}`,
    ...api.added.map((each) => row('+', each)),
    ...api.removed.map((each) => row('-', each)),
  ]
}
