import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runGov, runShell } from './run-gov.ts'

const definition = `openapi: 3.0.3
info: {title: Shop, version: '1'}
tags:
  - name: b
  - name: a
paths: {}
`
const fixed = definition.replace('  - name: b\n  - name: a\n', '  - name: a\n  - name: b\n')
const rules = 'extends: [[spectral:oas, off]]\nrules: {openapi-tags-alphabetical: warn}\n'
const plain = ['fix', 'openapi.yaml', '--ruleset-file', 'rules.yaml']
const line = [...plain, '--unsafe']

function tree(text: string | Uint8Array = definition): Promise<string> {
  return tempTree({ 'openapi.yaml': text, 'rules.yaml': rules })
}

it.each([
  ['CRLF', definition.replaceAll('\n', '\r\n'), fixed.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\ufeff${definition}`, `\ufeff${fixed}`],
])('writes the file, and finds nothing more to do: %s', async (_what, before, after) => {
  const cwd = await tree(before)
  const first = await runGov(line, { cwd })
  expect(first).toMatchObject({ exitCode: 0, stdout: '' })
  expect(first.stderr).toContain('fixed 1 issue of 1 rule in 1 file; no issue left')
  expect(await readFile(join(cwd, 'openapi.yaml'), 'utf8')).toBe(after)
  const second = await runGov([...line, '--diff'], { cwd })
  expect(second).toMatchObject({ exitCode: 0, stdout: '' })
  expect(await readdir(cwd)).toEqual(['openapi.yaml', 'rules.yaml'])
})

it('leaves what is waived', async () => {
  const config = `version: 1
definitions: [openapi.yaml]
ruleset_files: [rules.yaml]
waivers: [{ rule_id: openapi-tags-alphabetical, reason: x, owner: x, expires: 2099-12-31 }]
`
  const cwd = await tempTree({ 'openapi.yaml': definition, 'rules.yaml': rules, '.governance.yml': config })
  expect(await runGov(['fix'], { cwd })).toMatchObject({
    exitCode: 0,
    stderr: 'nothing to fix; no issue left\n',
  })
  expect(await readFile(join(cwd, 'openapi.yaml'), 'utf8')).toBe(definition)
})

it('edits no file outside the repository, also through a link', async () => {
  const cwd = await tree()
  const inner = join(cwd, 'inner')
  await mkdir(join(inner, '.git'), { recursive: true })
  await symlink('../openapi.yaml', join(inner, 'link.yaml'))
  for (const file of ['../openapi.yaml', 'link.yaml']) {
    const { exitCode, stderr } = await runGov(['fix', file, '--ruleset-file', '../rules.yaml'], {
      cwd: inner,
    })
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('../openapi.yaml is outside the repository'),
    ])
  }
  expect(await readFile(join(cwd, 'openapi.yaml'), 'utf8')).toBe(definition)
})

it('lists what it leaves to be completed, and quotes a path as the other fixes leave it', async () => {
  const text = `openapi: 3.0.3
info: {title: Shop, version: '1', x-note: 'TODO: mine'}
paths:
  /orders/:
    get: {responses: {'200': {description: ok}}}
`
  const cwd = await tempTree({
    'openapi.yaml': text,
    'rules.yaml':
      'extends: [[spectral:oas, off]]\nrules: {operation-description: warn, operation-operationId: warn, path-keys-no-trailing-slash: warn}\n',
  })
  expect((await runGov([...plain, '--dry-run'], { cwd })).stderr).toBe(
    'nothing to fix; 3 issues left, 2 of them fixable with --unsafe, 1 with --placeholders\n',
  )
  expect(await runGov([...line, '--placeholders', '--dry-run'], { cwd })).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining(
      'would fix 3 issues of 3 rules in 1 file, and leave placeholders in 1 line; 1 issue left',
    ),
  })
  const { stderr } = await runGov([...line, '--placeholders'], { cwd })
  const written = await readFile(join(cwd, 'openapi.yaml'), 'utf8')
  expect(written).toContain('  /orders:\n')
  expect(written).toContain("TODO(gov-fix): describe GET /orders'")
  expect(stderr.split('\n').slice(-4)).toEqual([
    expect.stringMatching(/^to complete: openapi\.yaml:5 get: \{/),
    'gov check fails until they are completed (gov:placeholder)',
    'fixed 3 issues of 3 rules in 1 file, and left placeholders in 1 line; 1 issue left',
    '',
  ])
})

it('makes the fixes that wait for others where those cannot be made', async () => {
  const text = `openapi: 3.0.3
info: {title: Shop, version: '1'}
paths:
  /a: {get: {responses: {}}}
  /a/: {get: {responses: {}}}
`
  const cwd = await tempTree({
    'openapi.yaml': text,
    'rules.yaml':
      'extends: [[spectral:oas, off]]\nrules: {operation-description: warn, path-keys-no-trailing-slash: warn}\n',
  })
  const { stderr } = await runGov([...line, '--placeholders'], { cwd })
  expect(stderr).toContain('not fixed: openapi.yaml:5 path-keys-no-trailing-slash: ')
  expect(await readFile(join(cwd, 'openapi.yaml'), 'utf8')).toMatch(/GET \/a'.*\n.*GET \/a\/'/)
})

it('refuses what is written behind an alias, with the place and the reason', async () => {
  const list = 'tags:\n  - name: b\n  - name: a\n'
  const aliased = `${definition.replace(list, 'x-tags: &t [{name: b}, {name: a}]\n')}tags: *t\n`
  const { exitCode, stderr } = await runGov(line, { cwd: await tree(aliased) })
  expect(exitCode).toBe(0)
  expect(stderr).toMatch(/not fixed: openapi\.yaml:\d+ openapi-tags-alphabetical: it is .*alias/)
  expect(stderr).toMatch(/\n1 fix refused, nothing else to fix; 1 issue left\n$/)
})

it('writes suggestions for a review, and edits nothing', async () => {
  const text = `${definition}x-fence: "\`\`\`"\ncomponents:\n  schemas:\n    A: {type: string, enum: [x, x]}\n`
  const cwd = await tempTree({
    '.git/': '',
    'api/openapi.yaml': text.replace('paths: {}', 'paths: {}\nx-tags: 1'),
    'api/rules.yaml': 'extends: [[spectral:oas, all]]\n',
  })
  const argv = [
    ...line,
    '--rule',
    'openapi-tags-*',
    '--rule',
    'oas3-api-servers',
    '--suggestions',
    'review.json',
  ]
  const { exitCode } = await runGov(argv, { cwd: join(cwd, 'api') })
  expect(exitCode).toBe(0)
  const review: unknown = JSON.parse(await readFile(join(cwd, 'api/review.json'), 'utf8'))
  expect(review).toEqual({
    event: 'COMMENT',
    body: 'gov fix',
    comments: [
      {
        path: 'api/openapi.yaml',
        start_line: 4,
        start_side: 'RIGHT',
        line: 5,
        side: 'RIGHT',
        body: '```suggestion\n  - name: a\n  - name: b\nservers:\n  - url: /\n```',
      },
    ],
  })
  expect(await readFile(join(cwd, 'api/openapi.yaml'), 'utf8')).toContain('- name: b\n  - name: a\n')
})

const inRules = ['--ruleset-file', 'rules.yaml', '--unsafe']

/** `gov fix -` with this on standard input. */
async function fixInput(stdin: string, flags: readonly string[], cwd: string) {
  await writeFile(join(cwd, 'in.txt'), stdin)
  return runShell(`gov fix - ${flags.join(' ')} < in.txt`, { cwd })
}

describe('gov fix -', () => {
  it.each([
    ['a text', definition, fixed],
    ['with a byte order mark', `\ufeff${definition}`, `\ufeff${fixed}`],
    ['with CRLF', definition.replaceAll('\n', '\r\n'), fixed.replaceAll('\n', '\r\n')],
    ['with nothing to fix', `\ufeff${fixed}`, `\ufeff${fixed}`],
  ])('writes standard input to standard output: %s', async (_what, stdin, stdout) => {
    const cwd = await tree()
    expect(await fixInput(stdin, inRules, cwd)).toMatchObject({ exitCode: 0, stdout })
    expect(await readFile(join(cwd, 'openapi.yaml'), 'utf8')).toBe(definition)
  })

  it('reads other files of the definition, and edits none', async () => {
    const files = {
      'rules.yaml': 'extends: [[spectral:oas, off]]\nrules: {duplicated-entry-in-enum: warn}\n',
      'apis/kind.yaml': 'enum: [a, a]\n',
    }
    const cwd = await tempTree(files)
    const stdin = `${definition}components: {schemas: {A: {$ref: kind.yaml}, B: {enum: [b, b]}}}\n`
    const argv = ['--stdin-filepath', 'apis/openapi.yaml', ...inRules]
    const { stdout, stderr } = await fixInput(stdin, argv, cwd)
    expect(stdout).toBe(stdin.replace('[b, b]', '[b]'))
    expect(stderr).toContain(
      'apis/kind.yaml:1 duplicated-entry-in-enum: it is in another file than standard input',
    )
    expect(await readFile(join(cwd, 'apis/kind.yaml'), 'utf8')).toBe(files['apis/kind.yaml'])
  })

  it('shows a diff, or counts', async () => {
    const cwd = await tree()
    const diff = await fixInput(definition, [...inRules, '--diff'], cwd)
    expect([diff.exitCode, diff.stdout]).toEqual([1, expect.stringContaining('+++ b/stdin.yaml\n')])
    const counted = await fixInput(definition, [...inRules, '--dry-run'], cwd)
    expect([counted.exitCode, counted.stdout]).toEqual([0, ''])
  })

  it.each([[['openapi.yaml']], [['--format', 'json']], [['--interactive']], [['--suggestions', 'a.json']]])(
    'is refused beside %j',
    async (more) => {
      const { exitCode, stdout, stderr } = await fixInput(definition, more, await tree())
      expect([exitCode, stdout]).toEqual([2, ''])
      expect(stderr).toContain(
        `${more[0] === 'openapi.yaml' ? 'another file' : more.join(' ').replace(' a.json', '')} is beside it`,
      )
    },
  )
})

describe('gov fix --format json', () => {
  const summary = {
    version: 1,
    written: true,
    files: [{ file: 'openapi.yaml', edits: 2 }],
    fixed: [{ rule_id: 'openapi-tags-alphabetical', count: 1 }],
    not_fixed: [],
    not_made: 0,
    to_complete: [],
    remaining: [],
    fixable_with: { unsafe: 0, placeholders: 0 },
  }

  it('tells a program what was done', async () => {
    const cwd = await tree()
    const { stdout, stderr } = await runGov([...line, '--format', 'json'], { cwd })
    expect([JSON.parse(stdout), stderr]).toEqual([summary, ''])
    expect(await readFile(join(cwd, 'openapi.yaml'), 'utf8')).toBe(fixed)
  })

  it('has the diff, and what is left', async () => {
    const cwd = await tree()
    const shown = await runGov([...line, '--format', 'json', '--diff'], { cwd })
    const diff = expect.stringContaining('+++ b/openapi.yaml\n')
    expect([shown.exitCode, JSON.parse(shown.stdout)]).toEqual([
      1,
      { ...summary, written: false, files: [{ ...summary.files[0], diff }] },
    ])
    const left = await runGov([...plain, '--format', 'json'], { cwd })
    expect(JSON.parse(left.stdout)).toMatchObject({
      files: [],
      remaining: summary.fixed,
      fixable_with: { unsafe: 1, placeholders: 0 },
    })
  })
})

it.each([
  [['--unsafe', '--exit-non-zero-on-fix'], 1],
  [['--unsafe', '--exit-non-zero-on-fix', '--dry-run'], 1],
  [['--exit-non-zero-on-fix'], 0],
  [['--unsafe'], 0],
])('exits for %j with %i', async (flags, exitCode) => {
  expect(await runGov([...plain, ...flags], { cwd: await tree() })).toMatchObject({ exitCode })
})
