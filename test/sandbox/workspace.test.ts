import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { GovError } from '../../src/core/model/errors.ts'
import { openWorkspace } from '../../src/sandbox/store/workspace.ts'

const settings = `version: 1
governance: true
api_ownership: false
default_user: u1
organisations:
  - { id: o1, name: One }
`
const user = 'id: u1\naccess_key: k1\nactive: true\norg_id: o1\nuser_permissions: {}\n'
const api = 'api_id: a1\nid: "1"\nname: One\norg_id: o1\nkind: oas\ndefinition: openapi.yaml\n'
const ruleset =
  'ruleset_id: r1\nid: "2"\nname: Rules\norg_id: o1\nactive: true\nresource_type: oas-api\naction: warn\nrules: rules.yaml\n'
const complete = {
  'workspace.yml': settings,
  'users/one.yml': user,
  'apis/a1/api.yml': api,
  'apis/a1/openapi.yaml': 'openapi: 3.0.3\n',
  'rulesets/r1/ruleset.yml': ruleset,
  'rulesets/r1/rules.yaml': 'extends: ../shared.yaml\n',
  'rulesets/shared.yaml': 'rules: {}\n',
}

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function folderOf(files: Readonly<Record<string, string | Uint8Array | undefined>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'workspace-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) {
    if (content === undefined) continue
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

async function faultOf(promise: Promise<unknown>): Promise<GovError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof GovError) return error
  throw new Error(`a GovError was expected, but there was ${String(error)}`)
}

describe('a complete workspace', () => {
  it('holds its records, and reads texts when they are asked for', async () => {
    const folder = folderOf(complete)
    const workspace = await openWorkspace(folder)
    const [a1] = workspace.apis
    const [r1] = workspace.rulesets
    if (a1 === undefined || a1.kind === 'classic' || r1 === undefined) throw new Error('records are missing')
    expect(workspace.users.map(({ id }) => id)).toEqual(['u1'])
    writeFileSync(join(folder, 'apis/a1/openapi.yaml'), 'openapi: 3.1.0\n')
    expect(await workspace.definition(a1)).toEqual({
      name: 'apis/a1/openapi.yaml',
      format: 'yaml',
      text: 'openapi: 3.1.0\n',
    })
    const rules = await workspace.rules(r1)
    expect(rules.name).toBe('rulesets/r1/rules.yaml')
    expect(await rules.read('../shared.yaml', rules.name)).toMatchObject({ name: 'rulesets/shared.yaml' })
  })

  it('needs no APIs, no rulesets and no texts, and looks past hidden and stray files', async () => {
    const { 'workspace.yml': own, 'users/one.yml': one } = complete
    const files = { 'workspace.yml': own, 'users/one.yml': one, 'apis/.DS_Store': '', 'apis/README.md': '' }
    const workspace = await openWorkspace(folderOf(files))
    expect([workspace.apis, workspace.rulesets]).toEqual([[], []])
  })
})

describe('a record that is wrong', () => {
  const second = (text: string) => text.replace('id: u1', 'id: u2').replace('k1', 'k2')
  it.each([
    [
      'workspace.yml',
      settings.replace('governance', 'governence'),
      /^workspace\.yml:2: governence: no such key/,
      /governance/,
    ],
    [
      'workspace.yml',
      `${settings}  - { id: o1 }\n`,
      /^workspace\.yml:7: organisations\.1\.name: missing, expected string/,
      /./,
    ],
    ['workspace.yml', settings.replace('version: 1', 'version: 2'), /^workspace\.yml:1: version: /, /./],
    ['workspace.yml', settings.replace('u1', 'u9'), /default_user: no user u9/, /./],
    ['workspace.yml', 'a: [', /^workspace\.yml:\d+:\d+: /, /YAML/],
    ['workspace.yml', undefined, /^workspace\.yml cannot be read: no such file/, /./],
    ['workspace.yml', new Uint8Array([0xff, 0xfe]), /^workspace\.yml cannot be read/, /UTF-8/],
    ['users/one.yml', user.replace('id: u1', 'id: 17'), /^users\/one\.yml:1: id: .*string/, /Quote a string/],
    ['users/one.yml', user.replace('k1', '"k 1"'), /^users\/one\.yml:2: access_key: Invalid key/, /./],
    ['users/one.yml', user.replace('o1', 'o7'), /^users\/one\.yml: org_id: no organisation o7/, /./],
    [
      'users/two.yml',
      second(user).replace('k2', 'k1'),
      /^users\/two\.yml: access_key: .*users\/one\.yml/,
      /./,
    ],
    ['users/two.yml', second(user).replace('u2', 'u1'), /^users\/two\.yml: id: .*users\/one\.yml/, /./],
    ['apis/a1/api.yml', api.replace('oas', 'soap'), /^apis\/a1\/api\.yml:5: kind: /, /./],
    [
      'apis/a1/api.yml',
      api.replace('openapi.yaml', '../openapi.yaml'),
      /:6: definition: Invalid file name/,
      /./,
    ],
    [
      'apis/a1/api.yml',
      api.replace('openapi.yaml', '/etc/passwd.yaml'),
      /:6: definition: Invalid file name/,
      /./,
    ],
    [
      'apis/a1/api.yml',
      api.replace('openapi.yaml', 'openapi.txt'),
      /:6: definition: .*\.json, \.yaml or \.yml/,
      /./,
    ],
    [
      'apis/a1/api.yml',
      api.replace('oas', 'classic'),
      /^apis\/a1\/api\.yml:\d+: (classic|definition): /,
      /./,
    ],
    ['apis/a2/openapi.yaml', '', /^apis\/a2\/api\.yml cannot be read: no such file/, /./],
    [
      'apis/a2/api.yml',
      api.replace('a1', '"1"').replace('"1"\nname', 'x\nname'),
      /^apis\/a2\/api\.yml: api_id and id: .*apis\/a1/,
      /./,
    ],
    [
      'rulesets/r1/ruleset.yml',
      ruleset.replace('r1', '"gov:breaking"'),
      /ruleset\.yml:1: ruleset_id: is reserved for gov/,
      /./,
    ],
    ['rulesets/r1/ruleset.yml', ruleset.replace('oas-api', 'oas'), /ruleset\.yml:6: resource_type: /, /./],
    [
      'rulesets/r1/ruleset.yml',
      `${ruleset}colour: red\n`,
      /ruleset\.yml:9: colour: no such key/,
      /Remove colour/,
    ],
  ])('%s: %o', async (file, text, message, hint) => {
    const error = await faultOf(openWorkspace(folderOf({ ...complete, [file]: text })))
    expect(error.message).toMatch(message)
    expect(error.hint).toMatch(hint)
    expect(error.kind).toBe('usage')
  })
})

it.each(['2026-03-02', 'March 7, 2026', '2026-03-02T09:30:00', '2026-02-30T00:00:00Z'])(
  'refuses %s, which is not a date-time',
  async (day) => {
    for (const key of ['last_login_date', 'password_updated']) {
      const files = { ...complete, 'users/one.yml': `${user}${key}: ${day}\n` }
      const error = await faultOf(openWorkspace(folderOf(files)))
      expect(error.message).toMatch(`users/one.yml:6: ${key}: Invalid date-time`)
    }
  },
)

it.runIf(process.platform !== 'win32')('refuses a pipe, and does not wait for it', async () => {
  const folder = folderOf(complete)
  execFileSync('mkfifo', [join(folder, 'users/pipe.yml')])
  const error = await faultOf(openWorkspace(folder))
  expect(error.message).toBe('users/pipe.yml is not a regular file')
})

describe('a file that leads out of the workspace', () => {
  const outside = () => folderOf({ 'secret.yaml': 'secret: 1\n' })

  it.each(['definition', 'rules'] as const)('is not read as %s', async (what) => {
    const folder = folderOf({
      ...complete,
      'apis/a1/openapi.yaml': undefined,
      'rulesets/r1/rules.yaml': undefined,
    })
    symlinkSync(join(outside(), 'secret.yaml'), join(folder, 'apis/a1/openapi.yaml'))
    symlinkSync(join(outside(), 'secret.yaml'), join(folder, 'rulesets/r1/rules.yaml'))
    const { apis, rulesets, ...workspace } = await openWorkspace(folder)
    const [a1, r1] = [apis[0], rulesets[0]]
    if (a1 === undefined || a1.kind === 'classic' || r1 === undefined) throw new Error('records are missing')
    const error = await faultOf(what === 'rules' ? workspace.rules(r1) : workspace.definition(a1))
    expect(error.message).toMatch(/is not inside the workspace/)
  })

  it.each(['../../../secret.yaml', '/secret.yaml'])(
    'is not read as what a ruleset extends: %s',
    async (name) => {
      const workspace = await openWorkspace(folderOf(complete))
      const [r1] = workspace.rulesets
      if (r1 === undefined) throw new Error('a record is missing')
      const rules = await workspace.rules(r1)
      const error = await rules.read(name, rules.name).catch((reason: unknown) => reason)
      expect(String(error)).toMatch(/is not inside the workspace|cannot be read/)
    },
  )

  it('may be a folder of the same beginning', async () => {
    const folder = folderOf(complete)
    const beside = `${folder}-other`
    folders.push(beside)
    mkdirSync(beside)
    writeFileSync(join(beside, 'rules.yaml'), 'rules: {}\n')
    const [r1] = (await openWorkspace(folder)).rulesets
    const workspace = await openWorkspace(folder)
    if (r1 === undefined) throw new Error('a record is missing')
    const rules = await workspace.rules(workspace.rulesets[0] ?? r1)
    const error = await faultOf(
      rules.read(`../../../${beside.split('/').at(-1)}/rules.yaml`, rules.name).then(),
    )
    expect(error.message).toMatch(/is not inside the workspace/)
  })
})

it('says which folder cannot be opened', async () => {
  const error = await faultOf(openWorkspace('/no/such/folder'))
  expect(error.message).toBe('the workspace /no/such/folder cannot be opened')
})
