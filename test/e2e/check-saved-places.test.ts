import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryWorkspace } from '../../src/sandbox/store/memory-workspace.ts'
import { apiRecord } from '../../src/sandbox/store/records.ts'
import type { Workspace } from '../../src/sandbox/store/workspace.ts'
import { runInProcess } from './in-process.ts'
import { type MemoryDashboard, memoryDashboard } from './memory-dashboard.ts'

const folder = mkdtempSync(join(tmpdir(), 'gov-saved-places-'))
const bad = "''"
const definitions = {
  dotted: { 'b.c': bad },
  nested: { b: `{ c: ${bad} }` },
  'dotted, the nested one good': { 'b.c': bad, b: '{ c: x }' },
  'nested, the dotted one good': { 'b.c': 'x', b: `{ c: ${bad} }` },
  'nested, with more above it': { more: '{}', b: `{ c: ${bad} }` },
}
type Shape = keyof typeof definitions

/** An owner is named at two depths, so that one rule finds both `b.c` and `b` > `c`, and says the same of them. */
const rules = `rules:
  owner:
    severity: error
    message: An owner has a name.
    given: ['$.x-owners[*]', '$.x-owners[*][*]']
    then: { function: pattern, functionOptions: { match: . } }
  title:
    severity: error
    message: A title is short.
    given: $.openapi
    then: { function: length, functionOptions: { max: 1 } }
`

let shape: Shape = 'dotted'
const id = { id: 'db-a', api_id: 'a', name: 'A', org_id: 'local' }
const ruleset = { id: 'r', name: 'r.yaml', format: 'yaml', text: rules } as const
const workspace: Workspace = {
  ...memoryWorkspace({ rulesets: [ruleset] }),
  apis: [apiRecord().parse({ ...id, kind: 'oas', definition: 'a.yaml' })],
  definition: async () => ({ name: 'a.yaml', format: 'yaml', text: textOf(shape) }),
}

function textOf(name: Shape): string {
  const owners = Object.entries(definitions[name]).map(([key, value]) => `  ${key}: ${value}\n`)
  return `openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths: {}\nx-owners:\n${owners.join('')}`
}

let isReadable = true
const dashboard: MemoryDashboard = await memoryDashboard(
  workspace,
  (path) => !isReadable && path.startsWith('/api/apis/'),
)
afterAll(() => {
  dashboard.close()
  rmSync(folder, { recursive: true, force: true })
})

async function gov(...argv: readonly string[]) {
  let [stdout, stderr] = ['', '']
  const exitCode = await runInProcess(argv, {
    cwd: folder,
    env: { GOV_TOKEN: 'local', GOV_URL: dashboard.url },
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
  })
  return { exitCode, stdout, stderr }
}

const asked = ['--api-id', 'a', '--ruleset-id', 'r']
const reads = () => dashboard.asked().filter((each) => each === 'GET /api/apis/a').length

function configure(waivers: readonly string[] = []): void {
  const entry = (selector: string) => `  - { ${selector}, reason: r, owner: o, expires: 2999-01-01 }\n`
  const list = [`rule_id: title`, ...waivers].map(entry).join('')
  writeFileSync(join(folder, '.governance.yml'), `version: 1\nwaivers:\n${list}`)
}

beforeEach(() => {
  rmSync(join(folder, 'known.json'), { force: true })
  isReadable = true
  configure()
  reads()
})

it.each<[Shape, Shape, number]>([
  ['dotted', 'dotted', 0],
  ['dotted', 'nested', 1],
  ['nested', 'dotted', 1],
  ['nested', 'nested', 0],
  ['nested', 'nested, with more above it', 0],
  ['nested', 'dotted, the nested one good', 1],
  ['dotted', 'nested, the dotted one good', 1],
  ['dotted', 'dotted, the nested one good', 1],
])('a baseline of a saved API, %s, does not excuse another node: %s', async (before, after, exit) => {
  shape = before
  expect(await gov('baseline', 'create', ...asked, '--baseline', 'known.json')).toMatchObject({ exitCode: 0 })
  shape = after
  expect((await gov('check', ...asked, '--baseline', 'known.json')).exitCode).toBe(exit)
  expect(reads()).toBe(2)
})

it('a baseline does not record what fits two nodes, and says so', async () => {
  shape = 'dotted, the nested one good'
  const { exitCode, stderr } = await gov('baseline', 'create', ...asked, '--baseline', 'known.json')
  expect([exitCode, stderr]).toEqual([
    0,
    expect.stringContaining('API a: not recorded: the path x-owners.b.c'),
  ])
  expect(readFileSync(join(folder, 'known.json'), 'utf8')).not.toContain('x-owners')
})

describe('a waiver', () => {
  it.each<[string, Shape, number]>([
    ['x-owners.b.c', 'dotted', 0],
    ['x-owners.*', 'nested', 0],
    ['x-owners.b.c', 'nested, the dotted one good', 1],
    ['x-owners.*', 'dotted, the nested one good', 1],
    ['/x-owners/b.c', 'dotted', 0],
    ['/x-owners/b/c', 'dotted', 1],
    ['/x-owners/b/c', 'nested', 0],
    ['/x-owners/b/*', 'nested', 0],
    ['/x-owners/b.c', 'nested', 1],
    ['/x-owners/b/c', 'nested, the dotted one good', 1],
  ])('of %s, where a saved API is %s: exit %d', async (path, now, exit) => {
    shape = now
    configure([`rule_id: owner, path: '${path}'`])
    expect((await gov('check', ...asked)).exitCode).toBe(exit)
  })
})

it('a run whose earlier report has the same dotted path at another node says so', async () => {
  shape = 'dotted'
  await gov('baseline', 'create', ...asked, '--baseline', 'known.json')
  await gov('check', ...asked, '--baseline', 'known.json', '--output', 'json=old.json')
  expect((await gov('check', ...asked, '--compare', 'old.json')).stderr).toContain('0 new')
  shape = 'nested'
  expect((await gov('check', ...asked, '--compare', 'old.json')).stderr).toContain('1 new, 1 fixed')
})

it('a definition that cannot be read leaves nothing excused by its dotted paths, and says so', async () => {
  shape = 'dotted'
  await gov('baseline', 'create', ...asked, '--baseline', 'known.json')
  isReadable = false
  const { exitCode, stderr } = await gov('check', ...asked, '--baseline', 'known.json')
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('definition of a saved API cannot be read')])
})

it.each<[string, readonly string[], readonly string[], number]>([
  ['nothing is excused by a path', [], [], 0],
  ['the waiver has no path', ['rule_id: owner'], [], 0],
  ['the path has one key', ['rule_id: title, path: openapi'], [], 0],
  ['the waiver is for another rule', ["rule_id: other, path: '*'"], [], 0],
  ['the path is elsewhere', ["rule_id: owner, path: 'paths.*'"], [], 0],
  ['the path may be meant', ["rule_id: owner, path: '*'"], [], 1],
  ['a pointer may be meant', ["rule_id: owner, path: '/paths/*'"], [], 1],
])('reads a definition only where that may matter: %s', async (_name, waivers, flags, expected) => {
  shape = 'nested'
  configure(waivers)
  await gov('check', ...asked, ...flags)
  expect(reads()).toBe(expected)
})
