import { afterAll, expect, it } from 'vitest'
import { memoryWorkspace } from '../../src/sandbox/store/memory-workspace.ts'
import { apiRecord } from '../../src/sandbox/store/records.ts'
import type { Workspace } from '../../src/sandbox/store/workspace.ts'
import { tempTree } from '../temp-tree.ts'
import { memoryDashboard } from './memory-dashboard.ts'
import { runGov } from './run-gov.ts'

const rulesOf = (formats: string) =>
  `rules:\n  title: { severity: error, ${formats} given: $.info, then: { field: title, function: truthy } }\n`
const ruleset = (id: string, formats = '') =>
  ({ id, name: `${id}.yaml`, format: 'yaml', text: rulesOf(formats) }) as const
const definition = "openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths: {}\n"
const record = { id: 'db-a', api_id: 'a', name: 'A', org_id: 'local', kind: 'oas', definition: 'a.yaml' }
const workspace: Workspace = {
  ...memoryWorkspace({ rulesets: [ruleset('any'), ruleset('later', 'formats: [oas3_1],')] }),
  apis: [apiRecord().parse(record)],
  definition: async () => ({ name: 'a.yaml', format: 'yaml', text: definition }),
}

const dashboard = await memoryDashboard(workspace)
afterAll(dashboard.close)

const env = { GOV_TOKEN: 'local', GOV_URL: dashboard.url }

it('a service says which ruleset has no rule for the version, and that nothing failed', async () => {
  const answer = await fetch(`${dashboard.url}/api/evaluations/sandbox`, {
    method: 'POST',
    headers: { authorization: 'Bearer local', 'content-type': 'application/json' },
    body: JSON.stringify({ api_ids: ['a'], ruleset_ids: ['any', 'later'] }),
  })
  const body = await answer.json()
  expect(answer.status).toBe(200)
  expect(body).not.toHaveProperty('error')
  expect(body).toMatchObject({ inapplicable: [{ ruleset_id: 'later', api_id: 'a' }] })
})

it.each([
  ['a saved API', ['--api-id', 'a']],
  ['a definition', ['--definition', 'a.yaml']],
])('the gate does not pass it for %s', async (_name, asked) => {
  const cwd = await tempTree({ 'a.yaml': definition })
  const argv = ['check', ...asked, '--ruleset-id', 'any']
  expect(await runGov(argv, { cwd, env })).toMatchObject({ exitCode: 0 })
  const { exitCode, stdout } = await runGov([...argv, '--ruleset-id', 'later'], { cwd, env })
  const text = stdout.replaceAll(/\s+/g, ' ')
  expect([exitCode, text]).toEqual([5, expect.stringContaining('ruleset later did not run on')])
  expect(text).toContain('it has no rule for that OpenAPI version')
})
