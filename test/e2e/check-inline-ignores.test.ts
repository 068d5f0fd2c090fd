import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../src/core/document/document.ts'
import type { Evaluation } from '../../src/core/model/evaluation.ts'
import { countIssues } from '../../src/core/model/severity.ts'
import { serviceLimits } from '../../src/dashboard/contract/evaluation.ts'
import { listIgnores } from '../../src/gate/excuse/inline-ignores.ts'
import { memoryWorkspace } from '../../src/sandbox/store/memory-workspace.ts'
import { apiRecord } from '../../src/sandbox/store/records.ts'
import type { Workspace } from '../../src/sandbox/store/workspace.ts'
import { createFetchingApp } from '../sandbox/fetching-app.ts'
import { tempTree } from '../temp-tree.ts'
import { answerOnSocket, nameOf, type OnSocket } from './answer-on-socket.ts'
import { gitRepository } from './git-repository.ts'
import { runInProcess } from './in-process.ts'
import { memoryDashboard } from './memory-dashboard.ts'
import { projectRoot } from './run-gov.ts'

const rules = `rules:
  described: { given: '$.paths[*][get,put]', severity: error, then: { field: description, function: truthy } }
  titled: { given: $.info.title, severity: error, then: { function: length, functionOptions: { min: 5 } } }
`
const honours = 'version: 1\npolicy: { inline_waivers: x-lint-ignore }\n'

/** An API with an operation that is not described; `operation` and `root` are more of their lines. */
function api(operation = '', root = '', info = ''): string {
  return `openapi: 3.1.0
${root}info: { ${info}title: Orders, version: "1" }
paths:
  /a:
    get:
      ${operation}responses: {}
`
}

interface Run {
  readonly exit: number
  readonly text: string
}

async function gov(cwd: string, line: string, env: Readonly<Record<string, string>> = {}): Promise<Run> {
  let text = ''
  const take = (more: string) => {
    text += more
  }
  const around = { cwd, env: { GOV_TOKEN: 'local', ...env }, stdout: take, stderr: take }
  const exit = await runInProcess(line.split(' '), around)
  return { exit, text: text.replace(/\s+/g, ' ') }
}

const check = 'check --definition openapi.yaml --ruleset-file rules.yaml --quiet'

describe('by default nothing is silenced', () => {
  it.each<[string, string]>([
    ['the object', api('x-lint-ignore: described\n      ')],
    ['a list', api('x-lint-ignore: [described]\n      ')],
    ['the object that holds it', api().replace('    get:', '    x-lint-ignore: described\n    get:')],
    ['the root', api('', 'x-lint-ignore: described\n')],
    ['every rule', api('x-lint-ignore: "*"\n      ', 'x-lint-ignore: "*"\n')],
    ['an alias', api('x-lint-ignore: *i\n      ', 'x-i: &i described\n')],
    ['a merge', api('<<: *i\n      ', 'x-i: &i { x-lint-ignore: described }\n')],
    ['JSON', JSON.stringify({ ...base, 'x-lint-ignore': ['described'] })],
  ])('%s', async (_name, text) => {
    const cwd = await tempTree({ 'openapi.yaml': text, 'rules.yaml': rules, 'none.yml': 'version: 1\n' })
    expect((await gov(cwd, check)).exit).toBe(1)
    expect((await gov(cwd, `${check} --engine vacuum`)).exit).toBe(1)
    expect((await gov(cwd, `${check} --strictness strict`)).exit).toBe(1)
  })

  it('says so, and why a dashboard may show less', async () => {
    const text = api('x-lint-ignore: described\n      ')
    const cwd = await tempTree({ 'openapi.yaml': text, 'rules.yaml': rules })
    const found = await gov(cwd, `${check} --engine vacuum`)
    expect(found.text).toContain(
      '1 issue counts despite x-lint-ignore (described), which a dashboard may apply; to apply it here, set policy.inline_waivers: x-lint-ignore',
    )
  })

  it('also where the repository would have it otherwise', async () => {
    const cwd = await tempTree({
      'openapi.yaml': api('x-lint-ignore: described\n      '),
      'rules.yaml': rules,
      '.governance.yml': honours,
      'strict.yml': 'version: 1\npolicy: { fail_on: error }\n',
      'allows.yml': 'version: 1\nallow: [waivers, baseline]\n',
      'none.yml': 'version: 1\npolicy: { inline_waivers: none }\n',
    })
    expect(await gov(cwd, check)).toMatchObject({
      exit: 0,
      text: expect.stringContaining('weakens the default'),
    })
    expect(await gov(cwd, `${check} --strictness permissive`)).toMatchObject({
      exit: 0,
      text: expect.stringContaining('1 issue counts despite x-lint-ignore'),
    })
    for (const file of ['strict.yml', 'allows.yml', 'none.yml'])
      expect(await gov(cwd, `${check} --policy ${file}`)).toMatchObject({ exit: 1 })
    expect(await gov(cwd, check, { GOV_POLICY: 'strict.yml' })).toMatchObject({ exit: 1 })
  })
})

const ruleset = { id: 'r', name: 'r.yaml', format: 'yaml', text: rules } as const
const plain = memoryWorkspace({ rulesets: [ruleset] })
/** Its user may also read rulesets. */
const workspace: Workspace = {
  ...plain,
  users: plain.users.map((user) => ({ ...user, user_permissions: { apis: 'write', governance: 'read' } })),
}

/** A dashboard whose engine reports no rule that a definition names in an `x-lint-ignore`, wherever that is. */
async function droppingDashboard(): Promise<OnSocket> {
  const app = createFetchingApp(workspace, { limits: serviceLimits, now: () => new Date() })
  return answerOnSocket(async (request) => {
    const text = await request.clone().text()
    const response = await app.fetch(request)
    if (!nameOf(request).startsWith('POST /api/evaluations/sandbox/oas') || response.status !== 200)
      return response
    const dropped = new Set([...listIgnores(parseDocument(text, 'yaml').value).values()].flat())
    const answer: Evaluation = JSON.parse(await response.text())
    const issues = answer.issues.filter(({ rule_id }) => !dropped.has(rule_id))
    const rulesets = answer.rulesets.map((each) => ({ ...each, ...countIssues(issues) }))
    return Response.json({ ...answer, ...countIssues(issues), issues, rulesets, total: issues.length })
  })
}

function twice(text: string): [before: string, after: string] {
  return [text, `${text}# changed\n`]
}

const base = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: { '/a': { get: { responses: {} } } },
}

describe('a policy that lets it waive', () => {
  it.each<[string, string, number]>([
    ['the object', api('x-lint-ignore: described\n      '), 0],
    ['the object that holds it', api().replace('    get:', '    x-lint-ignore: described\n    get:'), 0],
    ['the root', api('', 'x-lint-ignore: [described]\n'), 0],
    ['JSON', JSON.stringify({ ...base, 'x-lint-ignore': ['described'] }), 0],
    ['another rule', api('x-lint-ignore: titled\n      '), 1],
    ['no rule of that name', api('x-lint-ignore: describe\n      '), 1],
    ['every rule', api('x-lint-ignore: "*"\n      ', 'x-lint-ignore: "*"\n'), 1],
    ['a pattern', api('x-lint-ignore: desc*\n      '), 1],
    ['two names in one text', api('x-lint-ignore: described, titled\n      '), 1],
    ['an object', api('x-lint-ignore: { described: true }\n      '), 1],
    ['another object', api('', '', 'x-lint-ignore: described, '), 1],
    ['the paths, two levels above', api().replace('paths:', 'paths:\n  x-lint-ignore: described'), 1],
    [
      'a key that appears twice',
      api('x-lint-ignore: parser\n      x-lint-ignore: [parser, described]\n      '),
      1,
    ],
    [
      'a reference that does not resolve',
      api(
        'x-lint-ignore: [described, invalid-ref]\n      x-a: { $ref: "#/none", x-lint-ignore: invalid-ref }\n      ',
        'x-lint-ignore: invalid-ref\n',
      ),
      1,
    ],
  ])('%s', async (_name, text, exit) => {
    const cwd = await tempTree({ 'openapi.yaml': text, 'rules.yaml': rules, 'policy.yml': honours })
    expect(await gov(cwd, `${check} --policy policy.yml`)).toMatchObject({ exit })
  })

  it('nothing in a file that the definition refers to', async () => {
    const cwd = await tempTree({
      'openapi.yaml': api().replace(
        'get:\n      responses: {}',
        'x-lint-ignore: described\n    $ref: a.yaml#/a',
      ),
      'a.yaml': 'a: { x-lint-ignore: described, get: { x-lint-ignore: described, responses: {} } }\n',
      'rules.yaml': rules,
      'policy.yml': honours,
    })
    expect(await gov(cwd, `${check} --policy policy.yml`)).toMatchObject({ exit: 1 })
  })

  it('with what it waives in the report and out of the baseline, the threshold and the fixes', async () => {
    const files = {
      'openapi.yaml': api('x-lint-ignore: described\n      '),
      'rules.yaml': rules,
      'c.yml': `${honours}definitions: [openapi.yaml]\nruleset_files: [rules.yaml]\nbaseline: b.json\n`,
    }
    const cwd = await tempTree(files)
    expect((await gov(cwd, 'baseline create --config c.yml')).text).toContain('0 entries')
    const listed = await gov(cwd, 'check --config c.yml --show-waived --max-error 0')
    expect(listed).toMatchObject({ exit: 0 })
    expect(listed.text).toContain('not counted: waived by x-lint-ignore in the definition, without a reason')
  })

  it('not beside a limit on the time of waivers', async () => {
    const both = 'version: 1\npolicy: { inline_waivers: x-lint-ignore, max_waiver_days: 30 }\n'
    const cwd = await tempTree({ 'openapi.yaml': api(), 'rules.yaml': rules, 'policy.yml': both })
    expect(await gov(cwd, `${check} --policy policy.yml`)).toMatchObject({
      exit: 2,
      text: expect.stringContaining('accepts waivers without an end'),
    })
  })

  it('the same in shards that are merged', async () => {
    const cwd = await tempTree({
      'a.yaml': api('x-lint-ignore: described\n      '),
      'b.yaml': api('x-lint-ignore: described\n      '),
      'rules.yaml': rules,
      '.governance.yml': `${honours}definitions: [a.yaml, b.yaml]\nruleset_files: [rules.yaml]\n`,
    })
    for (const part of [1, 2])
      expect(
        await gov(cwd, `check --quiet --shard ${part}/2 --run 7 --output json=${part}.json`),
      ).toMatchObject({
        exit: 0,
      })
    expect(await gov(cwd, 'report merge 1.json 2.json --quiet')).toMatchObject({
      exit: 0,
      text: expect.stringContaining('2 issues waived by x-lint-ignore'),
    })
  })
})

describe('other ways to a verdict, where the policy lets it waive', () => {
  const config = `${honours}definitions: [openapi.yaml]\nruleset_files: [rules.yaml]\n`
  const ignoring = api('x-lint-ignore: described\n      ')

  it('the impact of a stricter ruleset', async () => {
    const cwd = await tempTree({
      'openapi.yaml': ignoring,
      'rules.yaml': rules.replace('error', 'warn'),
      'new.yaml': rules,
      '.governance.yml': config,
      'strict.yml': 'version: 1\n',
    })
    expect(await gov(cwd, 'ruleset impact rules.yaml new.yaml')).toMatchObject({ exit: 0 })
    expect(await gov(cwd, 'ruleset impact rules.yaml new.yaml --policy strict.yml')).toMatchObject({
      exit: 1,
    })
  })

  it('an issue of a saved API counts', async () => {
    const cwd = await tempTree()
    await cp(join(projectRoot, 'fixtures/workspace'), join(cwd, 'ws'), { recursive: true })
    const file = join(cwd, 'ws/apis/orders/openapi.yaml')
    await writeFile(join(cwd, 'ws/rulesets/rs-docs/rules.yaml'), rules.replaceAll('description', 'x-none'))
    await writeFile(file, `x-lint-ignore: described\n${await readFile(file, 'utf8')}`)
    await writeFile(join(cwd, 'policy.yml'), honours)
    const line =
      'check --url embedded --workspace ws --api-id orders --ruleset-id rs-docs --quiet --policy policy.yml'
    expect(await gov(cwd, line)).toMatchObject({ exit: 1 })
  })
})

describe('a dashboard that gets the definition', async () => {
  const dashboard = await memoryDashboard(workspace)
  const sent = `check --definition openapi.yaml --ruleset-id r --quiet --url ${dashboard.url}`

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['the definition', { 'openapi.yaml': api('x-lint-ignore: titled\n      ') }, 'openapi.yaml:6'],
    ['a value', { 'openapi.yaml': api('tags: [x-lint-ignore, bad]\n      ') }, 'openapi.yaml:6'],
    [
      'a rule that did not run, in an example',
      { 'openapi.yaml': api('x-a: { example: [{ x-lint-ignore: 404 }] }\n      ') },
      'openapi.yaml:6',
    ],
    [
      'a file that it refers to',
      {
        'openapi.yaml': api().replace('get:\n      responses: {}', '$ref: a.yaml#/a'),
        'a.yaml': 'a:\n  get:\n    x-lint-ignore: described\n    responses: {}\n',
      },
      'a.yaml:3',
    ],
  ])('may have dropped what is named in %s', async (_name, files, place) => {
    const cwd = await tempTree({
      ...files,
      'policy.yml': honours,
      'pass.yml': 'version: 1\npolicy: { on_unevaluated: pass, fail_on: never }\n',
    })
    const found = await gov(cwd, sent)
    expect(found.exit).toBe(5)
    expect(found.text).toContain('the dashboard may have dropped issues of openapi.yaml')
    expect(found.text).toContain(`(${place})`)
    expect(await gov(cwd, `${sent} --policy pass.yml`)).toMatchObject({ exit: 5 })
    const accepted = await gov(cwd, `${sent} --policy policy.yml --fail-on never`)
    expect(accepted).toMatchObject({
      exit: 0,
      text: expect.stringContaining('(accepted: inline_waivers: x-lint-ignore)'),
    })
  })

  it('drops nothing of one without it', async () => {
    const cwd = await tempTree({
      'openapi.yaml': api('description: see x-lint-ignore\n      x-lint-ignore: []\n      '),
    })
    expect(await gov(cwd, `${sent} --fail-on never`)).toMatchObject({ exit: 0 })
  })
})

describe('a dashboard that drops issues', async () => {
  const dashboard = await droppingDashboard()
  const asked = `--definition openapi.yaml --ruleset-id r --url ${dashboard.url}`
  const ignoring = { 'openapi.yaml': api('x-lint-ignore: described\n      ', '', 'x-lint-ignore: titled, ') }

  it('never passes for them', async () => {
    const cwd = await tempTree({ ...ignoring, 'policy.yml': honours })
    expect(await gov(cwd, `check ${asked}`)).toMatchObject({
      exit: 5,
      text: expect.stringContaining('0 errors'),
    })
    expect(await gov(cwd, `check ${asked} --policy policy.yml --quiet`)).toMatchObject({
      exit: 0,
      text: expect.stringContaining('which has x-lint-ignore for described, titled (openapi.yaml:2)'),
    })
  })

  it('differs from the embedded sandbox, and parity says why', async () => {
    const cwd = await tempTree(ignoring)
    const found = await gov(cwd, `parity ${asked}`)
    expect(found.exit).toBe(1)
    expect(found.text).toContain(
      'x-lint-ignore in the definition names 1 issue that only the embedded sandbox shows (described)',
    )
    expect(JSON.parse((await gov(cwd, `parity ${asked} --format json`)).text)).toMatchObject({
      rules: [{ rule_id: 'described', only_embedded: 1, ignored: 1 }],
    })
  })

  it('is known to doctor, with the keys that it would read', async () => {
    const cwd = await tempTree(ignoring)
    const found = await gov(cwd, `doctor ${asked}`)
    expect(found.text).toContain(
      'x-lint-ignore in 1 definition (openapi.yaml:2) names described, titled: a dashboard may drop their issues',
    )
  })
})

describe('a saved API of a dashboard', async () => {
  const saved = { id: 'db-a', api_id: 'a', name: 'A', org_id: 'local' }
  let text = ''
  let isReadable = true
  const dashboard = await memoryDashboard(
    {
      ...workspace,
      apis: [apiRecord().parse({ ...saved, kind: 'oas', definition: 'a.yaml' })],
      definition: async () => ({ name: 'a.yaml', format: 'yaml', text }),
    },
    (path) => !isReadable && path.startsWith('/api/apis/'),
  )
  const line = `check --api-id a --ruleset-id r --quiet --fail-on never --url ${dashboard.url}`
  const reads = () => dashboard.asked().filter((each) => each === 'GET /api/apis/a').length

  it.each<[string, string, boolean, string, number, number, string]>([
    ['is not read', api('x-lint-ignore: described\n      '), true, 'none', 0, 0, 'PASS'],
    ['is read where the policy refuses the key', api(), true, 'refuse', 0, 1, 'PASS'],
    [
      'is not proven evaluated with it',
      api('x-lint-ignore: described\n      '),
      true,
      'refuse',
      5,
      1,
      'of API a, which has x-lint-ignore for described (/paths/~1a/get/x-lint-ignore): remove it there',
    ],
    ['is not proven evaluated unread', api(), false, 'refuse', 5, 1, 'its definition, which cannot be read'],
  ])('%s', async (_name, definition, readable, choice, exit, count, says) => {
    ;[text, isReadable] = [definition, readable]
    const policy = `version: 1\npolicy: { inline_waivers: ${choice}, on_unevaluated: pass }\n`
    const cwd = await tempTree({ 'policy.yml': policy })
    reads()
    expect(await gov(cwd, `${line} --policy policy.yml`)).toMatchObject({
      exit,
      text: expect.stringContaining(says),
    })
    expect(reads()).toBe(count)
  })
})

describe('where there is no config yet', () => {
  it.each([
    ['here', '', 'x-lint-ignore (openapi.yaml:6) silences nothing'],
    [
      'on a dashboard',
      ' --url https://dashboard.example.com --ruleset-id r',
      'may make the dashboard drop issues',
    ],
  ])('init names the keys: %s', async (_name, flags, says) => {
    const cwd = await tempTree({ 'openapi.yaml': api('x-lint-ignore: described\n      ') })
    const found = await gov(cwd, `init --yes${flags}`)
    expect(found).toMatchObject({ exit: 0, text: expect.stringContaining(says) })
  })

  it('explain says what the key is', async () => {
    const cwd = await tempTree()
    expect(await gov(cwd, 'explain x-lint-ignore')).toMatchObject({
      exit: 2,
      text: expect.stringContaining('is a key of definitions, not a rule'),
    })
  })
})

describe('with a base', async () => {
  const dashboard = await memoryDashboard(workspace)
  const all = 'version: 1\npolicy: { inline_waivers: x-lint-ignore, base: all }\n'
  const local = `${check} --policy policy.yml --base main`
  const sent = `check --definition openapi.yaml --ruleset-id r --quiet --url ${dashboard.url} --policy policy.yml --base main`
  const ignoring = api('x-lint-ignore: described\n      ')

  it.each<[string, string, string, number, number]>([
    ['a key that was there', ignoring, `${ignoring}# changed\n`, 0, 0],
    ['a key that the change adds', api(), ignoring, 1, 5],
    ['one at the root', api(), api('', 'x-lint-ignore: described\n'), 1, 5],
    ['another rule in a key that was there', api('x-lint-ignore: titled\n      '), ignoring, 1, 5],
    ['a key moved to the root', ignoring, api('', 'x-lint-ignore: described\n'), 1, 5],
    [
      'one more rule, of which there is no issue',
      ignoring,
      api('x-lint-ignore: [described, titled]\n      '),
      0,
      5,
    ],
    ['a value', api(), api('description: x-lint-ignore\n      '), 0, 5],
    ['a value that was there', ...twice(api('tags: [x-lint-ignore]\n      description: d\n      ')), 0, 0],
  ])('%s', async (_name, before, after, here, there) => {
    const files = { 'rules.yaml': rules, 'policy.yml': all, 'openapi.yaml': before }
    const { cwd, write } = await gitRepository({ files, next: 'git checkout -qb change' })
    write('openapi.yaml', after)
    expect(await gov(cwd, local)).toMatchObject({ exit: here })
    expect(await gov(cwd, sent)).toMatchObject({ exit: there })
  })

  it.each<[string, readonly string[], readonly string[], number, number]>([
    ['an item put before the one that had the key', ['old_one'], ['new_one', 'old_one'], 1, 5],
    ['one put after it', ['old_one'], ['old_one', 'new_one'], 1, 5],
    ['one in its stead', ['old_one'], ['new_one'], 1, 5],
    ['items in another order', ['old_one', 'older_one'], ['older_one', 'old_one'], 0, 0],
    ['one less', ['old_one', 'older_one'], ['older_one'], 0, 0],
    ['an item without the key put before it', ['old_one'], ['fine', 'old_one'], 0, 0],
  ])('a list with %s', async (_name, before, after, here, there) => {
    const list = (names: readonly string[]) => {
      const items = names.map((name) => {
        const key = name === 'fine' ? '' : ', x-lint-ignore: plain'
        return `{ name: ${name}, in: query, schema: {}${key} }`
      })
      return api(`description: d\n      parameters: [${items.join(', ')}]\n      `)
    }
    const files = {
      'rules.yaml':
        'rules: { plain: { given: "$..parameters[*].name", severity: error, then: { function: pattern, functionOptions: { notMatch: _ } } } }\n',
      'policy.yml': honours,
      'openapi.yaml': list(before),
    }
    const { cwd, write } = await gitRepository({ files, next: 'git checkout -qb change' })
    write('openapi.yaml', list(after))
    expect(await gov(cwd, local)).toMatchObject({ exit: here })
    expect(await gov(cwd, sent)).toMatchObject({ exit: there })
  })

  it.each<[string, string, number]>([
    ['is the same under another name', 'x-lint-ignore: described\nservers: [{ url: /v1 }]\n', 0],
    [
      'has only the title of a deleted one',
      'x-lint-ignore: described\nsecurity: [{ a: [b, c, d, e, f] }]\n',
      1,
    ],
  ])('a definition that %s', async (_name, root, exit) => {
    const files = {
      'rules.yaml': rules,
      'policy.yml': honours,
      'legacy.yaml': api('', 'x-lint-ignore: described\n'),
    }
    const { cwd, write } = await gitRepository({
      files,
      next: 'git checkout -qb change && git rm -q legacy.yaml',
    })
    write(
      'openapi.yaml',
      `${api('', root)}  /b: { put: { tags: [${root.includes('security') ? 'b, c, d, e, f, g, h, i' : 'b'}] } }\n`,
    )
    expect(await gov(cwd, local)).toMatchObject({ exit })
  })

  it('a new definition excuses nothing of its own, and a breaking change neither', async () => {
    const files = { 'rules.yaml': rules, 'policy.yml': all, 'other.yaml': api() }
    const { cwd, sh, write } = await gitRepository({ files, next: 'git checkout -qb change' })
    write('openapi.yaml', ignoring)
    const added = await gov(cwd, local)
    expect(added).toMatchObject({
      exit: 1,
      text: expect.stringContaining('which is not at the base'),
    })
    const rule = 'breaking-operation-removed'
    const ignore = `x-lint-ignore: [${rule}, described]\n`
    write('openapi.yaml', api('', ignore).replace('get:', 'get: { responses: {} }\n    put:'))
    await sh('git add -A && git commit -qm two && git branch -f main')
    write('openapi.yaml', api('', ignore))
    const broken = await gov(cwd, `${local.replace('--quiet ', '')} --breaking error`)
    expect(broken.text).toContain(rule)
    expect(broken.exit).toBe(1)
  })
})
