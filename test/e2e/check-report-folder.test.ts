import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runGov } from './run-gov.ts'

const files = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'apis/shop/openapi.yaml':
    'openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { $ref: ../shared.yaml } } }\n',
  'apis/shared.yaml': 'type: string\n',
  'apis/shop/rules.yaml':
    'rules:\n  info: { given: $.info, then: { field: contact, function: truthy }, severity: error }\n  schema: { given: "$.components.schemas[*]", then: { field: title, function: truthy }, severity: error }\n',
}

it('in a folder of a repository, code scanning gets paths from the root, then and when the report is rendered elsewhere', async () => {
  const root = await tempTree(files)
  const cwd = join(root, 'apis/shop')
  const flags = ['--definition', 'openapi.yaml', '--ruleset-file', 'rules.yaml']
  const reports = ['--output', 'sarif=gov.sarif', '--output', 'json=run.json']
  const ended = await runGov(['check', ...flags, ...reports, '--format', 'github'], { cwd })
  expect(ended.exitCode).toBe(1)
  expect(ended.stdout).toContain('file=apis/shop/openapi.yaml,')
  expect(ended.stdout).toContain('file=apis/shared.yaml,')
  const rendered = await runGov(['report', 'render', 'apis/shop/run.json', '--format', 'sarif'], {
    cwd: root,
  })
  expect(urisIn(rendered.stdout)).toEqual(['apis/shared.yaml', 'apis/shop/openapi.yaml'])
})

it('at the root, and without a repository, the report names no folder', async () => {
  for (const gone of ['apis/', '.git/HEAD']) {
    const kept = Object.entries(files).filter(([name]) => gone !== name)
    const root = await tempTree(Object.fromEntries(kept))
    const cwd = gone === 'apis/' ? root : join(root, 'apis/shop')
    const folder = gone === 'apis/' ? 'apis/shop/' : ''
    const flags = ['--definition', `${folder}openapi.yaml`, '--ruleset-file', `${folder}rules.yaml`]
    const { stdout } = await runGov(['check', ...flags, '--format', 'json'], { cwd })
    expect(JSON.parse(stdout).run.folder).toBeUndefined()
  }
})

function urisIn(sarif: string): string[] {
  const results: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[] =
    JSON.parse(sarif).runs[0].results
  return results.map(({ locations }) => locations[0]?.physicalLocation.artifactLocation.uri ?? '').sort()
}
