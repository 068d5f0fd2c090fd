import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { gitRepository } from './git-repository.ts'
import { runGov } from './run-gov.ts'

const rules = `rules:
  described: { given: '$.paths[*][get,put]', severity: error, then: { field: description, function: truthy } }
  hooked: { given: '$.webhooks[*][post]', severity: error, then: { field: description, function: truthy } }
  called: { given: '$.paths[*][*].callbacks[*][*][post]', severity: error, then: { field: description, function: truthy } }
  answered: { given: '$.paths[*][*].responses[*]', severity: error, then: { field: description, function: truthy } }
  modelled: { given: '$.paths..schema', severity: error, then: { field: title, function: truthy } }
`

/** An OpenAPI file in flow style: `parts` are its keys beside `openapi` and `info`. */
const api = (parts: string) => `{ openapi: 3.1.0, info: { title: Orders, version: '1' }, ${parts} }\n`
const bad = '{ get: { responses: {} } }'
const good = '{ get: { description: Lists them., responses: {} } }'
const part = (keys: string) => `{ ${keys} }\n`
const ref = (to: string) => `{ $ref: '${to}' }`
const answers = (response: string) => `{ get: { description: d, responses: { '200': ${response} } } }`

const calling = (callback: string) =>
  `{ get: { description: d, callbacks: { c: ${callback} }, responses: {} } }`

interface Project {
  readonly waived: readonly string[]
  readonly files: Readonly<Record<string, string>>
}

function configOf(waived: readonly string[], more = ''): string {
  const waivers = waived.map(
    (path) =>
      `  - { rule_id: '*', api_id: openapi.yaml, path: ${JSON.stringify(path)}, reason: old, owner: us, expires: 2099-01-01 }\n`,
  )
  return `version: 1\ndefinitions: [openapi.yaml]\nruleset_files: [rules.yaml]\n${more}waivers:${waivers.length === 0 ? ' []' : `\n${waivers.join('')}`}\n`
}

async function check({ waived, files }: Project) {
  const cwd = await tempTree({ 'rules.yaml': rules, '.governance.yml': configOf(waived), ...files })
  return runGov(['check'], { cwd })
}

const own = (paths: string, more = '') => ({ 'openapi.yaml': api(`paths: { ${paths} }${more}`) })
const split = (paths: string, parts: string, more = '') => ({
  ...own(paths, more),
  'parts.yaml': part(parts),
})

describe('a waiver of a path excuses a shared node only if it excuses every use of it:', () => {
  it.each<[string, string[], Record<string, string>, 0 | 1]>([
    ['its own path', ['paths./legacy*'], own(`/legacy: ${bad}`), 0],
    ['another path', ['paths./legacy*'], own(`/new: ${bad}`), 1],
    [
      'a new path that refers to it',
      ['paths./legacy*'],
      own(`/legacy-x: ${bad}, /new: ${ref('#/paths/~1legacy-x')}`),
      1,
    ],
    [
      'both paths waived',
      ['paths./legacy*', 'paths./new*'],
      own(`/legacy: ${bad}, /new: ${ref('#/paths/~1legacy')}`),
      0,
    ],
    [
      'a waived path that refers to it',
      ['paths./legacy*'],
      own(`/legacy: ${bad}, /legacy-2: ${ref('#/paths/~1legacy')}`),
      0,
    ],
    ['as a JSON Pointer', ['/paths/~1legacy*'], own(`/legacy: ${bad}, /new: ${ref('#/paths/~1legacy')}`), 1],
    [
      'a chain of references',
      ['paths./legacy*'],
      own(`/legacy: ${bad}, /legacy-2: ${ref('#/paths/~1legacy')}, /new: ${ref('#/paths/~1legacy-2')}`),
      1,
    ],
    [
      'by way of a component',
      ['paths./legacy*'],
      own(
        `/legacy: ${bad}, /new: ${ref('#/components/pathItems/P')}`,
        `, components: { pathItems: { P: ${ref('#/paths/~1legacy')} } }`,
      ),
      1,
    ],
    [
      'a webhook',
      ['paths./legacy*'],
      own(`/legacy: { post: { responses: {} } }`, `, webhooks: { made: ${ref('#/paths/~1legacy')} }`),
      1,
    ],
    [
      'a webhook, waived',
      ['paths./legacy*', 'webhooks.made*'],
      own(`/legacy: { post: { responses: {} } }`, `, webhooks: { made: ${ref('#/paths/~1legacy')} }`),
      0,
    ],
    [
      'a part that has the waived path',
      ['paths./legacy*'],
      split(`/new: ${ref('parts.yaml#/paths/~1legacy')}`, `paths: { /legacy: ${bad} }`),
      1,
    ],
    [
      'a part that has it, by pointer',
      ['/paths/~1legacy*'],
      split(`/new: ${ref('parts.yaml#/paths/~1legacy')}`, `paths: { /legacy: ${bad} }`),
      1,
    ],
    [
      'a part that the waived path refers to',
      ['paths./legacy*'],
      split(`/legacy: ${ref('parts.yaml#/paths/~1x')}`, `paths: { /x: ${bad} }`),
      0,
    ],
    [
      'a part that a new path refers to as well',
      ['paths./legacy*'],
      split(`/legacy: ${ref('parts.yaml#/x')}, /new: ${ref('parts.yaml#/x')}`, `x: ${bad}`),
      1,
    ],
    [
      'a part by all that use it',
      ['paths.*'],
      split(`/legacy: ${ref('parts.yaml#/x')}, /new: ${ref('parts.yaml#/x')}`, `x: ${bad}`),
      0,
    ],
    [
      'a part named by its file',
      ['parts.yaml#/x*'],
      split(`/legacy: ${ref('parts.yaml#/x')}, /new: ${ref('parts.yaml#/x')}`, `x: ${bad}`),
      0,
    ],
    ['a part named as no definition begins', ['x*'], split(`/new: ${ref('parts.yaml#/y')}`, `y: ${bad}`), 1],
    [
      'a key that no definition has',
      ['shared.x*'],
      split(`/new: ${ref('parts.yaml#/shared/x')}`, `shared: { x: ${bad} }`),
      0,
    ],
    [
      'a pattern that the own tree may fit',
      ['*legacy*'],
      split(`/new: ${ref('parts.yaml#/legacy')}`, `legacy: ${bad}`),
      1,
    ],
    [
      'a file in a folder that looks like a path',
      ['paths./legacy*'],
      { ...own(`/new: ${ref('paths./legacy/x.yaml')}`), 'paths./legacy/x.yaml': `${bad}\n` },
      1,
    ],
    [
      'a part behind a part',
      ['paths./legacy*'],
      {
        ...split(`/new: ${ref('parts.yaml#/x')}`, `x: ${ref('more.yaml#/paths/~1legacy')}`),
        'more.yaml': part(`paths: { /legacy: ${bad} }`),
      },
      1,
    ],
    [
      'all paths in a part',
      ['paths./legacy*'],
      { 'openapi.yaml': api(`paths: ${ref('parts.yaml')}`), 'parts.yaml': part(`/legacy: ${bad}`) },
      0,
    ],
    [
      'all paths in a part, and another',
      ['paths./legacy*'],
      {
        'openapi.yaml': api(`paths: ${ref('parts.yaml')}`),
        'parts.yaml': part(`/legacy: ${bad}, /new: ${bad}`),
      },
      1,
    ],
    [
      'a response of a waived path, used by a new one',
      ['paths./legacy*'],
      own(`/legacy: ${answers('{ x-a: 1 }')}, /new: ${answers(ref('#/paths/~1legacy/get/responses/200'))}`),
      1,
    ],
    [
      'a response of a waived path',
      ['paths./legacy*'],
      own(`/legacy: ${answers('{ x-a: 1 }')}, /new: ${good}`),
      0,
    ],
    [
      'a component, named',
      ['components.responses.Old*'],
      own(
        `/a: ${answers(ref('#/components/responses/Old'))}, /new: ${answers(ref('#/components/responses/Old'))}`,
        `, components: { responses: { Old: { x-a: 1 } } }`,
      ),
      0,
    ],
    [
      'a component of a part like a waived one',
      ['components.responses.Old*'],
      split(
        `/new: ${answers(ref('parts.yaml#/components/responses/Old'))}`,
        `components: { responses: { Old: { x-a: 1 } } }`,
      ),
      1,
    ],
    [
      'a component of a part, by its file',
      ['parts.yaml#/components/responses/Old*'],
      split(
        `/new: ${answers(ref('parts.yaml#/components/responses/Old'))}`,
        `components: { responses: { Old: { x-a: 1 } } }`,
      ),
      0,
    ],
    [
      'a component that is a reference to a part',
      ['components.responses.Old*'],
      split(
        `/a: ${answers(ref('#/components/responses/Old'))}`,
        `x: { x-a: 1 }`,
        `, components: { responses: { Old: ${ref('parts.yaml#/x')} } }`,
      ),
      0,
    ],
    [
      'a component and a path that refer to one part',
      ['components.responses.Old*'],
      split(
        `/a: ${answers(ref('#/components/responses/Old'))}, /new: ${answers(ref('parts.yaml#/x'))}`,
        `x: { x-a: 1 }`,
        `, components: { responses: { Old: ${ref('parts.yaml#/x')} } }`,
      ),
      1,
    ],
    [
      'a cycle of references',
      ['paths./legacy*'],
      split(
        `/legacy: { get: { description: d, responses: { '200': { description: d, content: { a/b: { schema: ${ref('parts.yaml#/S')} } } } } } }`,
        `S: { properties: { s: ${ref('#/S')} } }`,
      ),
      0,
    ],
  ])('%s', async (_name, waived, files, exit) => {
    const { exitCode, stderr, stdout } = await check({ waived, files })
    expect({ exitCode, text: exitCode === exit ? '' : stdout + stderr }).toEqual({ exitCode: exit, text: '' })
  })

  it('where 3,000 paths refer to a part', async () => {
    const paths = Array.from({ length: 3000 }, (_, at) => `/legacy${at}: ${ref('parts.yaml#/x')}`).join(', ')
    const files = (more: string) => split(`${paths}${more}`, `x: ${bad}`)
    expect((await check({ waived: ['paths./legacy*'], files: files('') })).exitCode).toBe(0)
    const withNew = files(`, /new: ${ref('parts.yaml#/x')}`)
    expect((await check({ waived: ['paths./legacy*'], files: withNew })).exitCode).toBe(1)
  })

  it('and says which path would mean the node in the other file', async () => {
    const files = split(`/new: ${ref('parts.yaml#/paths/~1legacy')}`, `paths: { /legacy: ${bad} }`)
    const { stderr } = await check({ waived: ['paths./legacy*'], files })
    expect(stderr).toContain('did you mean the path "parts.yaml#/paths/~1legacy/get"?')
  })
})

const versions: [string, Record<string, string>, Record<string, string>, 0 | 1][] = [
  ['the same', own(`/a: ${bad}`), own(`/a: ${bad}, /b: ${good}`), 0],
  ['a path that refers to a bad one', own(`/a: ${bad}`), own(`/a: ${bad}, /b: ${ref('#/paths/~1a')}`), 1],
  [
    'a path that refers to a bad component',
    own(`/a: ${ref('#/components/pathItems/P')}`, `, components: { pathItems: { P: ${bad} } }`),
    own(
      `/a: ${ref('#/components/pathItems/P')}, /b: ${ref('#/components/pathItems/P')}`,
      `, components: { pathItems: { P: ${bad} } }`,
    ),
    1,
  ],
  [
    'a path that refers to a bad part',
    split(`/a: ${ref('parts.yaml#/x')}`, `x: ${bad}`),
    split(`/a: ${ref('parts.yaml#/x')}, /b: ${ref('parts.yaml#/x')}`, `x: ${bad}`),
    1,
  ],
  [
    'a path by way of another part',
    split(`/a: ${ref('parts.yaml#/x')}`, `x: ${bad}, y: ${ref('#/x')}`),
    split(`/a: ${ref('parts.yaml#/x')}, /b: ${ref('parts.yaml#/y')}`, `x: ${bad}, y: ${ref('#/x')}`),
    1,
  ],
  [
    'a webhook that refers to a bad path',
    own(`/a: { get: { responses: {} }, post: { description: d, responses: {} } }`),
    own(
      `/a: { get: { responses: {} }, post: { description: d, responses: {} } }`,
      `, webhooks: { w: ${ref('#/paths/~1a')} }`,
    ),
    1,
  ],
  [
    'a good path that becomes a reference to a bad one',
    own(`/a: ${bad}, /b: ${good}`),
    own(`/a: ${bad}, /b: ${ref('#/paths/~1a')}`),
    1,
  ],
  ['one use fewer', own(`/a: ${bad}, /b: ${ref('#/paths/~1a')}`), own(`/a: ${bad}`), 0],
  [
    'two uses, as they were',
    own(`/a: ${bad}, /b: ${ref('#/paths/~1a')}`),
    own(`/b: ${ref('#/paths/~1a')}, /a: ${bad}, /c: ${good}`),
    0,
  ],
  [
    'a third use',
    own(`/a: ${bad}, /b: ${ref('#/paths/~1a')}`),
    own(`/a: ${bad}, /b: ${ref('#/paths/~1a')}, /c: ${ref('#/paths/~1a')}`),
    1,
  ],
  [
    'a new operation with a known bad response',
    own(`/a: ${answers(ref('#/components/responses/R'))}`, ', components: { responses: { R: { x-a: 1 } } }'),
    own(
      `/a: ${answers(ref('#/components/responses/R'))}, /b: ${answers(ref('#/components/responses/R'))}`,
      ', components: { responses: { R: { x-a: 1 } } }',
    ),
    0,
  ],
  [
    'a callback that refers to a bad path',
    own(`/a: ${bad}`),
    own(`/a: ${bad}, /b: ${calling(`{ x: ${ref('#/paths/~1a')} }`)}`),
    1,
  ],
  [
    'a callback of an old operation that refers to a bad path',
    own(`/a: ${bad}, /b: ${good}`),
    own(`/a: ${bad}, /b: ${calling(`{ x: ${ref('#/paths/~1a')} }`)}`),
    1,
  ],
  [
    'a callback by way of a component',
    own(`/a: ${bad}`, `, components: { callbacks: { C: { x: ${ref('#/paths/~1a')} } } }`),
    own(
      `/a: ${bad}, /b: ${calling(ref('#/components/callbacks/C'))}`,
      `, components: { callbacks: { C: { x: ${ref('#/paths/~1a')} } } }`,
    ),
    1,
  ],
  [
    "another operation's callback",
    own(`/a: ${calling('{ x: { post: { responses: {} } } }')}`),
    own(
      `/a: ${calling('{ x: { post: { responses: {} } } }')}, /b: ${calling(ref('#/paths/~1a/get/callbacks/c'))}`,
    ),
    1,
  ],
  [
    'an operation that refers to a bad one',
    own(`/a: ${bad}`),
    own(`/a: ${bad}, /b: { put: ${ref('#/paths/~1a/get')} }`),
    1,
  ],
  [
    'an operation of the same path that refers to a bad one',
    own(`/a: ${bad}`),
    own(`/a: { get: { responses: {} }, put: ${ref('#/paths/~1a/get')} }`),
    1,
  ],
  [
    'a callback that was there',
    own(`/a: ${bad}, /b: ${calling(`{ x: ${ref('#/paths/~1a')} }`)}`),
    own(`/b: ${calling(`{ x: ${ref('#/paths/~1a')} }`)}, /a: ${bad}, /c: ${good}`),
    0,
  ],
  [
    'a response that refers to a bad one, which is shared as a component is',
    own(`/a: ${answers('{ x-a: 1 }')}`),
    own(`/a: ${answers('{ x-a: 1 }')}, /b: ${answers(ref('#/paths/~1a/get/responses/200'))}`),
    0,
  ],
  [
    'all paths in another file, and one that refers to a bad one',
    { 'openapi.yaml': api(`paths: ${ref('parts.yaml')}`), 'parts.yaml': part(`/a: ${bad}`) },
    {
      'openapi.yaml': api(`paths: ${ref('parts.yaml')}`),
      'parts.yaml': part(`/a: ${bad}, /b: ${ref('#/~1a')}`),
    },
    1,
  ],
]

it.each(versions)(
  'with a base, an operation at a new path is new: %s',
  async (_name, before, after, exit) => {
    const config = configOf([])
    const repository = await gitRepository({
      files: { 'rules.yaml': rules, '.governance.yml': config, ...before },
    })
    for (const [name, text] of Object.entries(after)) await writeFile(join(repository.cwd, name), text)
    const { exitCode, stdout, stderr } = await runGov(['check', '--base', 'HEAD'], { cwd: repository.cwd })
    expect({ exitCode, text: exitCode === exit ? '' : stdout + stderr }).toEqual({ exitCode: exit, text: '' })
  },
)

it.each(versions)(
  'with a baseline, an operation at a new path is new: %s',
  async (_name, before, after, exit) => {
    const config = configOf([], 'baseline: known.json\n')
    const cwd = await tempTree({ 'rules.yaml': rules, '.governance.yml': config, ...before })
    expect((await runGov(['baseline', 'create'], { cwd })).exitCode).toBe(0)
    expect((await runGov(['check'], { cwd })).exitCode).toBe(0)
    for (const [name, text] of Object.entries(after)) await writeFile(join(cwd, name), text)
    const { exitCode, stdout, stderr } = await runGov(['check'], { cwd })
    expect({ exitCode, text: exitCode === exit ? '' : stdout + stderr }).toEqual({ exitCode: exit, text: '' })
    await runGov(['baseline', 'update', '--add'], { cwd })
    expect((await runGov(['check'], { cwd })).exitCode).toBe(0)
  },
)

const named =
  'waivers:\n  - { rule_id: "*", api_id: legacy/*, reason: old, owner: us, expires: 2099-01-01 }\n'
const policy = 'version: 1\nrequire: { all_definitions: true }\nallow: [waivers]\n'

describe('a definition cannot borrow a waived name:', () => {
  it.each<[string, string, string[], Record<string, string>]>([
    ['by a link', 'legacy/o.yaml', [], { 'legacy/o.yaml': '../openapi.yaml' }],
    ['by a link to its folder', 'legacy/openapi.yaml', [], { legacy: '.' }],
    ['by a way through the folder', 'legacy/../openapi.yaml', [], { 'legacy/x': '../openapi.yaml' }],
    [
      'on the command line',
      'openapi.yaml',
      ['--definition', 'legacy/../openapi.yaml'],
      { 'legacy/x': '../openapi.yaml' },
    ],
    ['as an operand', 'openapi.yaml', ['legacy/o.yaml'], { 'legacy/o.yaml': '../openapi.yaml' }],
    ['under a glob', 'legacy/*.yaml', [], { 'legacy/o.yaml': '../openapi.yaml' }],
  ])('%s', async (_name, listed, argv, links) => {
    const config = `version: 1\ndefinitions: [${listed}]\nruleset_files: [rules.yaml]\n${named}`
    const cwd = await tempTree({
      'rules.yaml': rules,
      '.governance.yml': config,
      'policy.yml': policy,
      '.git/': '',
      ...own(`/a: ${bad}`),
    })
    for (const [name, to] of Object.entries(links)) {
      await mkdir(dirname(join(cwd, name)), { recursive: true })
      await symlink(to, join(cwd, name))
    }
    const { exitCode, stdout } = await runGov(['check', '--policy', 'policy.yml', ...argv], { cwd })
    expect({ exitCode, names: stdout.includes('legacy') }).toEqual({ exitCode: 1, names: false })
  })
})

it('a definition that was a link at the base is compared with what the link led to', async () => {
  const files = {
    'rules.yaml': rules,
    '.governance.yml': configOf([]),
    'old/api.yaml': api(`paths: { /a: ${bad} }`),
  }
  const repository = await gitRepository({
    files,
    next: 'ln -s old/api.yaml openapi.yaml && git add -A && git commit -qm two',
  })
  const { cwd } = repository
  await rm(join(cwd, 'openapi.yaml'))
  await writeFile(join(cwd, 'openapi.yaml'), api(`paths: { /a: ${bad}, /b: ${bad} }`))
  const { exitCode, stdout } = await runGov(['check', '--base', 'HEAD', '--format', 'json'], { cwd })
  expect({ exitCode, known: JSON.parse(stdout).known_count }).toEqual({ exitCode: 1, known: 1 })
})
