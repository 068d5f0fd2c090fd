import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serviceLimits } from '../../src/dashboard/contract/evaluation.ts'
import { openWorkspace } from '../../src/sandbox/store/workspace.ts'
import type { Fleet } from '../check/fleet-workspace.ts'
import { writeFleet } from '../check/write-fleet.ts'
import { createFetchingApp } from '../sandbox/fetching-app.ts'
import { tempTree } from '../temp-tree.ts'
import { answerOnSocket, nameOf, type OnSocket } from './answer-on-socket.ts'
import { runGov } from './run-gov.ts'

/** Three pages of a list, of which the last has one API for MCP. */
const fleet: Fleet = {
  apis: Array.from({ length: 23 }, (_, index) => ({
    id: `${index % 2 === 0 ? 'pay' : 'order'}-${index}`,
    kind: index === 22 ? 'mcp' : 'oas',
    operations: index === 21 ? 1 : 0,
  })),
  rulesets: [
    { id: 'rs-oas', type: 'oas-api', categories: ['c'], rules: 1 },
    { id: 'rs-mcp', type: 'mcp-api', categories: ['c'], rules: 1 },
  ],
}

/** What a page of the list is instead, by the number of the page. */
type Alter = (page: number, answer: ListPage) => ListPage | number
interface ListPage {
  readonly apis: readonly { readonly api_definition: { readonly api_id: string } }[] | null
  readonly pages: number
}

let [alter, remove]: [Alter, string | undefined] = [(_, answer) => answer, undefined]
let [folder, socket]: [string, OnSocket | undefined] = ['', undefined]
let [requests, denyRulesets]: [string[], boolean] = [[], false]

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gov-saved-')))
  writeFleet(fleet, folder)
  const service = createFetchingApp(await openWorkspace(folder, { called: folder }), {
    limits: serviceLimits,
    now: () => new Date(),
  })
  socket = await answerOnSocket(async (request) => {
    const name = nameOf(request)
    requests.push(name)
    if (denyRulesets && name.startsWith('GET /api/rulesets'))
      return Response.json({ Status: 'Error', Message: 'denied', Meta: null }, { status: 403 })
    const page = /^GET \/api\/apis\?.*\bp=(\d+)/.exec(name)?.[1]
    const text = request.method === 'POST' ? await request.clone().text() : ''
    // The API is deleted between the list and the evaluation.
    if (remove !== undefined && text.includes(`"${remove}"`))
      return Response.json(
        { Status: 'Error', Message: `api ${remove} not found`, Meta: null },
        { status: 404 },
      )
    const answer = await service.fetch(request)
    if (page === undefined) return answer
    const altered = alter(Number(page), (await answer.json()) as ListPage)
    return typeof altered === 'number'
      ? Response.json({ Status: 'Error', Message: 'down', Meta: null }, { status: altered })
      : Response.json(altered)
  })
})
afterAll(() => {
  socket?.close()
  rmSync(folder, { recursive: true })
})

async function check(argv: readonly string[], files: Readonly<Record<string, string>> = {}) {
  requests = []
  const cwd = await tempTree(files)
  const connection = ['--url', socket?.url ?? '', '--retries', '0']
  const run = await runGov([...argv, ...connection], { cwd, env: { GOV_TOKEN: 'fleet-key' } })
  const evaluated = requests.filter((name) => name.startsWith('POST')).length
  return { ...run, said: `${run.stdout}${run.stderr}`.replaceAll(/\s+/g, ' '), evaluated, cwd }
}

const whole: Alter = (_, answer) => answer
const all = ['check', '--all-apis', '--ruleset-id', 'rs-oas', '--quiet', '--trust-paths']

it.each<[string, readonly string[], number, string]>([
  ['every page', ['--all-apis'], 1, '22 APIs x 1 ruleset'],
  ['a pattern', ['--api-id', 'PAY-*'], 0, '11 of 12 APIs matching "PAY-*" checked, of 23 on the dashboard'],
  ['what it leaves out', ['--api-id', 'pay-2*'], 0, '2 of 3 APIs matching "pay-2*" checked'],
  [
    'an API of another type that is named',
    ['--api-id', 'pay-22', '--api-id', 'pay-0'],
    5,
    '1 of 2 requested APIs were evaluated',
  ],
  ['nothing', ['--api-id', 'nothing*'], 2, 'no API matches "nothing*": the dashboard lists 23 APIs'],
  ['a typing error', ['--api-id', 'ordr-*'], 2, 'Did you mean order-'],
  ['no category', ['--api-category', 'c'], 2, 'no API is in category "c"'],
  ['two answers to one question', ['--all-apis', '--api-category', 'c'], 2, 'cannot be used with'],
  ['a ruleset that is not there', ['--all-apis', '--ruleset-id', 'rs-none'], 6, 'rs-none'],
])('a check over a socket selects %s', async (_, flags, exitCode, text) => {
  ;[alter, remove] = [whole, undefined]
  const run = await check([
    'check',
    '--ruleset-id',
    'rs-oas',
    ...(exitCode === 2 ? [] : ['--quiet']),
    ...flags,
  ])
  expect(run.said).toContain(text)
  expect(run.exitCode).toBe(exitCode)
  if (exitCode === 2) expect(run.evaluated).toBe(0)
})

it.each<[string, Alter, number, string]>([
  ['a page fails', (page, answer) => (page === 2 ? 500 : answer), 4, '500'],
  ['a page is denied', (page, answer) => (page === 3 ? 403 : answer), 3, '403'],
  [
    'a page is empty',
    (page, answer) => (page === 2 ? { ...answer, apis: null } : answer),
    4,
    'page 2 of 3 is empty',
  ],
  [
    'the list ends early',
    (page, answer) => (page === 2 ? { ...answer, pages: 2 } : answer),
    4,
    'page 1 is one of 3, page 2 of 2',
  ],
  [
    'an API moves from page to page',
    (page, { apis, pages }) => ({
      apis:
        page === 2 && apis?.[0]
          ? [{ ...apis[0], api_definition: { api_id: 'pay-0' } }, ...apis.slice(1)]
          : apis,
      pages,
    }),
    4,
    'pay-0 appears twice',
  ],
  ['the list is empty', () => ({ apis: null, pages: 0 }), 2, 'the dashboard lists no APIs'],
])('is never green where %s', async (_, altered, exitCode, text) => {
  ;[alter, remove] = [altered, undefined]
  const run = await check(all)
  expect(run.said).toContain(text)
  expect(run.exitCode).toBe(exitCode)
  expect(run.evaluated).toBe(0)
})

it('is never green where an API is deleted between the list and the evaluation', async () => {
  ;[alter, remove] = [whole, 'order-7']
  const run = await check(all)
  expect(run.said).toContain('order-7')
  expect(run.exitCode).toBe(6)
})

it('leaves nothing out where the credential may not read rulesets', async () => {
  ;[alter, remove, denyRulesets] = [whole, undefined, true]
  const run = await check(all)
  const some = await check(['check', '--api-id', 'order*', '--ruleset-id', 'rs-oas', '--quiet'])
  denyRulesets = false
  expect(run.said).toContain('22 of 23 requested APIs were evaluated')
  expect(run.said).toContain('the types of API that the rulesets are for are not known')
  expect(run.exitCode).toBe(5)
  expect(some.said).not.toContain('warning:')
  expect(some.exitCode).toBe(1)
})

it.each<[string, boolean, string]>([
  [
    'lists the active rulesets',
    false,
    'Add a category: --category c (rs-mcp, rs-oas); or rulesets by id: --ruleset-id rs-mcp, --ruleset-id rs-oas',
  ],
  ['says what it can where they are denied', true, 'Set ruleset_ids, categories or ruleset_files'],
])('refuses a run without rulesets, and %s', async (_, denied, hint) => {
  ;[alter, remove, denyRulesets] = [whole, undefined, denied]
  const run = await check(['check', '--all-apis'])
  denyRulesets = false
  expect(run.said).toContain('no rulesets selected')
  expect(run.said).toContain(hint)
  expect([run.exitCode, run.evaluated]).toEqual([2, 0])
})

const config = (lines: string) => ({ '.governance.yml': `version: 1\n${lines}ruleset_ids: [rs-oas]\n` })
const policy = (ids: string) => ({
  'trusted.yml': `version: 1\nrequire: { dashboard: ${socket?.url}, api_ids: ${ids}, ruleset_ids: [rs-oas] }\n`,
})

it.each<[string, string, () => Record<string, string>, readonly string[], number, string]>([
  [
    'a pattern in the config',
    'api_ids: ["pay-1*"]\n',
    () => ({}),
    [],
    0,
    '5 of 5 APIs matching "pay-1*" checked',
  ],
  [
    'a category that is not there',
    'api_categories: [pay]\n',
    () => ({}),
    [],
    2,
    'no API is in category "pay"',
  ],
  [
    'a policy that requires what the pattern selects',
    'api_ids: ["pay-1*"]\n',
    () => policy('[pay-10, "pay-1*"]'),
    ['--policy', 'trusted.yml'],
    0,
    'policy from trusted.yml',
  ],
  [
    'a policy that requires more',
    'api_ids: ["pay-1*"]\n',
    () => policy('["*"]'),
    ['--policy', 'trusted.yml'],
    5,
    'trusted.yml requires API order-1, which is not checked',
  ],
  [
    'a policy of all APIs, and ids',
    'api_ids: [pay-0]\n',
    () => policy('["pay-*"]'),
    ['--policy', 'trusted.yml'],
    5,
    'requires API pay-2, which is not checked',
  ],
  [
    'a policy of APIs that none of the rulesets is for',
    'api_ids: ["pay-*"]\n',
    () => policy('["pay-*"]'),
    ['--policy', 'trusted.yml'],
    5,
    'requires API pay-22, which is not checked',
  ],
  [
    'a policy whose pattern matches nothing',
    'api_ids: [pay-0]\n',
    () => policy('["none-*"]'),
    ['--policy', 'trusted.yml'],
    5,
    'requires API none-*, which is not checked',
  ],
])('reads %s', async (_, lines, files, flags, exitCode, text) => {
  ;[alter, remove] = [whole, undefined]
  const run = await check(['check', '--quiet', ...flags], { ...config(lines), ...files() })
  expect(run.said).toContain(text)
  expect(run.exitCode).toBe(exitCode)
})

it('is the same in the other commands', async () => {
  ;[alter, remove] = [whole, undefined]
  const rules = ['--ruleset-id', 'rs-oas']
  const created = await check(['baseline', 'create', '--all-apis', ...rules, '--baseline', 'known.json'])
  expect(created.said).toContain('known.json: 1 entry')
  expect(
    (await check(['baseline', 'create', '--api-id', 'x*', ...rules, '--baseline', 'b.json'])).exitCode,
  ).toBe(2)
  const report = await check([...all, '--format', 'json'])
  const json = JSON.parse(report.stdout)
  expect(json.run.api_ids).toHaveLength(22)
  expect(json.run.api_names['order-21']).toBe('order-21')
  const selected = json.outcome.held.find(({ kind }: { kind: string }) => kind === 'api-selection')
  expect(selected).toMatchObject({
    patterns: ['*'],
    categories: [],
    listed: 23,
    matched: 23,
    left_out: [{ api_id: 'pay-22', name: 'pay-22', resource_type: 'mcp-api' }],
  })
})

it('gives a fleet page the names of the APIs', async () => {
  ;[alter, remove] = [whole, undefined]
  const { cwd } = await check([...all, '--output', 'json=run.json'])
  const { stdout } = await runGov(['report', 'fleet', join(cwd, 'run.json'), '--format', 'json'])
  const fleetApis: readonly { id: string; name?: string }[] = JSON.parse(stdout).apis
  expect(fleetApis).toHaveLength(22)
  expect(fleetApis.filter(({ id, name }) => name !== id)).toEqual([])
})

it('says which flag names saved APIs beside a local ruleset', async () => {
  const run = await runGov(['check', '--all-apis', '--ruleset-file', 'spectral:oas'])
  expect(run.stderr).toContain('api_ids (--all-apis) names saved APIs')
  expect(run.exitCode).toBe(2)
})

it('asks for each shard of the same selection', async () => {
  ;[alter, remove] = [whole, undefined]
  const shards = await Promise.all(
    [1, 2].map((part) => check([...all, '--format', 'json', '--shard', `${part}/2`, '--run', 'r'])),
  )
  const runs = shards.map(({ stdout }) => JSON.parse(stdout).run)
  expect(runs[0].shard.digest).toBe(runs[1].shard.digest)
  expect(new Set(runs.flatMap(({ api_ids }) => api_ids)).size).toBe(22)
})
