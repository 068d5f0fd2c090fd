import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startEditor } from './editor.ts'
import { type GitRepository, gitRepository } from './git-repository.ts'
import { projectRoot } from './run-gov.ts'

const rule = (id: string, field: string) =>
  `rules: { ${id}: { given: $.info, severity: error, then: { field: ${field}, function: truthy } } }\n`
const api = (title: string, paths = '/a: { get: { responses: { "200": { description: ok } } } }') =>
  `openapi: 3.1.0\ninfo: { title: ${title}, version: '1' }\npaths: { ${paths} }\n`
const check = (name: string, files: string, rules: string) =>
  `  - { name: ${name}, definitions: [${files}], ruleset_files: [${rules}] }\n`
const config = `version: 1\nchecks:\n${check('pay', '"pay/*.yaml"', 'pay-rules.yaml')}${check('shop', 'shop/a.yaml', 'shop-rules.yaml')}`

/** On a branch that begins at main, where each team has the one issue that its own ruleset finds. */
function repository(): Promise<GitRepository> {
  return gitRepository({
    files: {
      '.governance.yml': config,
      'pay-rules.yaml': rule('contact', 'contact'),
      'shop-rules.yaml': rule('licence', 'license'),
      'pay/a.yaml': api('Pay'),
      'pay/b.yaml': api('Refunds'),
      'shop/a.yaml': api('Shop'),
    },
    next: 'git checkout -qb change',
  })
}

interface Shown {
  readonly file: string
  readonly ruleset_id: string
  readonly known?: true
}

async function runJson({ sh }: GitRepository, flags: string) {
  const { stdout, exitCode, stderr } = await sh(`gov check ${flags} --format json`)
  const { issues = [], run } = JSON.parse(stdout)
  const shown = issues.map((issue: Shown) =>
    [issue.file, issue.ruleset_id, ...(issue.known ? ['known'] : [])].join(' '),
  )
  return { exitCode, shown, run, stderr }
}

it('evaluates the base of a definition by the rulesets of its own checks', async () => {
  const made = await repository()
  made.write('pay/a.yaml', api('Payments'))
  made.write('shop/a.yaml', api('Web shop'))
  const { exitCode, shown, run } = await runJson(made, '--base main')
  expect(shown).toEqual([
    'pay/a.yaml pay-rules known',
    'pay/b.yaml pay-rules known',
    'shop/a.yaml shop-rules known',
  ])
  expect(exitCode).toBe(0)
  // The other team's ruleset would find an issue there, which would count as fixed.
  expect(run.base.fixed_count).toBe(0)
})

it('does not guess which checks have an API where one names a pattern', async () => {
  const checks = `version: 1
dashboard: { url: embedded, workspace: ${join(projectRoot, 'fixtures/workspace')} }
checks:
  - { name: pay, api_ids: ["pay*"], ruleset_ids: [rs-docs] }
  - { name: rest, api_ids: [shipping, payments], ruleset_ids: [rs-security] }
`
  const { sh } = await gitRepository({ files: { '.governance.yml': checks } })
  const one = await sh('gov check --trust-paths -q --api-id payments')
  expect(one.stderr).toContain('which checks have an API is not known')
  expect(one.exitCode).toBe(2)
  const pay = await sh('gov check --trust-paths -q --check pay')
  expect(pay.stdout).toContain('1 API x 1 ruleset (check pay)')
})

it('counts the issues of a ruleset that a check gets', async () => {
  const made = await repository()
  made.write('.governance.yml', config.replace('shop/a.yaml', 'shop/a.yaml, pay/b.yaml'))
  made.write('pay/b.yaml', api('All refunds'))
  const { exitCode, shown } = await runJson(made, '--base main')
  expect(exitCode).toBe(0)
  expect(shown).toContain('pay/b.yaml shop-rules known')
})

it.each([
  ['', 1],
  ['--check pay', 1],
  ['--check shop', 0],
])('knows which check a deleted definition was in: %j', async (flags, exit) => {
  const made = await repository()
  const { sh } = made
  const { stdout, exitCode } = await sh(
    `git rm -q pay/b.yaml && gov check --base main --breaking error ${flags}`,
  )
  expect(exitCode, stdout).toBe(exit)
  expect(stdout.includes('pay/b.yaml')).toBe(exit === 1)
})

it('says no clean test of a ruleset that no check has for the definition', async () => {
  const made = await repository()
  const { sh, cwd } = made
  await sh(
    'gov check -f junit -o junit.xml; gov check -o json=run.json; gov report fleet run.json -f csv -o fleet.csv',
  )
  const junit = readFileSync(join(cwd, 'junit.xml'), 'utf8')
  expect(junit.match(/no issues listed/g)).toBeNull()
  const rows = readFileSync(join(cwd, 'fleet.csv'), 'utf8').trim().split('\n').slice(1)
  expect(rows.map((row) => row.split(',').slice(0, 4).join(' '))).toEqual([
    'pay/a.yaml   pay-rules.yaml',
    'pay/b.yaml   pay-rules.yaml',
    'shop/a.yaml   shop-rules.yaml',
  ])
})

it('fixes and explains by the rulesets of all checks', async () => {
  const { sh } = await repository()
  const { stdout } = await sh('gov explain contact; gov explain licence')
  expect(stdout).toMatch(/pay-rules[\s\S]*shop-rules/)
  const fixed = await sh('gov fix pay/a.yaml shop/a.yaml')
  expect(fixed.stderr).toContain('2 issues left')
})

it('merges shards as one run', async () => {
  const made = await repository()
  const { sh } = made
  const shards = '1 2 3'
  await sh(`for part in ${shards}; do gov check --shard $part/3 --run one -o json=$part.json; done`)
  const merged = await sh('gov report merge 1.json 2.json 3.json --format json')
  const whole = await runJson(made, '')
  const { issues, run } = JSON.parse(merged.stdout)
  expect(merged.exitCode).toBe(whole.exitCode)
  expect(issues.map(({ file, ruleset_id }: Shown) => `${file} ${ruleset_id}`)).toEqual(whole.shown)
  expect(run.checks).toEqual(whole.run.checks)
})

it('is checked from another folder, and by standard input', async () => {
  const { sh } = await repository()
  const below = await sh('cd pay && gov check a.yaml -f unix')
  expect(below.stdout).toMatch(/contact/)
  expect(below.stdout).not.toMatch(/licence/)
  const typed = await sh('cat shop/a.yaml | gov check - --stdin-filepath shop/a.yaml -f unix')
  expect(typed.stdout).toMatch(/licence/)
  const nameless = await sh('cat shop/a.yaml | gov check -')
  expect(nameless.exitCode).toBe(2)
  expect(nameless.stderr).toMatch(/in no check/)
})

it('reports definitions in no check in gov doctor', async () => {
  const { sh, write } = await repository()
  write('shop/b.yaml', api('Other'))
  const { stdout } = await sh('gov doctor')
  expect(stdout).toMatch(/1 OpenAPI file not checked: shop\/b\.yaml/)
})

it('checks a file in an editor as its checks say', async () => {
  const { cwd, write } = await repository()
  write('other/a.yaml', api('Other'))
  const editor = await startEditor(cwd)
  try {
    editor.open('shop/a.yaml', api('Shop'))
    const found = await editor.until('shop/a.yaml', ({ length }) => length > 0)
    expect(found.map(({ code }) => code)).toEqual(['licence'])
    editor.open('other/a.yaml', api('Other'))
    const [fault] = await editor.until('other/a.yaml', ({ length }) => length > 0)
    expect(fault?.message).toMatch(/in no check/)
  } finally {
    editor.kill()
    await editor.exited
  }
})
