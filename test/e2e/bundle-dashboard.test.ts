import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { projectRoot, runGov } from './run-gov.ts'
import { type Served, serveSandbox } from './served.ts'

const files = {
  'api/openapi.yaml': `openapi: 3.0.3
info: {title: Users, version: '1'}
servers: [{url: https://x.example.com}]
paths:
  /users/{id}:
    $ref: parts/user.yaml#/~1users~1%7Bid%7D
  /v1.0/users:
    $ref: parts/user.yaml#/~1users~1%7Bid%7D
components:
  schemas:
    Far: {$ref: 'parts/user.yaml#/schema'}
`,
  'api/parts/user.yaml': `/users/{id}:
  get:
    parameters:
      - {name: id, in: path, required: true, schema: {$ref: '#/id'}}
    responses:
      '200': {description: ok, content: {application/json: {schema: {$ref: 'tree.yaml'}}}}
id: {type: integer}
schema: {type: string}
`,
  'api/parts/tree.yaml': 'type: object\nproperties: {id: {$ref: "user.yaml#/id"}, parent: {$ref: "#"}}\n',
}
const rulesets = ['--ruleset-id', 'rs-security', '--ruleset-id', 'rs-design']
const line = ['check', '--definition', 'api/openapi.yaml', ...rulesets]

let sandbox: Served
let ways: Readonly<Record<'embedded' | 'served', readonly string[]>>

beforeAll(async () => {
  sandbox = await serveSandbox()
  const workspace = join(projectRoot, 'fixtures/workspace')
  ways = { embedded: ['--url', 'embedded', '--workspace', workspace], served: ['--url', sandbox.url] }
})

afterAll(async () => {
  expect(await sandbox.stop()).toBe(0)
})

const env = { GOV_TOKEN: 'demo-key-pipeline' }

/** What identifies an issue and shows it, without what the service made of the document that it got. */
function issuesIn(report: string): readonly unknown[] {
  const { issues }: { issues: readonly Record<string, unknown>[] } = JSON.parse(report)
  const shown = issues.map(({ rule_id, severity, message, path, file, definition, line, column }) =>
    JSON.stringify([rule_id, severity, message, path, file, definition, line, column]),
  )
  return shown.sort()
}

it('a dashboard finds what the embedded sandbox finds, in the same files', async () => {
  const cwd = await tempTree(files)
  const embedded = await runGov([...line, '--format', 'json', ...ways.embedded], { cwd, env })
  const served = await runGov([...line, '--format', 'json', ...ways.served], { cwd, env })
  expect(issuesIn(served.stdout)).toEqual(issuesIn(embedded.stdout))
  expect(issuesIn(served.stdout).filter((issue) => /parts\/user/.test(String(issue))).length).toBeGreaterThan(
    2,
  )
  expect(JSON.parse(served.stdout).run.definitions[0].bundled).toEqual([
    'api/parts/tree.yaml',
    'api/parts/user.yaml',
  ])
  expect([served.exitCode, embedded.exitCode]).toEqual([1, 1])
  const table = await runGov([...line, ...ways.served], { cwd, env })
  expect(table.stdout).toContain('api/openapi.yaml was sent as a bundle with 2 other files\n')
})

it('a baseline of the one excuses the issues of the other', async () => {
  const cwd = await tempTree(files)
  const create = ['baseline', 'create', ...line.slice(1), '--baseline', 'known.json', ...ways.embedded]
  expect((await runGov(create, { cwd, env })).exitCode).toBe(0)
  const { exitCode, stderr } = await runGov([...line, '--baseline', 'known.json', ...ways.served], {
    cwd,
    env,
  })
  expect([exitCode, stderr]).toEqual([0, ''])
})

it('gov bundle prints what is sent, and both forms say the same', async () => {
  const cwd = await tempTree(files)
  const yaml = await runGov(['bundle', 'api/openapi.yaml'], { cwd })
  const written = await runGov(['bundle', 'api/openapi.yaml', '--output', 'whole.json'], { cwd })
  expect([yaml.exitCode, written.stderr]).toEqual([0, 'Wrote whole.json.\n'])
  const again = await runGov(['bundle', 'whole.json', '--format', 'yaml'], { cwd })
  expect(again.stdout).toBe(yaml.stdout)
  const { paths } = JSON.parse(readFileSync(join(cwd, 'whole.json'), 'utf8'))
  expect(paths['/v1.0/users']).toEqual({ $ref: '#/paths/~1users~1%7Bid%7D' })
})

it('gov bundle refuses what would be lost, with the line', async () => {
  const cwd = await tempTree({ 'a.yaml': 'openapi: 3.1.0\npaths:\n  /a: {$ref: gone.yaml}\n' })
  const { exitCode, stdout, stderr } = await runGov(['bundle', 'a.yaml'], { cwd })
  expect([exitCode, stdout]).toEqual([2, ''])
  expect(stderr).toContain('error: a.yaml:3:6: cannot bundle the definition for the dashboard: "gone.yaml": ')
})

it('says that a bundle is larger than what dashboards take, and passes on that it was', async () => {
  const large = `Far: {type: string, description: ${'x'.repeat(2_700_000)}}\n`
  const cwd = await tempTree({
    'openapi.yaml':
      "openapi: 3.0.3\ninfo: {title: a, version: '1'}\npaths: {}\ncomponents: {schemas: {A: {$ref: 'a.yaml#/Far'}, B: {$ref: 'b.yaml#/Far'}}}\n",
    'a.yaml': large,
    'b.yaml': large,
  })
  const argv = ['check', '--definition', 'openapi.yaml', ...rulesets, ...ways.served]
  const { exitCode, stderr } = await runGov(argv, { cwd, env })
  expect(exitCode).toBe(2)
  expect(stderr).toMatch(
    /^warning: openapi\.yaml is 5\.2 MB as a bundle with 2 other files: a dashboard takes 5 MB, unless its limit is raised\nerror: .* rejected the definition: too large/,
  )
})

it.each([
  [
    '2.0',
    {
      'a.yaml':
        "swagger: '2.0'\ninfo: {title: a, version: '1'}\npaths:\n  /a: {get: {parameters: [{$ref: 'p.yaml#/id'}], responses: {'200': {description: ok, schema: {$ref: 'p.yaml#/Thing'}}}}}\n",
      'p.yaml':
        'id: {name: id, in: query, type: string}\nThing: {type: object, properties: {n: {type: integer, enum: [a], example: x}}}\n',
    },
  ],
  [
    '3.2 with $self',
    {
      'a.yaml':
        "openapi: 3.2.0\n$self: https://example.com/api/a.yaml\ninfo: {title: a, version: '1'}\npaths:\n  /a: {get: {responses: {'200': {description: ok, content: {application/json: {schema: {$ref: 'p.yaml#/Thing'}}}}}}}\ncomponents: {schemas: {Own: {$ref: 'https://example.com/api/a.yaml#/components/schemas/Other'}, Other: {type: strin}}}\n",
      'p.yaml': 'Thing: {type: object, properties: {n: {type: integer, enum: [a], example: x}}}\n',
    },
  ],
])('a bundle of %s keeps its issues', async (_version, parts) => {
  const cwd = await tempTree(parts)
  const written = await runGov(['bundle', 'a.yaml', '--output', 'whole.json'], { cwd })
  expect(written).toMatchObject({ exitCode: 0, stderr: 'Wrote whole.json.\n' })
  const whole = readFileSync(join(cwd, 'whole.json'), 'utf8')
  expect(whole).not.toContain('p.yaml')
  const rulesOf = async (file: string) => {
    const { stdout } = await runGov(['check', file, '--format', 'json'], { cwd })
    const { issues }: { issues: readonly { rule_id: string }[] } = JSON.parse(stdout)
    return issues.map(({ rule_id }) => rule_id).sort()
  }
  const apart = await rulesOf('a.yaml')
  expect(apart).toContain('typed-enum')
  expect(await rulesOf('whole.json')).toEqual(apart)
})
