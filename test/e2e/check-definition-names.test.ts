import { linkSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { check as checkInLibrary } from '../../src/library/check.ts'
import { tempTree } from '../temp-tree.ts'
import { gitRepository } from './git-repository.ts'
import { runGov, runShellProcess } from './run-gov.ts'

const bad = 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\n'
const good = bad.replace(' }', ', description: Shop. }')
const rules =
  'rules:\n  described: { severity: error, given: $.info, then: { field: description, function: truthy } }\n'
/** Only what the folder itself holds is excused. */
const waiver =
  'waivers: [{ rule_id: "*", api_id: "legacy/*", reason: old, owner: me, expires: 9999-12-31 }]\n'
const policy = `version: 1\nrequire: { all_definitions: true }\n${waiver}`

const files = { 'openapi.yaml': bad, 'rules.yaml': rules, 'legacy/notes.txt': 'old\n', 'trusted.yml': policy }
type Links = Readonly<Record<string, string>>

function link(cwd: string, links: Links): void {
  for (const [name, target] of Object.entries(links)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    symlinkSync(target, join(cwd, name))
  }
}

function configOf(definitions: string): string {
  return `version: 1\nruleset_files: [rules.yaml]\ndefinitions: ${definitions}\n`
}

interface Shown {
  readonly run: { readonly definitions: readonly { readonly file: string; readonly api_id?: string }[] }
  readonly issues: readonly { readonly file?: string; readonly excused?: unknown }[]
}

/** What a run calls its definitions, and those whose issues nothing excuses. */
function namesIn(stdout: string) {
  const { run, issues = [] }: Shown = JSON.parse(stdout || '{"run":{"definitions":[]}}')
  return {
    names: run.definitions.map(({ file }) => file),
    failing: issues.flatMap(({ file, excused }) => (excused === undefined ? file : [])),
  }
}

const flags = ['check', '--ci', 'none', '--format', 'json']
const byPolicy = ['--policy', 'trusted.yml']
const one = ['openapi.yaml']

/** All of them name the one definition, which fails. */
it.each<[string, Links, string, string[]]>([
  ['a link in the waived folder', { 'legacy/o.yaml': '../openapi.yaml' }, '[legacy/o.yaml]', []],
  ['the way through the waived folder', {}, '[legacy/../openapi.yaml]', []],
  ['the same as a flag', {}, '[openapi.yaml]', ['--definition', 'legacy/../openapi.yaml']],
  ['a link as an argument', { 'legacy/o.yaml': '../openapi.yaml' }, '[openapi.yaml]', ['legacy/o.yaml']],
  [
    'a link to a link',
    { 'legacy/o.yaml': 'again.yaml', 'legacy/again.yaml': '../openapi.yaml' },
    '[legacy/o.yaml]',
    [],
  ],
  ['a link to the folder', { 'legacy/all': '..' }, '[legacy/all/openapi.yaml]', []],
  ['a glob through that', { 'legacy/all': '..' }, '["legacy/all/o*.yaml"]', []],
  [
    'a folder behind that',
    { 'legacy/all': '../apis', 'apis/o.yaml': '../openapi.yaml' },
    '[openapi.yaml]',
    ['legacy/all/'],
  ],
  ['a glob that finds both', { 'legacy/o.yaml': '../openapi.yaml' }, '["**/o*.yaml"]', []],
  ['both listed', { 'legacy/o.yaml': '../openapi.yaml' }, '[legacy/o.yaml, openapi.yaml]', []],
  ['three spellings', {}, '[./openapi.yaml, openapi.yaml, legacy/..//openapi.yaml]', []],
  ['doubled slashes', {}, '[.//legacy//..//openapi.yaml]', []],
  [
    'both as arguments',
    { 'legacy/o.yaml': '../openapi.yaml' },
    '[openapi.yaml]',
    ['legacy/o.yaml', 'openapi.yaml'],
  ],
  ['an absolute path', {}, '[openapi.yaml]', ['CWD/legacy/../openapi.yaml']],
  ['a link to a name like a glob', { 'legacy/o[1].yaml': '../openapi.yaml' }, '["legacy/o[1].yaml"]', []],
])('a definition has one name: %s', async (_what, links, definitions, argv) => {
  const cwd = await tempTree({ ...files, '.git/HEAD': '', '.governance.yml': configOf(definitions) })
  link(cwd, links)
  const named = argv.map((each) => each.replace('CWD', cwd))
  const { exitCode, stdout, stderr } = await runGov([...flags, ...byPolicy, ...named], { cwd })
  expect([exitCode, namesIn(stdout), stderr]).toEqual([1, { names: one, failing: one }, expect.any(String)])
})

it('a definition that is a file of the waived folder is excused, and two hard links are two definitions', async () => {
  const cwd = await tempTree({
    ...files,
    '.git/HEAD': '',
    '.governance.yml': configOf('[openapi.yaml, legacy/o.yaml]'),
  })
  linkSync(join(cwd, 'openapi.yaml'), join(cwd, 'legacy/o.yaml'))
  const { exitCode, stdout } = await runGov([...flags, ...byPolicy], { cwd })
  expect([exitCode, namesIn(stdout)]).toEqual([1, { names: [...one, 'legacy/o.yaml'], failing: one }])
})

it.each<[string, Links, string, string[], number, string]>([
  [
    'rows of one definition with two ids',
    { 'legacy/o.yaml': '../openapi.yaml' },
    '[{ file: openapi.yaml, api_id: shop }, { file: legacy/o.yaml, api_id: old }]',
    [],
    2,
    'definition openapi.yaml is listed twice, also as legacy/o.yaml, with different settings',
  ],
  [
    'a row without the id of the other',
    { 'legacy/o.yaml': '../openapi.yaml' },
    '[{ file: legacy/o.yaml, api_id: old }, openapi.yaml]',
    [],
    2,
    'is listed twice, with different settings',
  ],
  [
    'such rows where the caller names the definition',
    { 'legacy/o.yaml': '../openapi.yaml' },
    '[{ file: legacy/o.yaml, api_id: old }, openapi.yaml]',
    ['openapi.yaml'],
    2,
    'is listed twice, with different settings',
  ],
  [
    'globs that give it two ids',
    { 'legacy/o.yaml': '../openapi.yaml' },
    '[{ file: "legacy/*.yaml", api_id: old }, { file: "open*.yaml", api_id: shop }]',
    [],
    2,
    'also as open*.yaml, with different settings',
  ],
  [
    'a broken link',
    { 'legacy/o.yaml': 'gone.yaml' },
    '[legacy/o.yaml]',
    [],
    2,
    'legacy/o.yaml is a symbolic link to gone.yaml, which does not exist',
  ],
  [
    'a circle of links',
    { 'legacy/o.yaml': 'p.yaml', 'legacy/p.yaml': 'o.yaml' },
    '[legacy/o.yaml]',
    [],
    2,
    'legacy/o.yaml cannot be read: circular symbolic links',
  ],
  [
    'a link out of the repository',
    { 'legacy/o.yaml': '/etc/hostname' },
    '[legacy/o.yaml]',
    [],
    2,
    'is outside the repository',
  ],
  [
    'a link to a file without an extension',
    { 'legacy/o.yaml': 'notes.txt' },
    '[legacy/o.yaml]',
    [],
    2,
    'definition legacy/notes.txt needs a .json, .yaml or .yml extension',
  ],
  [
    'a link that an override of the ruleset is for',
    { 'legacy/o.yaml': '../openapi.yaml' },
    '[legacy/o.yaml]',
    ['--ruleset-file', 'overridden.yaml'],
    1,
    'FAIL 1 error',
  ],
  [
    'a required definition whose name is a link to an excused one',
    { 'api.yaml': 'legacy/o.yaml', 'legacy/o.yaml': '../openapi.yaml' },
    '[api.yaml]',
    ['--policy', 'required.yml'],
    5,
    'requires definition api.yaml, which is not checked',
  ],
])('refuses %s', async (_what, links, definitions, argv, exit, message) => {
  const cwd = await tempTree({
    ...files,
    'overridden.yaml': `${rules}overrides: [{ files: ["legacy/**"], rules: { described: off } }]\n`,
    'required.yml': 'version: 1\nrequire: { definitions: [api.yaml] }\n',
    '.git/HEAD': '',
    '.governance.yml': configOf(definitions),
  })
  link(cwd, links)
  const { exitCode, stdout, stderr } = await runGov(['check', '--quiet', ...argv], { cwd })
  expect([exitCode, `${stdout}${stderr}`.replace(/\s+/g, ' ')]).toEqual([
    exit,
    expect.stringContaining(message),
  ])
})

it.each<[string, Links, string, number, string]>([
  ['a file behind the excepted link', { 'a-legacy': 'z-apis' }, '"a-legacy/**"', 5, 'z-apis/o.yaml'],
  ['nothing else', {}, '"z-apis/**"', 0, ''],
  ['what begins with ./', {}, '"./z-apis/*.yaml"', 0, ''],
  ['what is here', {}, '"./o.yaml"', 5, 'z-apis/o.yaml'],
])(
  'all_definitions means real files, and except_definitions excepts %s',
  async (_what, links, except, exit, missed) => {
    const cwd = await tempTree({
      'rules.yaml': rules,
      'openapi.yaml': good,
      'z-apis/o.yaml': bad,
      'trusted.yml': `version: 1\nrequire: { all_definitions: true, except_definitions: [${except}] }\n`,
      '.git/HEAD': '',
      '.governance.yml': configOf('[openapi.yaml]'),
    })
    link(cwd, links)
    const { exitCode, stdout } = await runGov(['check', '--quiet', ...byPolicy], { cwd })
    expect([exitCode, stdout]).toEqual([exit, expect.stringContaining(missed)])
  },
)

it('standard input is a text of the definition that its name leads to', async () => {
  const cwd = await tempTree({ ...files, '.git/HEAD': '', '.governance.yml': configOf('[openapi.yaml]') })
  link(cwd, { 'legacy/o.yaml': '../openapi.yaml', 'legacy/all': '..' })
  const gov = `gov ${flags.join(' ')} ${byPolicy.join(' ')}`
  for (const name of ['legacy/o.yaml', 'legacy/../openapi.yaml', 'legacy/all/openapi.yaml']) {
    const { exitCode, stdout } = await runShellProcess(`${gov} - --stdin-filepath ${name} <openapi.yaml`, {
      cwd,
    })
    expect([exitCode, namesIn(stdout)]).toEqual([1, { names: one, failing: one }])
  }
  for (const other of one.concat('legacy/o.yaml')) {
    const line = `printf '${good.replaceAll('\n', '\\n')}' | ${gov} - --stdin-filepath openapi.yaml ${other}`
    const { exitCode, stderr } = await runShellProcess(line, { cwd })
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringMatching(/openapi.yaml is listed twice, with|repeats "openapi.yaml"/),
    ])
  }
})

describe('the folder behind a link', () => {
  it('changes no name in the library, nor where the link is in the repository', async () => {
    const cwd = await tempTree({ ...files, '.git/HEAD': '', 'deep/er/api.yaml': bad, 'deep/x.yaml': bad })
    link(cwd, { alias: 'deep/er', 'legacy/o.yaml': '../openapi.yaml' })
    const outer = `${cwd}-link`
    symlinkSync(cwd, outer)
    const named = async (folder: string, definitions: string[]) => {
      const { report } = await checkInLibrary({
        cwd: folder,
        definitions,
        ruleset_files: [join(cwd, 'rules.yaml')],
      })
      return report.run.definitions.map(({ file }) => file)
    }
    expect(await named(outer, ['legacy/o.yaml'])).toEqual(one)
    expect(await named(outer, [join(cwd, 'openapi.yaml'), './openapi.yaml'])).toEqual(one)
    expect(await named(outer, [join(outer, 'openapi.yaml')])).toEqual(one)
    expect(await named(join(cwd, 'alias'), ['api.yaml'])).toEqual(['api.yaml'])
    // From the link itself, `..` is the folder above it by name.
    expect(await named(join(cwd, 'alias'), ['../deep/x.yaml', '../deep/er/api.yaml'])).toEqual([
      '../deep/x.yaml',
      'api.yaml',
    ])
  })

  it('checks a content as the definition that its name leads to, and no definition by two', async () => {
    const cwd = await tempTree({ ...files, '.git/HEAD': '' })
    link(cwd, { 'legacy/o.yaml': '../openapi.yaml' })
    const asked = { cwd, ruleset_files: ['rules.yaml'] }
    const linked = { file: 'legacy/o.yaml', content: bad }
    const { report } = await checkInLibrary({ ...asked, definitions: [linked] })
    expect(report.issues.map(({ file }) => file)).toEqual(one)
    for (const other of ['openapi.yaml', { file: 'openapi.yaml', content: good }])
      await expect(checkInLibrary({ ...asked, definitions: [linked, other] })).rejects.toMatchObject({
        code: 'definition-repeated',
      })
  })
})

it('a fix edits what the link leads to, however often the definition is named', async () => {
  const text = `${bad}tags: [{ name: b }, { name: a }]\n`
  const cwd = await tempTree({
    'openapi.yaml': text,
    'rules.yaml': 'extends: [[spectral:oas, off]]\nrules: { openapi-tags-alphabetical: error }\n',
    '.governance.yml': configOf('[legacy/o.yaml, ./openapi.yaml]'),
    '.git/HEAD': '',
  })
  link(cwd, { 'legacy/o.yaml': '../openapi.yaml' })
  const { exitCode, stderr } = await runGov(['fix', '--unsafe'], { cwd })
  expect([exitCode, stderr]).toEqual([0, expect.any(String)])
  expect(readFileSync(join(cwd, 'openapi.yaml'), 'utf8')).toMatch(/name: a.*name: b/)
})

it('bundles the document that a check sends: references start at the file itself', async () => {
  const cwd = await tempTree({
    'apis/o.yaml': good.replace('paths: {}', 'paths: { /a: { $ref: part.yaml } }'),
    'apis/part.yaml': 'summary: near\n',
    'legacy/part.yaml': 'summary: far\n',
    '.git/HEAD': '',
  })
  link(cwd, { 'legacy/o.yaml': '../apis/o.yaml' })
  const { stdout } = await runGov(['bundle', 'legacy/o.yaml'], { cwd })
  expect(stdout).toContain('summary: near')
})

it('shards share out definitions, not their spellings', async () => {
  const cwd = await tempTree({
    ...files,
    '.git/HEAD': '',
    '.governance.yml': configOf('[legacy/o.yaml, openapi.yaml, legacy/../openapi.yaml]'),
  })
  link(cwd, { 'legacy/o.yaml': '../openapi.yaml' })
  const parts = []
  for (const shard of ['1/2', '2/2'])
    parts.push(namesIn((await runGov([...flags, '--shard', shard, '--run', '1'], { cwd })).stdout).names)
  expect(parts.flat()).toEqual(one)
})

describe('--base', () => {
  const paths = (names: string) =>
    good.replace(
      'paths: {}',
      `paths: { ${names.split(' ').map((name) => `/${name}: { get: { responses: {} } }`)} }`,
    )
  const commit = 'git add -A && git commit -qm more'

  /** What main holds, what the change does, what the config lists then, and what is said of it. */
  it.each<[string, string, string, string, number, string]>([
    [
      'a file that was a link',
      'mv api.yaml v1.yaml && ln -s v1.yaml api.yaml',
      'rm api.yaml && CUT >api.yaml',
      'api.yaml',
      1,
      '/b',
    ],
    [
      'a link that was a file',
      'true',
      'mkdir apis && CUT >apis/api.yaml && ln -sf apis/api.yaml api.yaml',
      'api.yaml',
      1,
      '/b',
    ],
    [
      'a link that leads to a new version',
      'mv api.yaml v1.yaml && ln -s v1.yaml api.yaml',
      'CUT >v2.yaml && ln -sf v2.yaml api.yaml',
      'api.yaml',
      1,
      '/b',
    ],
    [
      'a link that leads to another version, which was there',
      'mv api.yaml v1.yaml && CUT >v2.yaml && ln -s v1.yaml api.yaml',
      'ln -sf v2.yaml api.yaml',
      'api.yaml',
      1,
      'api.yaml led to v1.yaml at main',
    ],
    [
      'the same where the old version is checked as well',
      'mv api.yaml v1.yaml && CUT >v2.yaml && ln -s v1.yaml api.yaml',
      'ln -sf v2.yaml api.yaml',
      '{api,v1}.yaml',
      0,
      'PASS',
    ],
    [
      'a file that was in the repository before it was a link out of it',
      'true',
      'CUT >../out.yaml && ln -sf ../out.yaml api.yaml',
      '--trust-paths',
      1,
      '/b',
    ],
    [
      'the same where the old version is gone',
      'mv api.yaml v1.yaml && CUT >v2.yaml && ln -s v1.yaml api.yaml',
      'rm v1.yaml && ln -sf v2.yaml api.yaml',
      'api.yaml',
      1,
      'v1.yaml',
    ],
    [
      'a definition that a glob found behind a link to its folder',
      'mkdir apis && mv api.yaml apis/ && cp apis/api.yaml apis/gone.yaml && ln -s apis linked',
      'rm apis/gone.yaml',
      'linked/*.yaml',
      1,
      'apis/gone.yaml',
    ],
    [
      'a link out of the repository that was there',
      'mv api.yaml ../api.yaml && ln -s ../api.yaml api.yaml',
      'rm api.yaml && CUT >api.yaml',
      'api.yaml',
      2,
      'is outside this repository',
    ],
  ])('compares with %s', async (_what, before, change, definitions, exit, said) => {
    const config = configOf(`["${definitions.replace('--trust-paths', 'api.yaml')}"]`)
    const trust = definitions === '--trust-paths' ? definitions : ''
    const { sh } = await gitRepository({
      files: { '.governance.yml': config, 'rules.yaml': rules, 'api.yaml': paths('a b') },
    })
    const line = `${before} && ${commit} --allow-empty && git checkout -qb change && ${change} && ${commit}`
    const changed = await sh(line.replaceAll('CUT', `printf '%s' '${paths('a')}'`))
    expect(changed.exitCode).toBe(0)
    const { exitCode, stdout, stderr } = await sh(`gov check --ci none --base main --breaking error ${trust}`)
    const all = `${stdout}${stderr}`.replace(/\s+/g, ' ')
    expect([exitCode, all]).toEqual([exit, expect.stringContaining(said)])
  })

  it('knows an issue under the name that the definition has now', async () => {
    const { sh } = await gitRepository({
      files: { '.governance.yml': configOf('[api.yaml]'), 'rules.yaml': rules, 'api.yaml': bad },
      next: 'git checkout -qb change',
    })
    await sh(`mkdir apis && git mv api.yaml apis/ && ln -s apis/api.yaml api.yaml && ${commit}`)
    const { exitCode, stdout } = await sh('gov check --ci none --base main --format json')
    expect([exitCode, namesIn(stdout).names]).toEqual([0, ['apis/api.yaml']])
  })
})
