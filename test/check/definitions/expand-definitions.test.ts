import { execFileSync } from 'node:child_process'
import { chmod, link, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expandDefinitions } from '../../../src/check/definitions/expand-definitions.ts'
import { findFence } from '../../../src/check/sources/fence.ts'
import { createSources } from '../../../src/check/sources/sources.ts'
import { tempTree } from '../../temp-tree.ts'

const names = [
  'apis/b/openapi.yaml',
  'apis/a/openapi.yaml',
  'apis/a/parts/openapi.yml',
  'apis/a/v[1].yaml',
  'apis/.old/openapi.yaml',
  'apis/node_modules/x/openapi.yaml',
  'openapi.yaml',
]

async function folder(): Promise<string> {
  return tempTree(Object.fromEntries(names.map((name) => [name, 'openapi: 3.1.0\n'])))
}

async function filesOf(cwd: string, files: readonly string[]): Promise<readonly string[]> {
  const value = files.map((file) => ({ file }))
  return (await expandDefinitions({ value }, createSources(cwd))).map(({ file }) => file)
}

it.each<[string, string[], string[]]>([
  ['any folders', ['apis/**/openapi.yaml'], ['apis/a/openapi.yaml', 'apis/b/openapi.yaml']],
  [
    'any folders, none too',
    ['**/openapi.yaml'],
    ['apis/a/openapi.yaml', 'apis/b/openapi.yaml', 'openapi.yaml'],
  ],
  ['one folder', ['apis/*/openapi.yaml'], ['apis/a/openapi.yaml', 'apis/b/openapi.yaml']],
  ['this folder only', ['*.yaml'], ['openapi.yaml']],
  ['a leading ./', ['./*.yaml'], ['openapi.yaml']],
  ['braces', ['apis/{b,a}/openapi.{yaml,yml}'], ['apis/a/openapi.yaml', 'apis/b/openapi.yaml']],
  ['braces with a way in them', ['{openapi,./apis/a/openapi}.yaml'], ['apis/a/openapi.yaml', 'openapi.yaml']],
  ['a name with brackets of its own', ['apis/a/v[1].yaml'], ['apis/a/v[1].yaml']],
  ['a folder that wildcards skip', ['apis/.old/*.yaml'], ['apis/.old/openapi.yaml']],
  ['two globs', ['apis/b/*', 'apis/*/openapi.yaml'], ['apis/b/openapi.yaml', 'apis/a/openapi.yaml']],
  [
    'an entry of its own',
    ['apis/*/openapi.yaml', 'apis/a/openapi.yaml'],
    ['apis/b/openapi.yaml', 'apis/a/openapi.yaml'],
  ],
  [
    'a folder',
    ['./apis/'],
    ['apis/a/openapi.yaml', 'apis/a/parts/openapi.yml', 'apis/a/v[1].yaml', 'apis/b/openapi.yaml'],
  ],
  ['no glob', ['missing.yaml', 'openapi.yaml'], ['missing.yaml', 'openapi.yaml']],
])('finds %s', async (_name, files, expected) => {
  expect(await filesOf(await folder(), files)).toEqual(expected)
})

it('finds the same by an absolute glob', async () => {
  const cwd = await folder()
  expect(await filesOf(cwd, [join(cwd, 'apis/*/openapi.yaml')])).toEqual([
    'apis/a/openapi.yaml',
    'apis/b/openapi.yaml',
  ])
})

it.each<[string, string]>([
  ['nothing', 'nowhere/**/openapi.yaml'],
  ['only what wildcards skip', 'apis/*/x/openapi.yaml'],
])('refuses a glob that matches %s', async (_name, glob) => {
  const cwd = await folder()
  await expect(filesOf(cwd, ['openapi.yaml', glob])).rejects.toMatchObject({
    exitCode: 2,
    code: 'definition-glob-empty',
    message: `no file matches "${glob}" in ${cwd}`,
  })
})

it.each(['apis/b/parts/', './apis/.old/none/'])(
  'refuses the folder %s, which has no OpenAPI file',
  async (name) => {
    const cwd = await folder()
    await mkdir(join(cwd, name), { recursive: true })
    await expect(filesOf(cwd, ['openapi.yaml', name])).rejects.toMatchObject({
      exitCode: 2,
      code: 'definition-folder-empty',
      message: `no OpenAPI file in the folder ${name}`,
    })
  },
)

it('refuses a folder that is not there', async () => {
  const cwd = await folder()
  await expect(filesOf(cwd, ['openapi.yaml', 'absent/'])).rejects.toMatchObject({
    exitCode: 2,
    code: 'definition-folder-absent',
    message: `there is no folder absent/ in ${cwd}`,
  })
})

it.each(['apis/**/openapi.yaml', 'apis/'])(
  'refuses %s where a submodule is not checked out',
  async (name) => {
    const cwd = await tempTree({
      'apis/a/openapi.yaml': 'openapi: 3.1.0\n',
      'apis/b c/': '',
      '.git/': '',
    })
    expect(await filesOf(cwd, [name])).toEqual(['apis/a/openapi.yaml'])
    const modules = '[submodule "b"]\r\n\tpath = "apis/b c"\r\n\turl = ../b\r\n'
    await writeFile(join(cwd, '.gitmodules'), modules)
    await expect(filesOf(cwd, [name])).rejects.toMatchObject({
      exitCode: 2,
      code: 'definition-submodule-absent',
      message: 'the submodule apis/b c is not checked out, so that its definitions are not known',
    })
    expect(await filesOf(cwd, ['apis/a/*'])).toEqual(['apis/a/openapi.yaml'])
  },
)

describe('a submodule that is not checked out', () => {
  const files = {
    'apis/a/openapi.yaml': 'openapi: 3.1.0\n',
    'services/b/openapi.yaml': 'openapi: 3.1.0\n',
    '.git/': '',
  }
  const module = (path: string) => ({ '.gitmodules': `[submodule "b"]\n\tpath = ${path}\n\turl = ../b\n` })

  it.each([
    '{apis,services}/**/openapi.yaml',
    '{apis/**,services/*}/openapi.yaml',
    '{ap*,serv*}/*/{openapi,open*}.{yaml,json}',
  ])('is passed over where %s matches nothing in it', async (name) => {
    for (const more of [{}, { 'themes/hugo/': '' }, { 'themes/hugo/.DS_Store': 'x' }]) {
      const cwd = await tempTree({ ...files, ...module('themes/hugo'), ...more })
      expect(await filesOf(cwd, [name])).toEqual(['apis/a/openapi.yaml', 'services/b/openapi.yaml'])
    }
  })

  it.each<[what: string, path: string, more: Readonly<Record<string, string>>]>([
    ['whose path begins with ./ and ends in /', './apis/m/', { 'apis/m/': '' }],
    ['with a comment behind it', 'apis/m # comment', { 'apis/m/': '' }],
    ['where a system left a file', 'apis/m', { 'apis/m/.DS_Store': 'x' }],
    ['whose folder is missing', 'apis/m', {}],
    ['that is the folder a search begins in', 'services', { 'services/': '' }],
    ['above that folder', 'other', { 'other/': '' }],
  ])('is refused: one %s', async (_, path, more) => {
    const { 'apis/a/openapi.yaml': api, '.git/': git } = files
    const cwd = await tempTree({ 'apis/a/openapi.yaml': api, '.git/': git, ...module(path), ...more })
    await expect(filesOf(cwd, ['{apis,services,other/v1}/**/openapi.yaml'])).rejects.toMatchObject({
      code: 'definition-submodule-absent',
    })
  })

  it('is refused where a sparse checkout left its folder out, or once did', async () => {
    const cwd = await tempTree({ ...files, ...module('apis/m'), '.git/info/sparse-checkout': '/apis/a/\n' })
    await expect(filesOf(cwd, ['apis/**/openapi.yaml'])).rejects.toMatchObject({
      code: 'definition-submodule-absent',
    })
  })
})

it.each<[glob: string, idle: string]>([
  ['{openapi,missing}.yaml', 'missing'],
  ['{missing,openapi}.yaml', 'missing'],
  ['apis/{a,c}/*.yaml', 'c'],
  ['{apis,services}/**/openapi.yaml', 'services'],
  ['apis/{a,{b,c}}/openapi.yaml', 'c'],
  ['apis/{a,b}/{openapi,swagger}.yaml', 'swagger'],
  ['{openapi,notes}.yaml', 'notes'],
  ['openapi{,-v2}.yaml', '-v2'],
])('refuses %s, as %s matches no definition', async (glob, idle) => {
  const cwd = await folder()
  await writeFile(join(cwd, 'notes.yaml'), 'a: 1\n')
  await expect(filesOf(cwd, [glob])).rejects.toMatchObject({
    exitCode: 2,
    code: 'definition-glob-empty',
    message: `no OpenAPI file matches ${JSON.stringify(idle)} in ${JSON.stringify(glob)}, in ${cwd}`,
  })
})

it.each([
  // What differs only in the format is one alternative.
  ['*.{yaml,yml,json}', ['openapi.yaml']],
  ['openapi.y{a,}ml', ['openapi.yaml']],
  ['{openapi.json,openapi.yaml}', ['openapi.yaml']],
  ['apis/{a,b}/{v*,openapi}.yaml', ['apis/a/openapi.yaml', 'apis/a/v[1].yaml', 'apis/b/openapi.yaml']],
  [
    'apis/{a,{b,.old}}/openapi.yaml',
    ['apis/.old/openapi.yaml', 'apis/a/openapi.yaml', 'apis/b/openapi.yaml'],
  ],
])('every alternative of %s matches', async (glob, expected) => {
  expect(await filesOf(await folder(), [glob])).toEqual(expected)
})

it('finds what an alternative matches though another row excludes it', async () => {
  expect(await filesOf(await folder(), ['apis/{a,b}/openapi.yaml', '!apis/b'])).toEqual([
    'apis/a/openapi.yaml',
  ])
})

it('matches a name in no folder into which another alternative leads', async () => {
  const cwd = await tempTree({
    'a.yaml': 'openapi: 3.1.0\n',
    'x1/b.yaml': 'openapi: 3.1.0\n',
    'x1/a/c.yaml': 'openapi: 3.1.0\n',
    'x1/a/d.json': '{"openapi": "3.1.0"}',
  })
  expect(await filesOf(cwd, ['{*.yaml,x*/a/*.yaml}'])).toEqual(['a.yaml', 'x1/a/c.yaml'])
})

it('does not enter a folder in which the glob matches nothing', async () => {
  const cwd = await tempTree({ 'apis/a/openapi.yaml': 'openapi: 3.1.0\n', 'pgdata/x/openapi.yaml': '' })
  await chmod(join(cwd, 'pgdata'), 0o000)
  const found = await filesOf(cwd, ['{apis,a*}/*/openapi.yaml']).catch(({ code }) => code)
  await chmod(join(cwd, 'pgdata'), 0o755)
  expect(found).toEqual(['apis/a/openapi.yaml'])
})

it('refuses a link to a folder that git checked out as text', async () => {
  const cwd = await tempTree({
    'svc/a/openapi.yaml': 'openapi: 3.1.0\n',
    'svc/b': '../shared/b',
    latest: 'svc\n',
    'shared/b/openapi.yaml': 'openapi: 3.1.0\n',
  })
  for (const name of ['svc/*/openapi.yaml', 'svc/'])
    await expect(filesOf(cwd, [name])).rejects.toMatchObject({ code: 'definition-folder-is-link' })
  expect(await filesOf(cwd, ['s*/a/openapi.yaml'])).toEqual(['svc/a/openapi.yaml'])
})

it.each(['apis/**/openapi.yaml', 'apis/'])('refuses %s where it may not enter a folder', async (name) => {
  const cwd = await tempTree({
    'apis/a/openapi.yaml': 'openapi: 3.1.0\n',
    'apis/b/c/openapi.yaml': 'openapi: 3.1.0\n',
  })
  await chmod(join(cwd, 'apis/b'), 0o444)
  const found = await filesOf(cwd, [name]).catch(({ code }) => code)
  await chmod(join(cwd, 'apis/b'), 0o755)
  const isRoot = process.getuid?.() === 0
  expect(found).toEqual(
    isRoot ? ['apis/a/openapi.yaml', 'apis/b/c/openapi.yaml'] : 'definition-glob-unreadable',
  )
})

it.each(['apis/**/openapi.yaml', 'apis/'])(
  'refuses %s where a folder has a name that is not UTF-8',
  async (name) => {
    const cwd = await tempTree({ 'apis/a/openapi.yaml': 'openapi: 3.1.0\n' })
    const inBytes = Buffer.concat([Buffer.from(join(cwd, 'apis/caf')), Buffer.from([0xe9])])
    // Some file systems have no such names.
    const isMade = await mkdir(inBytes).then(
      () => true,
      () => false,
    )
    const found = await filesOf(cwd, [name]).catch(({ code }) => code)
    expect(found).toEqual(isMade ? 'definition-glob-unreadable' : ['apis/a/openapi.yaml'])
    expect(await filesOf(cwd, ['apis/a/*'])).toEqual(['apis/a/openapi.yaml'])
  },
)

it('refuses a glob that it cannot read', async () => {
  await expect(filesOf(await folder(), ['apis/*(a|b)/*'])).rejects.toMatchObject({
    code: 'definition-glob-invalid',
  })
})

it.each<[string, string, string | undefined]>([
  ['one file', 'apis/b/*.yaml', undefined],
  ['several files', 'apis/*/openapi.yaml', 'definition-glob-shared'],
])('an api_id with a glob that matches %s', async (_name, file, code) => {
  const sources = createSources(await folder())
  const found = await expandDefinitions({ value: [{ file, api_id: 'shop' }] }, sources).catch(
    (error) => error,
  )
  expect(code === undefined ? found : found.code).toEqual(
    code ?? [{ file: 'apis/b/openapi.yaml', api_id: 'shop' }],
  )
})

it('keeps the entry with an api_id, wherever the glob stands', async () => {
  const own = { file: './apis/a/openapi.yaml', api_id: 'shop' }
  const value = [{ file: 'apis/*/openapi.yaml' }, own]
  expect(await expandDefinitions({ value }, createSources(await folder()))).toEqual([
    { file: 'apis/b/openapi.yaml' },
    { ...own, file: 'apis/a/openapi.yaml' },
  ])
})

it('follows links, in circles too, and takes no file outside of the fence', async () => {
  const cwd = await folder()
  const outside = await tempTree({ 'openapi.yaml': 'openapi: 3.1.0\n' })
  await mkdir(join(cwd, 'links'))
  await symlink(join(cwd, 'apis'), join(cwd, 'links/apis'))
  await symlink(join(cwd, 'links'), join(cwd, 'links/again'))
  expect(await filesOf(cwd, ['links/**/openapi.yaml'])).toEqual([
    'apis/a/openapi.yaml',
    'apis/b/openapi.yaml',
  ])
  await symlink(outside, join(cwd, 'links/other'))
  const value = [{ file: 'links/**/openapi.yaml' }]
  const fence = await findFence(cwd)
  await expect(expandDefinitions({ value, fence }, createSources(cwd))).rejects.toMatchObject({
    code: 'config-path-outside',
  })
})

it('does not overlook a dangling link', async () => {
  const cwd = await folder()
  await symlink(join(cwd, 'gone'), join(cwd, 'apis/b/v2.yaml'))
  expect(await filesOf(cwd, ['apis/b/*.yaml'])).toEqual(['apis/b/openapi.yaml', 'apis/b/v2.yaml'])
})

it.each(['*.yaml', '{pipe,openapi}.*', './', 'pipe.yaml'])('opens no pipe that %s finds', async (name) => {
  const cwd = await folder()
  execFileSync('mkfifo', [join(cwd, 'pipe.yaml')])
  const files = await filesOf(cwd, [name])
  expect(files).toContain('pipe.yaml')
  await expect(createSources(cwd).readDefinition('pipe.yaml')).rejects.toMatchObject({
    exitCode: 2,
    message: 'definition pipe.yaml is a pipe or a device, not a file',
  })
})

it('takes a folder that is named like the glob for one more folder', async () => {
  const cwd = await folder()
  const file = join(cwd, 'apis/**/openapi.yaml')
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'openapi: 3.1.0\n')
  expect(await filesOf(cwd, ['apis/**/openapi.yaml'])).toEqual([
    'apis/**/openapi.yaml',
    'apis/a/openapi.yaml',
    'apis/b/openapi.yaml',
  ])
})

describe('a definition has one name, its real path in the repository:', () => {
  it.each<[string, string[], string[], Readonly<Record<string, string>>?]>([
    ['as it is written', ['openapi.yaml'], ['openapi.yaml']],
    ['from the working folder', ['./openapi.yaml'], ['openapi.yaml']],
    ['by way of another folder', ['apis/../openapi.yaml'], ['openapi.yaml']],
    ['with doubled slashes', ['apis//a///openapi.yaml'], ['apis/a/openapi.yaml']],
    ['of a link', ['apis/link.yaml'], ['openapi.yaml'], { 'apis/link.yaml': 'openapi.yaml' }],
    ['of a link to a link', ['x.yaml'], ['openapi.yaml'], { 'x.yaml': 'y.yaml', 'y.yaml': 'openapi.yaml' }],
    [
      'behind a folder that is a link',
      ['legacy/openapi.yaml'],
      ['apis/a/openapi.yaml'],
      { legacy: 'apis/a' },
    ],
    ['behind a link to the folder itself', ['legacy/openapi.yaml'], ['openapi.yaml'], { legacy: '.' }],
    ['behind a link and up again', ['legacy/../openapi.yaml'], ['openapi.yaml'], { legacy: 'apis/a' }],
    [
      'of a link that dangles, as it is written',
      ['apis/../gone.yaml'],
      ['apis/../gone.yaml'],
      { 'gone.yaml': 'nowhere.yaml' },
    ],
    ['of a circle of links', ['one.yaml'], ['one.yaml'], { 'one.yaml': 'two.yaml', 'two.yaml': 'one.yaml' }],
    ['of a file that is not there, as it is written', ['./apis/none.yaml'], ['./apis/none.yaml']],
    ['listed by both', ['openapi.yaml', 'x.yaml'], ['openapi.yaml'], { 'x.yaml': 'openapi.yaml' }],
    ['found by both', ['*.yaml'], ['openapi.yaml'], { 'x.yaml': 'openapi.yaml' }],
    ['named and found', ['openapi.yaml', './x/*.yaml'], ['openapi.yaml'], { 'x/y.yaml': 'openapi.yaml' }],
  ])('%s', async (_name, files, expected, links = {}) => {
    const cwd = await folder()
    for (const [name, to] of Object.entries(links)) {
      await mkdir(dirname(join(cwd, name)), { recursive: true })
      await symlink(join(cwd, to), join(cwd, name))
    }
    expect(await filesOf(cwd, files)).toEqual(expected)
  })

  it('from a working folder that is a link', async () => {
    const cwd = await folder()
    const home = await tempTree()
    await symlink(join(cwd, 'apis'), join(home, 'link'))
    expect(await filesOf(join(home, 'link'), ['a/openapi.yaml'])).toEqual(['a/openapi.yaml'])
    expect(await filesOf(join(home, 'link'), [join(cwd, 'apis/a/openapi.yaml')])).toEqual(['a/openapi.yaml'])
  })

  it('outside of the repository too', async () => {
    const outside = await tempTree({ 'openapi.yaml': 'openapi: 3.1.0\n' })
    const cwd = await folder()
    await symlink(join(outside, 'openapi.yaml'), join(cwd, 'apis/far.yaml'))
    expect(await filesOf(cwd, ['./apis/far.yaml'])).toEqual([relative(cwd, join(outside, 'openapi.yaml'))])
  })

  it('of two files that are one by a hard link, both', async () => {
    const cwd = await folder()
    await link(join(cwd, 'openapi.yaml'), join(cwd, 'same.yaml'))
    expect(await filesOf(cwd, ['openapi.yaml', 'same.yaml'])).toEqual(['openapi.yaml', 'same.yaml'])
  })

  it('in the repository, from a folder of it', async () => {
    const cwd = await folder()
    await mkdir(join(cwd, '.git'))
    await symlink(join(cwd, 'openapi.yaml'), join(cwd, 'apis/x.yaml'))
    expect(await filesOf(join(cwd, 'apis'), ['x.yaml'])).toEqual(['../openapi.yaml'])
  })

  it('and two entries that give it different ids are refused', async () => {
    const cwd = await folder()
    await symlink(join(cwd, 'openapi.yaml'), join(cwd, 'x.yaml'))
    const value = [
      { file: 'openapi.yaml', api_id: 'a' },
      { file: 'x.yaml', api_id: 'b' },
    ]
    await expect(expandDefinitions({ value }, createSources(cwd))).rejects.toMatchObject({
      code: 'definition-repeated',
    })
  })
})
