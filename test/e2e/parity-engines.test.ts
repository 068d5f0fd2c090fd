import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot, runGov } from './run-gov.ts'
import { type Served, serveSandbox } from './served.ts'

/** On a dashboard, patterns test the keys of an object: with the default engine, the first rule finds nothing. */
const rules = `rules:
  no-query: { given: $.paths, severity: error, then: { function: pattern, functionOptions: { notMatch: '\\?' } } }
  summary: { given: '$.paths[*].get', severity: warn, then: { field: summary, function: truthy } }
  tags: { given: $.tags, severity: info, then: { function: truthy } }
`
const openapi = `openapi: 3.1.0
info: { title: t, version: v }
paths:
  /x?a=1: { get: {} }
  /y?a=1: { get: {} }
`

let cwd: string
let vacuum: Served
let spectral: Served
let cutting: Served

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'gov-parity-'))
  await writeFile(join(cwd, 'openapi.yaml'), openapi)
  await writeFile(join(cwd, 'other.yaml'), openapi.replace('?a=1', ''))
  const workspace = join(cwd, 'ws')
  await cp(join(projectRoot, 'fixtures/workspace'), workspace, { recursive: true })
  await appendFile(join(workspace, 'workspace.yml'), 'engine: vacuum\n')
  await writeFile(join(workspace, 'rulesets/rs-docs/rules.yaml'), rules)
  // With a mode, the file's rules cannot be sent as the ruleset's own.
  await writeFile(join(workspace, 'rulesets/rs-design/rules.yaml'), 'extends: [[./naming.yaml, all]]\n')
  await writeFile(join(workspace, 'rulesets/rs-design/naming.yaml'), rules)
  ;[vacuum, spectral, cutting] = await Promise.all([
    serveSandbox([], workspace),
    serveSandbox(),
    serveSandbox(['--max-issues', '1'], workspace),
  ])
})
afterAll(async () => {
  await Promise.all([vacuum, spectral, cutting].map((served) => served?.stop()))
  await rm(cwd, { recursive: true })
})

async function parity(url: string, ...argv: string[]) {
  const env = { GOV_TOKEN: 'demo-key-pipeline', COLUMNS: '80' }
  const { exitCode, stdout, stderr } = await runGov(['parity', '--url', url, ...argv], { cwd, env })
  return { exitCode, text: `${stdout}${stderr}`.replaceAll(url, 'URL') }
}

const docs = ['--definition', 'openapi.yaml', '--definition', 'other.yaml', '--ruleset-id', 'rs-docs']

it('a dashboard and the engine that it has', async () => {
  const { exitCode, text } = await parity(vacuum.url, ...docs, '--engine', 'vacuum')
  expect(text).toMatch(/^EQUAL {2}7 issues the same \(2 definitions x 1 ruleset, on/)
  expect(exitCode).toBe(0)
})

it('a dashboard and another engine', async () => {
  const { exitCode, text } = await parity(vacuum.url, ...docs)
  expect(text).toBe(`RULE      RULESET  SAME  ONLY DASHBOARD  ONLY EMBEDDED
no-query  rs-docs     0               3              0

only dashboard  openapi.yaml:4 error no-query: \`/x?a=1\` must not match \\?, but
                is \`/x?a=1\`

DIFFERENT  1 of 2 rules differ; 4 issues the same (2 definitions x 1 ruleset, on
           URL and embedded with engine: spectral)
`)
  expect(exitCode).toBe(1)
})

it('a difference in JSON', async () => {
  const { exitCode, text } = await parity(vacuum.url, ...docs, '--format', 'json')
  expect(JSON.parse(text)).toMatchObject({
    version: 1,
    engine: 'spectral',
    rulesets: ['rs-docs'],
    rules: [
      { rule_id: 'no-query', same: 0, only_dashboard: 3, only_embedded: 0, dashboard_example: { line: 4 } },
      { rule_id: 'summary', same: 4, only_dashboard: 0, only_embedded: 0 },
    ],
    uncompared: [],
    exit_code: 1,
  })
  expect(exitCode).toBe(1)
})

it.each<[string, () => string, string[], number, string]>([
  [
    'saved APIs',
    () => vacuum.url,
    [...docs, '--engine', 'vacuum', '--api-id', 'payments'],
    5,
    'API payments: only',
  ],
  [
    'a ruleset with files',
    () => vacuum.url,
    [...docs.slice(0, 2), '--ruleset-id', 'rs-design'],
    5,
    'rs-design cannot be',
  ],
  [
    'what the engine refuses',
    () => spectral.url,
    [...docs, '--engine', 'vacuum'],
    5,
    'ruleset rs-docs cannot be evaluated here',
  ],
  ['a cut response', () => cutting.url, [...docs, '--engine', 'vacuum'], 5, 'was truncated: 1 of '],
  [
    'a ruleset that does not run',
    () => spectral.url,
    [...docs, '--ruleset-id', 'rs-mcp'],
    5,
    'ruleset rs-mcp did not run',
  ],
  [
    'no definition',
    () => vacuum.url,
    ['--api-id', 'payments', '--ruleset-id', 'rs-docs'],
    2,
    'only definitions are',
  ],
  ['local rulesets', () => vacuum.url, ['--definition', 'openapi.yaml', '--ruleset-file', 'r.yaml'], 2, ''],
  ['an unknown ruleset', () => vacuum.url, [...docs.slice(0, 2), '--ruleset-id', 'rs-none'], 6, 'rs-none'],
])('%s: never equal', async (_name, url, argv, exit, says) => {
  const { exitCode, text } = await parity(url(), ...argv)
  expect(text).toContain(says)
  expect(text).not.toContain('EQUAL')
  expect(exitCode).toBe(exit)
})
