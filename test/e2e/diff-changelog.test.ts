import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gitRepository } from './git-repository.ts'
import { projectRoot } from './run-gov.ts'

function api(paths: string): string {
  return `openapi: 3.1.0\ninfo: { title: Pets, version: 1.4.0 }\npaths: {${paths}}\n`
}

const ok = '{ get: { responses: { "200": { description: ok } } } }'

it('is what git diff shows, set up as the page says', async () => {
  const page = readFileSync(join(projectRoot, 'docs/breaking-changes.md'), 'utf8')
  const [, lines = ''] = /```text\n(git config diff\.openapi[^`]*)```/.exec(page) ?? []
  const files = { 'an api.yaml': api(`/a: ${ok}, /b: ${ok}`), 'other.yaml': 'a: 1\n', 'z.yaml': api('') }
  const { sh, write } = await gitRepository({ files })
  write('an api.yaml', api(`/a: ${ok}`))
  write('other.yaml', 'a: 2\n')
  write('new.yaml', api(`/new: ${ok}`))
  await sh('git add -N new.yaml && git rm -q z.yaml')
  const { exitCode, stdout, stderr } = await sh(`set -e\n${lines}git diff HEAD`)
  expect([exitCode, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^\/b\n {2}breaks {5}Path `\/b` was removed/m)
  for (const line of ['-a: 1', '+a: 2', '+paths: {/new:', '-paths: {}']) expect(stdout).toContain(`\n${line}`)
})

it('compares a file alone with the last commit, in a folder too', async () => {
  const { sh, write } = await gitRepository({ files: { 'apis/a.yaml': api(`/a: ${ok}`) } })
  expect((await sh('gov diff apis/a.yaml --fail-on any')).exitCode).toBe(0)
  write('apis/a.yaml', api(`/b: ${ok}`))
  for (const command of ['gov diff apis/a.yaml', 'cd apis; gov diff a.yaml', 'gov diff "$PWD/apis/a.yaml"']) {
    const { exitCode, stdout } = await sh(`${command} --fail-on breaking`)
    expect([exitCode, stdout]).toEqual([1, expect.stringContaining('Path `/a` was removed')])
  }
  expect((await sh('gov diff new.yaml')).exitCode).toBe(2)
})

it('compares the paths that it is told to', async () => {
  const files = { 'old.yaml': api(`/v1/a: ${ok}, /v1/b: ${ok}`), 'new.yaml': api(`/v2/c: ${ok}`) }
  const { sh } = await gitRepository({ files })
  const some = await sh(
    "gov diff old.yaml new.yaml --strip-prefix /v1=/v2 --path '/*' --path '!/b' --format json",
  )
  const { changes } = JSON.parse(some.stdout)
  expect(changes).toMatchObject([
    { group: '/a', message: 'Path `/a` was removed', file: 'old.yaml' },
    { group: 'GET /v2/c', message: 'the operation was added', file: 'new.yaml' },
  ])
  expect(await sh('gov diff old.yaml new.yaml --path /none')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--path /none fits no path'),
  })
})

it('compares a path whose parameter has another name, whichever of the two names is asked for', async () => {
  const makeApi = (name: string, type: string) =>
    api(
      `"/p/{${name}}": { get: { parameters: [{ name: ${name}, in: path, required: true, schema: { type: ${type} } }], responses: { "200": { description: ok } } } }`,
    )
  const { sh } = await gitRepository({
    files: { 'old.yaml': makeApi('id', 'string'), 'new.yaml': makeApi('pid', 'integer') },
  })
  for (const path of ['/p/{id}', '/p/{pid}', '*pid*', '!/p/{id}'])
    expect(await sh(`gov diff old.yaml new.yaml --fail-on breaking --path '${path}'`)).toMatchObject({
      exitCode: 1,
    })
})

it('counts only what it lists', async () => {
  const files = { 'old.yaml': api(`/a: ${ok}, /b: ${ok}`), 'new.yaml': api(`/a: ${ok}, /c: ${ok}`) }
  const { sh } = await gitRepository({ files })
  const all = await sh('gov diff old.yaml new.yaml')
  expect(all.stdout).toContain('\n1 breaking change, 1 other change\n')
  const some = await sh('gov diff old.yaml new.yaml --only breaking')
  expect(some.stdout).toContain('\n1 breaking change\n')
})

it('says whose component it is that is new, gone or changed', async () => {
  const makeApi = (first: string, second: string, description: string) => `openapi: 3.1.0
info: { title: Pets, version: 1.4.0 }
paths:
  /a: { get: ${first} }
  /b: { get: ${second} }
components:
  parameters: { meta: { name: meta, in: query, description: ${description}, schema: { type: string } } }
  responses: { none: { description: ${description} } }
`
  const meta = 'parameters: [{ $ref: "#/components/parameters/meta" }]'
  const none = 'responses: { "204": { $ref: "#/components/responses/none" } }'
  const files = {
    'old.yaml': makeApi(`{ ${meta}, ${none} }`, `{ ${meta}, ${none} }`, 'one'),
    'new.yaml': makeApi(`{ ${meta}, ${none.replace('204', '205')} }`, `{ ${none} }`, 'two'),
  }
  const { sh } = await gitRepository({ files })
  const { changes } = JSON.parse((await sh('gov diff old.yaml new.yaml --format json')).stdout)
  const told = changes.map((change: Record<string, unknown>) => `${change.group}: ${change.message}`)
  expect(told).toEqual([
    'GET /a: Response 204 was removed, and 205 was added',
    'GET /b: Query parameter `meta` was removed',
    'parameter meta: description changed',
    'response none: description changed',
    'GET /a: the response 205 was added',
  ])
})

it('looks behind a reference of all paths, and selects among them', async () => {
  const split = api('').replace('{}', '{ $ref: ./paths.yaml }')
  const files = { 'a.yaml': split, 'paths.yaml': `/a: ${ok}\n/b: ${ok}\n` }
  const { sh, write } = await gitRepository({ files })
  write('paths.yaml', `/b: ${ok}\n`)
  for (const flags of ['', '--path /a', '--path "!/b"'])
    expect((await sh(`gov diff a.yaml ${flags}`)).stdout).toContain('Path `/a` was removed')
  expect((await sh('gov diff a.yaml --path /b --fail-on any')).exitCode).toBe(0)
  expect((await sh("gov diff a.yaml --path '$ref'")).exitCode).toBe(2)
})

it.each([
  ['a reference', api('').replace('{}', '{ $ref: ./part.yaml }')],
  [
    'a mapping',
    `${api('')}components: { schemas: { A: { discriminator: { propertyName: k, mapping: { a: ./part.yaml } } } } }\n`,
  ],
])('does not compare what Git LFS keeps behind %s', async (_, text) => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n'
  const { sh, write } = await gitRepository({ files: { 'a.yaml': text, 'part.yaml': pointer } })
  write('part.yaml', '{}\n')
  for (const names of ['a.yaml', 'HEAD:a.yaml a.yaml', 'a.yaml HEAD:a.yaml', 'HEAD:a.yaml HEAD:a.yaml'])
    expect(await sh(`gov diff ${names}`)).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('part.yaml is kept by Git LFS'),
    })
})

it('does not compare what neither version can read', async () => {
  const { sh } = await gitRepository({ files: { 'a.yaml': api('/a: { $ref: ./gone.yaml }') } })
  expect(await sh('gov diff a.yaml')).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('the reference "./gone.yaml" does not resolve'),
  })
})

it('lists what is of the whole API, then components, then operations: what breaks, what may break, and the rest', async () => {
  const make = (title: string, type: string, query: string, more: string) => `openapi: 3.1.0
info: { title: ${title}, version: 1.0.0 }
${more}
paths:
  /a:
    get:
      parameters: [${query}]
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } }
components: { schemas: { A: { type: object, required: [x], properties: { x: { type: ${type} } } } } }
`
  const kind = (needed: boolean) => `{ name: kind, in: query, required: ${needed}, schema: {} }`
  const files = {
    'old.yaml': make(
      'A',
      'string',
      `${kind(false)}, { name: gone, in: query, schema: {} }`,
      'tags: [{ name: b }]',
    ),
    'new.yaml': make(
      'B',
      'integer',
      `${kind(true)}, { name: more, in: query, schema: {} }`,
      'tags: [{ name: c }]',
    ),
  }
  const { sh } = await gitRepository({ files })
  const { changes } = JSON.parse((await sh('gov diff old.yaml new.yaml --format json')).stdout)
  expect(
    changes.map((each: Record<string, string>) => `${each.severity ?? each.kind} ${each.group}`),
  ).toEqual([
    'error schema A',
    'error GET /a',
    'warn GET /a',
    'text API',
    'added API',
    'removed API',
    'added GET /a',
  ])
  const page = (await sh('gov diff old.yaml new.yaml --format html')).stdout
  expect(page).toContain('<p class="word">Breaks</p>')
  expect(page).toContain('<b>2</b> breaking changes')
  expect(page.indexOf('<bdi>schema A</bdi>')).toBeLessThan(page.indexOf('<bdi>GET /a</bdi>'))
  expect(page).toContain('<code>kind</code> is now required')
})

it('notes a mapping that has two merges', async () => {
  const merges = 'x-a: &a {x-1: 1}\nx-b: {<<: *a, <<: *a}\n'
  const { sh } = await gitRepository({
    files: { 'two.yaml': `${api(`/b: ${ok}`)}${merges}`, 'one.yaml': api(`/b: ${ok}`) },
  })
  expect(await sh('gov diff one.yaml two.yaml --fail-on breaking')).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining('note: two.yaml: a mapping has two `<<`'),
  })
})

it('warns of keys that are there twice, and does not judge what it did not compare', async () => {
  const files = { 'twice.yaml': `${api(`/a: ${ok}`)}paths: {/b: ${ok}}\n`, 'once.yaml': api(`/b: ${ok}`) }
  const { sh } = await gitRepository({ files })
  const repeated = 'the key paths (twice.yaml:4:1) is duplicated: only its last value is compared'
  const warned = { exitCode: 0, stderr: expect.stringContaining(`warning: twice.yaml: ${repeated}`) }
  expect(await sh('gov diff once.yaml twice.yaml')).toMatchObject(warned)
  expect(await sh('gov diff twice.yaml once.yaml --fail-on any')).toMatchObject(warned)
  for (const flag of ['--fail-on breaking', '--require-version'])
    expect(await sh(`gov diff once.yaml twice.yaml ${flag}`)).toMatchObject({
      exitCode: 5,
      stdout: '',
      stderr: expect.stringContaining(`twice.yaml cannot be compared: ${repeated}`),
    })
})
