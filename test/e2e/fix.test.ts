import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runGov } from './run-gov.ts'

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
