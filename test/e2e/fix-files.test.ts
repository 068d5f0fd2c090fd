import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runGov } from './run-gov.ts'

const head = "openapi: 3.0.3\ninfo: {title: Shop, version: '1'}\n"
const enums = 'extends: [[spectral:oas, off]]\nrules: {duplicated-entry-in-enum: error}\n'
const kinds = '# kinds\r\ntype: string\r\nenum: [cat, dog, cat]  # twice'
const once = kinds.replace(', cat]', ']')
const using = (file: string, name = 'Kind') =>
  `${head}paths: {}\ncomponents: {schemas: {${name}: {$ref: '${file}'}}}\n`

function gov(cwd: string, ...argv: readonly string[]) {
  return runGov(['fix', ...argv, '--unsafe', '--ruleset-file', 'rules.yaml'], { cwd })
}

function text(cwd: string, file: string): Promise<string> {
  return readFile(join(cwd, file), 'utf8')
}

it('edits the file that the definition refers to, and nothing else', async () => {
  const openapi = using('parts/kind%20of.yaml')
  const files = { 'rules.yaml': enums, 'api/openapi.yaml': openapi, 'api/parts/kind of.yaml': kinds }
  const cwd = await tempTree(files)
  expect((await gov(cwd, 'api/openapi.yaml')).stderr).toContain(
    'fixed 1 issue of 1 rule in 1 file; no issue left',
  )
  expect([await text(cwd, 'api/openapi.yaml'), await text(cwd, 'api/parts/kind of.yaml')]).toEqual([
    openapi,
    once,
  ])
  expect((await gov(cwd, 'api/openapi.yaml', '--diff')).stdout).toBe('')
})

it('--diff is one patch for all files, also with a byte order mark', async () => {
  const files = {
    'rules.yaml': enums.replace('}', ', openapi-tags-alphabetical: warn}'),
    'openapi.yaml': `${using('kind.yaml')}tags: [{name: b}, {name: a}]\n`,
    'kind.yaml': kinds,
  }
  const cwd = await tempTree(files)
  const { stdout, exitCode } = await gov(cwd, 'openapi.yaml', '--diff')
  expect(exitCode).toBe(1)
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd, input: stdout })
  expect([await text(cwd, 'openapi.yaml'), await text(cwd, 'kind.yaml')]).toEqual([
    files['openapi.yaml'].replace('[{name: b}, {name: a}]', '[{name: a}, {name: b}]'),
    once,
  ])
})

it('--diff with a file above the working directory is applied in the root of the repository', async () => {
  const files = {
    'rules.yaml': enums,
    'apis/openapi.yaml': using('../shared/kind.yaml'),
    'shared/kind.yaml': kinds,
  }
  const cwd = await tempTree(files)
  execFileSync('git', ['init', '-q'], { cwd })
  const argv = ['fix', 'openapi.yaml', '--unsafe', '--ruleset-file', '../rules.yaml', '--diff']
  const { stdout, stderr } = await runGov(argv, { cwd: join(cwd, 'apis') })
  expect(stderr).toContain(`note: the diff is to be applied in ${cwd}: a file is above this folder\n`)
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd, input: stdout })
  expect(await text(cwd, 'shared/kind.yaml')).toBe(once)
})

const operation = (id: string) => `get:
  operationId: ${id}
  tags: [pets]
  responses:
    '200': {description: ok}
`
const split = {
  'rules.yaml':
    'extends: [[spectral:oas, off], [vacuum:owasp, off]]\nrules: {operation-operationId-valid-in-url: error, operation-tag-defined: error, owasp-define-error-responses-401: warn}\n',
  'openapi.yaml': `${head}tags:
  - name: orders
paths:
  /pets: {$ref: paths/pets.yaml}
  /pet: {$ref: 'paths/pet.yaml#/get it'}
components:
  responses:
    Unauthorized: {description: no, content: {application/json: {schema: {type: string}}}}
`,
  'paths/pets.yaml': operation('list pets').replace(
    'ok}',
    'ok, links: {one: {operationId: "get pet"}, all: {$ref: ../link.yaml}}}',
  ),
  'paths/pet.yaml': `get it:\n  ${operation('get pet').trim().replaceAll('\n', '\n  ')}\n`,
  'link.yaml': 'description: all\noperationId: list pets\n',
}

it('a fix sees the whole definition: shared tags, links and responses in other files', async () => {
  const cwd = await tempTree(split)
  const { stderr } = await gov(cwd, 'openapi.yaml')
  expect(stderr).toContain('in 4 files; no issue left')
  expect(await text(cwd, 'openapi.yaml')).toBe(
    split['openapi.yaml'].replace('  - name: orders\n', '  - name: orders\n  - name: pets\n'),
  )
  const unauthorized = "'401':\n      $ref: '../openapi.yaml#/components/responses/Unauthorized'\n"
  expect(await text(cwd, 'paths/pets.yaml')).toBe(
    `${split['paths/pets.yaml'].replace('list pets', 'list-pets').replace('get pet', 'get-pet')}    ${unauthorized}`,
  )
  expect(await text(cwd, 'link.yaml')).toBe('description: all\noperationId: list-pets\n')
  expect((await gov(cwd, 'openapi.yaml')).stderr).toBe('nothing to fix; no issue left\n')
})

it('a fix knows the operations of other files', async () => {
  const cwd = await tempTree({
    'rules.yaml':
      'extends: [[spectral:oas, off]]\nrules: {openapi-tags: error, operation-operationId-unique: error}\n',
    'openapi.yaml': `${head}paths:\n  /a: {$ref: a.yaml}\n  /b: {$ref: b.yaml}\n`,
    'a.yaml': operation('same'),
    'b.yaml': operation('same').replace('pets', 'carts'),
  })
  expect((await gov(cwd, 'openapi.yaml')).stderr).toContain('no issue left')
  expect(await text(cwd, 'openapi.yaml')).toContain('tags:\n  - name: pets\n  - name: carts\npaths:')
  expect([await text(cwd, 'a.yaml'), await text(cwd, 'b.yaml')]).toEqual([
    operation('same'),
    operation('same2').replace('pets', 'carts'),
  ])
})

it('what two definitions use is edited once', async () => {
  const cwd = await tempTree({
    'rules.yaml': enums,
    'a.yaml': using('kind.yaml'),
    'b.yaml': using('./kind.yaml', 'Other'),
    'kind.yaml': kinds,
  })
  const { stderr } = await gov(cwd, 'a.yaml', 'b.yaml')
  expect(stderr).toBe('duplicated-entry-in-enum: 2\nfixed 2 issues of 1 rule in 1 file; no issue left\n')
  expect(await text(cwd, 'kind.yaml')).toBe(once)
})

it.each<[string, Readonly<Record<string, string>>, readonly string[], boolean]>([
  ['no file', {}, [], true],
  ['a file that refers to it', { 'a.yaml': "    S: {$ref: 'strict.yaml#/S'}\n" }, [], false],
  ['another definition that is checked', {}, ['b.yaml'], false],
])('a shared list is changed only where unevaluatedItems is in %s', async (_what, more, others, isFixed) => {
  const head = 'openapi: 3.1.0\ninfo: {title: a, version: "1"}\npaths: {}\ncomponents:\n  schemas:\n'
  const b = `${head}    L: {$ref: list.yaml}\n    S: {allOf: [{$ref: list.yaml}], unevaluatedItems: false, minItems: 1}\n`
  const cwd = await tempTree({
    'rules.yaml':
      'rules: {sized: {given: "$.components.schemas[*]", severity: warn, then: {field: minItems, function: defined}, fix: {field: minItems, set: 0, safe: true}}}\n',
    'a.yaml': `${head}    L: {$ref: list.yaml}\n${more['a.yaml'] ?? ''}`,
    ...(others.length > 0 && { 'b.yaml': b }),
    'strict.yaml': 'S: {allOf: [{$ref: list.yaml}], unevaluatedItems: false, minItems: 1}\n',
    'list.yaml': 'type: array\n',
  })
  const { stderr } = await runGov(['fix', 'a.yaml', ...others, '--ruleset-file', 'rules.yaml'], { cwd })
  expect(stderr).toContain(isFixed ? 'no issue left' : 'fixable with --unsafe')
  expect(await text(cwd, 'list.yaml')).toBe(isFixed ? 'type: array\nminItems: 0\n' : 'type: array\n')
})

it('a definition that would gain an issue keeps the file as it is', async () => {
  const cwd = await tempTree({
    'rules.yaml': `${enums.replace('{', '\n  ').replace('}', '')}  wide: {given: $.components.schemas.Wide, severity: warn, then: {field: enum, function: length, functionOptions: {min: 3}}}\n`,
    'a.yaml': using('kind.yaml'),
    'b.yaml': using('kind.yaml', 'Wide'),
    'kind.yaml': kinds,
  })
  const { stderr } = await gov(cwd, 'a.yaml', 'b.yaml')
  expect(stderr).toContain(
    'not fixed: kind.yaml:3 duplicated-entry-in-enum: its fix would bring an issue of wide in b.yaml',
  )
  expect(await text(cwd, 'kind.yaml')).toBe(kinds)
})

it('rules of two definitions that contradict each other end, and no definition has more issues', async () => {
  const rule = (title: string, match: string, set: string) =>
    `{given: '$[?(@property == "info" && @.title == "${title}")]^.components.schemas[*]', severity: warn, then: {field: description, function: pattern, functionOptions: {match: ^${match}$}}, fix: {field: description, set: ${set}, safe: true}}`
  const cwd = await tempTree({
    'rules.yaml': `rules:\n  one: ${rule('Shop', 'A', 'A')}\n  two: ${rule('Long', 'B', 'B')}\n`,
    'a.yaml': using('kind.yaml'),
    'b.yaml': using('kind.yaml').replace('Shop', 'Long'),
    'kind.yaml': 'description: C\ntype: string\n',
  })
  const first = await gov(cwd, 'a.yaml', 'b.yaml')
  expect(first.stderr).toMatch(/not fixed: kind.yaml:1 (one|two): /)
  expect(first.stderr).toContain('fixed 1 issue of 1 rule in 1 file; 1 issue left')
  const after = await text(cwd, 'kind.yaml')
  expect((await gov(cwd, 'a.yaml', 'b.yaml', '--diff')).stdout).toBe('')
  expect(await text(cwd, 'kind.yaml')).toBe(after)
})

it('a definition of the config that uses the file must be checked with it', async () => {
  const cwd = await tempTree({
    '.governance.yml': 'version: 1\ndefinitions: [a.yaml, b.yaml]\nruleset_files: [rules.yaml]\n',
    'rules.yaml': enums,
    'a.yaml': using('kind.yaml'),
    'b.yaml': using('kind.yaml'),
    'kind.yaml': kinds,
  })
  const one = await runGov(['fix', 'a.yaml', '--unsafe'], { cwd })
  expect(one.stderr).toContain('b.yaml uses kind.yaml, too, and is not checked here')
  expect(await text(cwd, 'kind.yaml')).toBe(kinds)
  await runGov(['fix', '--unsafe'], { cwd })
  expect(await text(cwd, 'kind.yaml')).toBe(once)
})

it.each([
  ['uses it', 'sub/b.yaml', using('../kind.yaml'), 'sub/b.yaml uses kind.yaml, too, and is not checked here'],
  ['does not parse', 'b.yaml', `${head}\tbad`, 'is not known: b.yaml'],
])('a file is not edited where a definition that no config lists %s', async (_what, name, other, reason) => {
  const files = { 'rules.yaml': enums, 'a.yaml': using('kind.yaml'), 'kind.yaml': kinds }
  const cwd = await tempTree({ ...files, [name]: other })
  execFileSync('git', ['init', '-q'], { cwd })
  const { stderr } = await runGov(['fix', 'a.yaml', '-r', 'rules.yaml', '--unsafe'], { cwd })
  expect(stderr).toContain(reason)
  expect(await text(cwd, 'kind.yaml')).toBe(kinds)
})

it('a file is not edited where there is too much to search for other definitions', async () => {
  const many = Array.from({ length: 51 }, (_, at) => [`d${at}.yaml`, `${head}paths: {}\n`])
  const files = { 'rules.yaml': enums, 'a.yaml': using('kind.yaml'), 'kind.yaml': kinds }
  const cwd = await tempTree({ ...Object.fromEntries(many), ...files })
  const { stderr } = await runGov(['fix', 'a.yaml', '-r', 'rules.yaml', '--unsafe'], { cwd })
  expect(stderr).toContain('no config lists definitions, and there is too much to search in')
  expect(await text(cwd, 'kind.yaml')).toBe(kinds)
})

it.each([
  ['a glob matches nothing', '"old/*.yaml"', undefined, 'is not known: no file matches'],
  ['a definition does not parse', 'b.yaml', `${head}\tbad`, 'is not known: b.yaml'],
  ['a definition is not there', 'c.yaml', undefined, 'is not known: definition c.yaml does not exist'],
  [
    'only an example of a definition uses it',
    'b.yaml',
    `${head}paths: {}\ncomponents: {examples: {A: {value: {$ref: kind.yaml}}}}\n`,
    'b.yaml uses kind.yaml, too',
  ],
])('a file is not edited where %s', async (_what, listed, other, reason) => {
  const cwd = await tempTree({
    '.governance.yml': `version: 1\ndefinitions: [a.yaml, ${listed}]\nruleset_files: [rules.yaml]\n`,
    'rules.yaml': enums,
    'a.yaml': using('kind.yaml'),
    'kind.yaml': kinds,
    ...(other && { 'b.yaml': other }),
  })
  expect((await runGov(['fix', 'a.yaml', '--unsafe'], { cwd })).stderr).toContain(reason)
  expect(await text(cwd, 'kind.yaml')).toBe(kinds)
})

it('two names of one file are one file', async () => {
  const cwd = await tempTree({
    'rules.yaml': enums,
    'a.yaml': `${using('kind.yaml')}    `.replace('}}\n', "}, Two: {$ref: 'link.yaml'}}\n").trimEnd(),
    'kind.yaml': kinds,
  })
  await symlink('kind.yaml', join(cwd, 'link.yaml'))
  expect((await gov(cwd, 'a.yaml')).stderr).toContain('in 1 file; no issue left')
  expect(await text(cwd, 'kind.yaml')).toBe(once)
})

it('a linked file outside the repository is not read, and so not edited', async () => {
  const cwd = await tempTree({ 'rules.yaml': enums, 'kind.yaml': kinds, 'in/a.yaml': using('link.yaml') })
  await mkdir(join(cwd, 'in/.git'))
  await symlink('../kind.yaml', join(cwd, 'in/link.yaml'))
  await runGov(['fix', 'a.yaml', '--unsafe', '--ruleset-file', '../rules.yaml'], { cwd: join(cwd, 'in') })
  expect(await text(cwd, 'kind.yaml')).toBe(kinds)
})

it('where one of the files cannot be written, none is', async () => {
  const files = {
    'rules.yaml': enums,
    'openapi.yaml': using('locked/kind.yaml').replace('{Kind:', '{A: {type: string, enum: [a, a]}, Kind:'),
    'locked/kind.yaml': kinds,
  }
  const cwd = await tempTree(files)
  await chmod(join(cwd, 'locked'), 0o500)
  const { exitCode, stderr } = await gov(cwd, 'openapi.yaml')
  await chmod(join(cwd, 'locked'), 0o700)
  const isRoot = process.getuid?.() === 0
  if (!isRoot) expect([exitCode, stderr]).toEqual([2, expect.stringContaining('locked/kind.yaml')])
  const isFixed = (await text(cwd, 'openapi.yaml')) !== files['openapi.yaml']
  expect((await text(cwd, 'locked/kind.yaml')) !== kinds).toBe(isFixed)
})

const unused = 'extends: [[spectral:oas, off]]\nrules: {oas3-unused-component: warn}\n'
const parts = 'components:\n  schemas:\n'

it.each([
  ['a component', `${parts}    A: {type: object}\n`, {}, undefined],
  ['an entry that names a file', `${parts}    A: {$ref: ./a.yaml}\n`, { 'a.yaml': '{}' }, 'it names a file'],
  [
    'a file in the place of components',
    'components:\n  schemas: {$ref: ./all.yaml}\n',
    { 'all.yaml': 'A: {type: object}' },
    'it is no component',
  ],
  [
    'a component while a reference does not resolve',
    `${parts}    A: {type: object}\nx-a: {$ref: '#/components/schemas/B'}\n`,
    {},
    'a reference does not resolve and may be meant for it: #/components/schemas/B',
  ],
  [
    'one while a reference in another file does not resolve',
    `${parts}    A: {type: object}\nx-a: {$ref: part.yaml}\n`,
    { 'part.yaml': '{items: {$ref: absent.yaml}}' },
    'a reference does not resolve and may be meant for it: absent.yaml',
  ],
])('removes what nothing uses: %s', async (_what, components, files, reason) => {
  const openapi = `${head}paths: {}\n${components}`
  const cwd = await tempTree({ 'rules.yaml': unused, 'openapi.yaml': openapi, ...files })
  const { stderr } = await gov(cwd, 'openapi.yaml')
  expect(stderr).toContain(reason ?? 'no issue left')
  const after = reason === undefined ? openapi.replace('\n    A: {type: object}', ' {}') : openapi
  expect(await text(cwd, 'openapi.yaml')).toBe(after)
})

const media = (schema: string, example: string) =>
  `{schema: {$ref: '#/components/schemas/${schema}'}, example: ${example}}`
const far = `${head}paths:
  /a:
    get:
      responses:
        '200':
          description: ok
          content:
            application/json: ${media('B', '{k: aaaaaaaaa}')}
            text/json: ${media('C', '{k: aaaaaaaaa}')}
components:
  schemas:
    A: {type: string}
    D: {type: string}
    B:
      properties:
        k: {$ref: '#/components/schemas/A', maxLength: 4}
        l: {$ref: '#/components/schemas/D', maxLength: 4}
    C:
      properties:
        k: {$ref: '#/components/schemas/A', minLength: 40}
        l: {$ref: '#/components/schemas/D', maxLength: 4}
`

it('takes back the fixes that bring an issue elsewhere, and no others', async () => {
  const cwd = await tempTree({
    'rules.yaml':
      'extends: [[spectral:oas, off]]\nrules: {no-$ref-siblings: error, oas3-valid-media-example: error}\n',
    'a.yaml': far,
  })
  const { stderr } = await gov(cwd, 'a.yaml')
  const reason = 'no-$ref-siblings: its fix would bring an issue of oas3-valid-media-example\n'
  expect(stderr).toBe(
    `no-$ref-siblings: 2\nnot fixed: a.yaml:18 ${reason}not fixed: a.yaml:22 ${reason}fixed 2 issues of 1 rule in 1 file; 2 issues left\n`,
  )
  const wrapped = "l: {allOf: [{$ref: '#/components/schemas/D'}], maxLength: 4}"
  expect(await text(cwd, 'a.yaml')).toBe(
    far.replaceAll("l: {$ref: '#/components/schemas/D', maxLength: 4}", wrapped),
  )
  expect((await gov(cwd, 'a.yaml', '--diff')).stdout).toBe('')
})
