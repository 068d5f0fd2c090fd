import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { projectRoot, runGov, runGovProcess } from './run-gov.ts'

const rules = 'rules: { tags: { given: $.tags, severity: warn, then: { function: truthy } } }\n'
const definition = 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n'
const baseline = '{"version":1,"issues":[]}\n'
const policy = 'version: 1\npolicy: { fail_on: error }\n'

function tree(output: string) {
  return tempTree({
    'openapi.yaml': definition,
    'rules.yaml': rules,
    'base.json': baseline,
    'policy.yml': policy,
    '.governance.yml': [
      'version: 1',
      'dashboard: { url: embedded }',
      'definitions: [{ file: openapi.yaml }]',
      'ruleset_files: [rules.yaml]',
      'baseline: base.json',
      `reports: [{ format: json, output: ${output} }]`,
    ].join('\n'),
  })
}

it.each(['openapi.yaml', 'rules.yaml', 'base.json', '.governance.yml', 'policy.yml'])(
  'no report replaces %s, which the run reads',
  async (file) => {
    const cwd = await tree(file)
    const before = await readFile(join(cwd, file), 'utf8')
    const flags = file === 'policy.yml' ? ['--policy', file] : []
    const { exitCode, stderr } = await runGov(['check', ...flags], { cwd })
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`output ${file} is an input of this run`)
    expect(await readFile(join(cwd, file), 'utf8')).toBe(before)
  },
)

it('writes reports where file handles take text and bytes only, and have no sync', async () => {
  const cwd = await tree('report.json')
  const env = { NODE_OPTIONS: `--require ${join(projectRoot, 'test/e2e/plain-file-handles.cjs')}` }
  const { exitCode, stderr } = await runGovProcess(['check', '--output', 'html=report.html'], { cwd, env })
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(await readFile(join(cwd, 'report.html'), 'utf8')).toContain('</html>')
})

it('refuses the name of a format as a file', async () => {
  const cwd = await tree('gov.json')
  const alone = await runGov(['check', '--output', 'sarif'], { cwd })
  expect(alone.exitCode).toBe(2)
  expect(alone.stderr).toContain('--output sarif=FILE. For a file of that name: --output FORMAT=sarif')
  await runGov(['check', '--output', 'table=sarif'], { cwd })
  expect(await readFile(join(cwd, 'sarif'), 'utf8')).toContain('openapi.yaml')
})

it.each([
  ['an unknown option', '--nope'],
  ['an unknown severity', '--fail-on=bad'],
  ['an invalid limit', '--limit=bad'],
  ['a policy that is not there', '--policy=absent.yml'],
  ['a ruleset that is not there', '--ruleset-file=absent.yaml'],
  ['a glob without files', '--definition=absent/*.yaml'],
  ['an invalid shard', '--shard=3/2'],
])('no report of an earlier run stays, and no input is replaced: %s', async (_, flag) => {
  const cwd = await tree('gov.json')
  const kindOf = async (name: string) => JSON.parse(await readFile(join(cwd, name), 'utf8')).outcome.kind
  expect((await runGov(['check'], { cwd })).exitCode).toBe(0)
  expect(await kindOf('gov.json')).toBe('passed')
  expect((await runGov(['check', flag], { cwd })).exitCode).toBe(2)
  expect(await kindOf('gov.json')).toBe('undecided')
  for (const file of ['openapi.yaml', 'rules.yaml', '.governance.yml', 'beside.json']) {
    const { exitCode } = await runGov(['check', flag, '--output', `json=${file}`], { cwd })
    expect(exitCode).toBe(2)
  }
  expect(await readFile(join(cwd, 'openapi.yaml'), 'utf8')).toBe(definition)
  expect(await readFile(join(cwd, 'rules.yaml'), 'utf8')).toBe(rules)
  expect(await readFile(join(cwd, '.governance.yml'), 'utf8')).toContain('version: 1')
  expect(await kindOf('beside.json')).toBe('undecided')
})

it.each([
  'check openapi.json --ruleset-file rules.yaml --output openapi.json --bogus',
  'check "*.json" --ruleset-file rules.yaml --output openapi.json --fail-on bogus',
  'check . --ruleset-file rules.yaml --output json=openapi.json --bogus',
  'check earlier.json --ruleset-file rules.yaml --output json=openapi.json --base openapi.json --bogus',
  'check earlier.json --ruleset-file rules.yaml --output json=openapi.json --base openapi.json --policy absent.yml',
  'check earlier.json --ruleset-file rules.yaml --output openapi.json --base openapi.json',
])('no report replaces a definition that only the whole command line leads to: gov %s', async (line) => {
  const openapi = '{"openapi":"3.1.0","info":{"title":"Orders","version":"1"},"paths":{}}'
  const cwd = await tempTree({ 'openapi.json': openapi, 'earlier.json': openapi, 'rules.yaml': rules })
  const { exitCode } = await runGov(line.replaceAll('"', '').split(' '), { cwd })
  expect([exitCode, await readFile(join(cwd, 'openapi.json'), 'utf8')]).toEqual([2, openapi])
})

it('a slip does not cost the report that --compare names', async () => {
  const cwd = await tree('gov.json')
  await runGov(['check', '--output', 'json=run.json'], { cwd })
  const before = await readFile(join(cwd, 'run.json'), 'utf8')
  for (const slip of ['--bogus', '--policy=absent.yml'])
    await runGov(['check', '--compare', 'run.json', '--output', 'json=run.json', slip], { cwd })
  expect(await readFile(join(cwd, 'run.json'), 'utf8')).toBe(before)
})

it('reports of a profile do not keep the verdict of an earlier run', async () => {
  const cwd = await tree('gov.json')
  const config = await readFile(join(cwd, '.governance.yml'), 'utf8')
  const profile = 'profiles: { ci: { reports: [{ format: json, output: ci.json }] } }\n'
  await writeFile(join(cwd, '.governance.yml'), `${config}\n${profile}`)
  await writeFile(join(cwd, 'ci.json'), '{"outcome":{"kind":"passed"}}')
  await runGov(['check', '--profile', 'ci', '--bogus'], { cwd })
  expect(JSON.parse(await readFile(join(cwd, 'ci.json'), 'utf8')).outcome.kind).toBe('undecided')
})
