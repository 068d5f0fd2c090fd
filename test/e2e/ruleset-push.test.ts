import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contentId } from '../../src/core/text/digest.ts'
import { type Death, type DyingDashboard, dyingDashboard } from './dying-dashboard.ts'
import { projectRoot, runGov } from './run-gov.ts'

const token = 'demo-key-administrator'
const top = mkdtempSync(join(tmpdir(), 'gov-push-'))
const opened: DyingDashboard[] = []
let dashboard: DyingDashboard
let folder = ''
let count = 0

beforeEach(async () => {
  dashboard = await dyingDashboard(join(projectRoot, 'fixtures/workspace'), token)
  opened.push(dashboard)
  folder = join(top, String(count++))
  mkdirSync(folder)
})

afterAll(() => {
  for (const each of opened) each.close()
  rmSync(top, { recursive: true })
})

function gov(line: string) {
  const argv = [...line.split(' '), '--url', dashboard.url, '--retries', '0', '--no-color']
  return runGov(argv, { cwd: folder, env: { GOV_TOKEN: token } })
}

const rules = (id: string) =>
  `rules:\n  ${id}:\n    given: $.info\n    then: { field: x, function: truthy }\n`

function write(id: string, facts: object, text = rules('one')): void {
  const place = join(folder, 'rulesets', id)
  mkdirSync(place, { recursive: true })
  writeFileSync(
    join(place, 'ruleset.yml'),
    JSON.stringify({ name: id, active: true, action: 'warn', ...facts }),
  )
  writeFileSync(join(place, 'rules.yaml'), text)
}

const edit = (file: string, from: string | RegExp, to: string) => {
  const path = join(folder, 'rulesets', file)
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
}
const manifest = () => readFileSync(join(folder, 'rulesets/.gov-rulesets.json'), 'utf8')
const saved = z.looseObject({ name: z.string(), ruleset_id: z.string(), definition: z.string() })

async function onDashboard(): Promise<string> {
  const list = await (await dashboard.send('GET', '/api/rulesets?p=-1&sort=name')).json()
  return z
    .object({ rulesets: z.array(saved) })
    .parse(list)
    .rulesets.map(({ name, ruleset_id }) => `${ruleset_id}=${name}`)
    .sort()
    .join(' ')
}

async function change(id: string, changes: object): Promise<void> {
  const now = saved.parse(await (await dashboard.send('GET', `/api/rulesets/${id}`)).json())
  expect((await dashboard.send('PUT', `/api/rulesets/${id}`, { ...now, ...changes })).status).toBe(200)
}

describe('a pull', () => {
  it('edited and pushed, changes what a check of the dashboard finds', async () => {
    const check = async () => {
      const { stdout } = await gov('check --api-id catalogue --ruleset-id rs-design --format json')
      return JSON.parse(stdout).issues.map(
        ({ rule_id, severity }: Record<string, string>) => `${severity} ${rule_id}`,
      )
    }
    const before = await check()
    expect(before).toContain('info schema-pascal-case')
    expect((await gov('ruleset pull rulesets')).stderr).toBe('')
    // The demo's file extends another, which the dashboard does not have.
    const text = readFileSync(join(folder, 'rulesets/rs-design/rules.yaml'), 'utf8')
    expect(text).not.toContain('extends')
    edit(
      'rs-design/rules.yaml',
      /severity: info(?=\n {4}given: \$\.components\.schemas\n)/,
      'severity: error',
    )
    const pushed = await gov('ruleset push rulesets --yes --no-impact')
    expect([pushed.exitCode, pushed.stdout]).toEqual([0, expect.stringContaining('Done: update rs-design')])
    const raised = before.map((each: string) =>
      each.replace('info schema-pascal-case', 'error schema-pascal-case'),
    )
    expect((await check()).toSorted()).toEqual(raised.toSorted())
    expect((await gov('ruleset diff rulesets --exit-code')).exitCode).toBe(0)
  })

  it('writes each ruleset, and a second one writes nothing', async () => {
    const first = await gov('ruleset pull')
    expect([first.stdout, first.exitCode]).toEqual([
      'wrote: rs-design, rs-docs, rs-mcp, rs-draft, rs-security\nFolder rulesets: 5 written, 0 unchanged.\n',
      0,
    ])
    expect((await gov('ruleset pull')).stdout).toBe('Folder rulesets: 0 written, 5 unchanged.\n')
    expect((await gov('ruleset diff rulesets --exit-code')).exitCode).toBe(0)
    const validated = await runGov(['ruleset', 'validate', 'rulesets/rs-docs/rules.yaml'], { cwd: folder })
    expect(validated.exitCode).toBe(0)
  })

  it('takes changes of the dashboard, keeps comments where nothing changed, and what is to be pushed', async () => {
    await gov('ruleset pull')
    edit('rs-docs/rules.yaml', /^/, '# why: asked for by the portal team\n')
    edit('rs-security/ruleset.yml', 'name: ', 'name: My ')
    await change('rs-docs', { name: 'Docs' })
    const { stdout } = await gov('ruleset pull')
    expect(stdout).toBe(
      'wrote: rs-docs\nchanged in the folder, to be pushed: rs-security\nFolder rulesets: 1 written, 3 unchanged.\n',
    )
    expect(readFileSync(join(folder, 'rulesets/rs-docs/rules.yaml'), 'utf8')).toMatch(/^# why/)
    expect(readFileSync(join(folder, 'rulesets/rs-docs/ruleset.yml'), 'utf8')).toContain('name: Docs\n')
  })

  it('refuses where both changed, and writes nothing', async () => {
    await gov('ruleset pull')
    edit('rs-docs/ruleset.yml', 'name: ', 'name: My ')
    await change('rs-docs', { name: 'Docs' })
    await change('rs-design', { name: 'Design' })
    const before = readFileSync(join(folder, 'rulesets/rs-design/ruleset.yml'), 'utf8')
    const { stderr, exitCode } = await gov('ruleset pull')
    expect([stderr.split('\n')[0], exitCode]).toEqual([
      'error: changed in the folder and on the dashboard: rs-docs',
      2,
    ])
    expect(readFileSync(join(folder, 'rulesets/rs-design/ruleset.yml'), 'utf8')).toBe(before)
    expect((await gov('ruleset pull --overwrite')).exitCode).toBe(0)
    expect((await gov('ruleset diff rulesets --exit-code')).exitCode).toBe(0)
  })

  it('never leaves the folder, whatever an id is', async () => {
    const definition = '{"rules":{"r":{"given":"$","then":{"function":"truthy"}}}}'
    for (const [at, id] of ['../../evil', 'RS-DOCS', 'nul', '.hidden', 'a b', 'x'.repeat(200)].entries())
      expect(
        (await dashboard.send('POST', '/api/rulesets', { name: `n${at}`, ruleset_id: id, definition }))
          .status,
      ).toBe(201)
    expect((await gov('ruleset pull')).exitCode).toBe(0)
    expect([existsSync(join(top, 'evil')), existsSync(join(folder, 'evil'))]).toEqual([false, false])
    expect((await gov('ruleset diff rulesets --exit-code')).stdout).toBe('Rulesets: 11 unchanged.\n')
  })

  it('gives each ruleset a folder that no other has, also where letter case does not count', async () => {
    const definition = '{"rules":{"r":{"given":"$","then":{"function":"truthy"}}}}'
    for (const id of ['RS-DOCS', 'Rs-Docs', 'ruleset-d5ac12a20e2c'])
      await dashboard.send('POST', '/api/rulesets', { name: id, ruleset_id: id, definition })
    // Where RS-DOCS would go, and holds another ruleset.
    const taken = `ruleset-${contentId(['RS-DOCS'], 12)}`
    write(taken, { ruleset_id: 'rs-mine' })
    expect((await gov('ruleset pull')).exitCode).toBe(0)
    const folders = readdirSync(join(folder, 'rulesets')).filter((name) => !name.startsWith('.'))
    expect(new Set(folders.map((name) => name.toLowerCase())).size).toBe(9)
    expect(readFileSync(join(folder, 'rulesets', taken, 'ruleset.yml'), 'utf8')).toContain('rs-mine')
    expect((await gov('ruleset diff rulesets')).stdout).toContain('8 unchanged.')
  })
})

describe('a push', () => {
  it('plans, asks, creates, updates and, of its own and with --prune only, deletes', async () => {
    write('rs-new', { categories: ['public'] })
    const plan = '+ create rs-new (rs-new)\n    active, action warn, categories: public\n'
    const unasked = await gov('ruleset push rulesets')
    expect(unasked.stdout).toContain(plan)
    expect([unasked.stderr.split('\n')[0], unasked.exitCode]).toEqual(['error: confirmation required', 2])
    expect(await onDashboard()).not.toContain('rs-new')
    expect((await gov('ruleset push rulesets --yes')).stdout).toMatch(/Done: create rs-new\.\n$/)
    edit('rs-new/rules.yaml', 'one:', 'two:')
    expect((await gov('ruleset push rulesets --yes')).stdout).toContain('    - rule one\n    + rule two\n')
    expect((await gov('ruleset push rulesets --yes')).stdout).toMatch(/Rulesets: 1 unchanged\.\n$/)
    rmSync(join(folder, 'rulesets/rs-new'), { recursive: true })
    expect((await gov('ruleset push rulesets --yes')).stdout).toContain('as --prune is not given: rs-new')
    expect((await gov('ruleset push rulesets --yes --prune')).stdout).toMatch(/Done: delete rs-new\.\n$/)
    expect(await onDashboard()).toMatch(/^rs-design=\S.* rs-docs=.* rs-draft=.* rs-mcp=.* rs-security=/)
  })

  it.each<[string, (id: string) => Promise<unknown>, string]>([
    ['changed', (id) => change(id, { name: 'Theirs' }), "! rs-new the dashboard's copy changed since"],
    [
      'deleted',
      (id) => dashboard.send('DELETE', `/api/rulesets/${id}`),
      '! rs-new was deleted on the dashboard since',
    ],
  ])('refuses what others have %s, and changes nothing', async (_what, others, line) => {
    write('rs-new', {})
    write('rs-other', {})
    await gov('ruleset push rulesets --yes')
    await others('rs-new')
    edit('rs-new/rules.yaml', 'one:', 'two:')
    edit('rs-other/rules.yaml', 'one:', 'two:')
    const before = await onDashboard()
    const { stdout, stderr, exitCode } = await gov('ruleset push rulesets --yes')
    expect(stdout).toContain(line)
    expect([stderr.split('\n')[0], exitCode]).toEqual([
      'error: the dashboard is not as this folder expects: rs-new',
      2,
    ])
    expect(await onDashboard()).toBe(before)
  })

  it('refuses to take over what it never pushed or pulled, unless it is the same', async () => {
    write('rs-docs', { name: 'Mine' })
    expect((await gov('ruleset push rulesets --yes')).stdout).toContain(
      '! rs-docs is on the dashboard, and was never',
    )
    expect((await gov('ruleset push rulesets --yes --overwrite')).exitCode).toBe(0)
    expect(await onDashboard()).toContain('rs-docs=Mine')
    rmSync(join(folder, 'rulesets/.gov-rulesets.json'))
    expect((await gov('ruleset push rulesets --yes')).stdout).toBe(
      'only on the dashboard, and left alone: rs-design, rs-mcp, rs-draft, rs-security\n\nRulesets: 1 unchanged.\n',
    )
  })

  it('swaps no names, but hands one on in the right order', async () => {
    write('rs-a', { name: 'A' })
    write('rs-b', { name: 'B' })
    await gov('ruleset push rulesets --yes')
    write('rs-a', { name: 'B' })
    write('rs-b', { name: 'C' })
    expect((await gov('ruleset push rulesets --yes')).stdout).toMatch(/Done: update rs-b, update rs-a\.\n$/)
    write('rs-b', { name: 'B' })
    write('rs-a', { name: 'C' })
    const { stdout, exitCode } = await gov('ruleset push rulesets --yes')
    expect(stdout).toContain('! rs-a cannot have its name, which is that of rs-b')
    expect(exitCode).toBe(2)
  })

  it.each<[string, () => void, RegExp, number]>([
    ['no folder', () => {}, /the folder rulesets does not exist/, 2],
    [
      'no facts',
      () => mkdirSync(join(folder, 'rulesets/x'), { recursive: true }),
      /the folder \S+ has no ruleset\.yml/,
      2,
    ],
    [
      'a reserved id',
      () => write('x', { ruleset_id: 'gov:breaking' }),
      /gov:breaking is reserved for gov/,
      2,
    ],
    ['a folder with a reserved name', () => write('gov:x', {}), /gov:x is reserved for gov/, 2],
    ['an unknown key', () => write('x', { actve: true }), /actve/, 2],
    [
      'a repeated key',
      () => [write('x', {}), edit('x/ruleset.yml', '{', '{"active":true,')],
      /x\/ruleset\.yml:1:\d+: active: the key is duplicated/,
      2,
    ],
    ['rules that are invalid', () => write('x', {}, 'rules: { r: { given: 3 } }'), /rules\.yaml:1:\d+: /, 2],
    ['rules with a repeated key', () => write('x', {}, 'rules: {}\nrules: {}\n'), /rules\.yaml/, 2],
    ['rules elsewhere', () => write('x', { rules: '../../secret.yaml' }), /in the same folder/, 2],
    [
      'a local base',
      () => write('x', {}, 'extends: ./base.yaml\nrules: {}\n'),
      /a file that a dashboard does not have/,
      2,
    ],
    ['code', () => write('x', {}, 'functions: [f]\nrules: {}\n'), /functions needs files/, 2],
    [
      'an unknown category',
      () => write('x', { categories: ['nowhere'] }),
      /No API has these categories: nowhere/,
      2,
    ],
    [
      'one name twice',
      () => [write('x', { name: 'N' }), write('y', { name: 'N' })],
      /have the same name: N/,
      2,
    ],
    [
      'a broken manifest',
      () => [write('x', {}), writeFileSync(join(folder, 'rulesets/.gov-rulesets.json'), '{')],
      /\.gov-rulesets\.json cannot be read/,
      2,
    ],
    [
      'CRLF and a byte order mark',
      () => write('x', {}, `\ufeff${rules('one').replaceAll('\n', '\r\n')}`),
      /^$/,
      0,
    ],
  ])('with %s', async (_what, make, message, code) => {
    const before = await onDashboard()
    make()
    const { stderr, exitCode } = await gov('ruleset push rulesets --yes')
    expect(stderr).toMatch(message)
    expect(exitCode).toBe(code)
    if (code !== 0) expect(await onDashboard()).toBe(before)
  })

  it('passes on what is allowed and hardly meant, as the comparison does', async () => {
    const then = '{ function: schema, functionOptions: { schema: { require: [info] } } }'
    write('x', {}, `rules: { r: { given: $, then: ${then} } }`)
    const unknown = 'x/rules.yaml:1:88: rule "r": unknown keyword "require"; did you mean "required"?'
    const compared = await gov('ruleset diff rulesets')
    expect([compared.stderr, compared.exitCode]).toEqual([expect.stringContaining(unknown), 0])
    const pushed = await gov('ruleset push rulesets --yes')
    expect([pushed.stderr, pushed.exitCode]).toEqual([expect.stringContaining(unknown), 0])
  })

  it('says in the comparison what it would refuse', async () => {
    write('x', {}, 'rules: { r: { given: $, then: { function: xtruthy } } }')
    write('y', {}, 'functions: [f]\nrules: {}\n')
    const { stdout, stderr, exitCode } = await gov('ruleset diff rulesets')
    expect(stderr).toMatch(/x cannot be pushed: .*rules\.yaml:1:\d+: rule "r": unknown function "xtruthy"/)
    expect(stderr).toMatch(/y cannot be pushed: .*functions needs files/)
    expect(stdout).toContain('+ create x')
    expect(exitCode).toBe(0)
  })

  it('pulls through no link out of the folder', async () => {
    write('rs-a', {})
    await gov('ruleset push rulesets --yes')
    renameSync(join(folder, 'rulesets/rs-a'), join(folder, 'outside'))
    symlinkSync(join(folder, 'outside'), join(folder, 'rulesets/rs-a'))
    writeFileSync(join(folder, 'outside/rules.yaml'), 'rules: {}\n')
    const { stderr, exitCode } = await gov('ruleset pull rulesets --overwrite')
    expect([stderr.split('\n')[0], exitCode]).toEqual(['error: output rulesets/rs-a is outside rulesets', 2])
    expect(readFileSync(join(folder, 'outside/rules.yaml'), 'utf8')).toBe('rules: {}\n')
  })

  it('compares, pushes and pulls no folder of one ruleset, in which it would find none', async () => {
    await gov('ruleset pull')
    for (const line of [
      'diff rulesets/rs-docs --exit-code',
      'push rulesets/rs-docs --yes',
      'pull rulesets/rs-docs',
    ])
      expect(await gov(`ruleset ${line}`)).toMatchObject({
        stderr: expect.stringContaining('Pass the folder above it: rulesets\n'),
        exitCode: 2,
      })
    rmSync(join(folder, 'rulesets/rs-docs/ruleset.yml'))
    const { exitCode } = await gov('ruleset diff rulesets/rs-docs --exit-code')
    expect(exitCode).toBe(2)
    expect(readdirSync(join(folder, 'rulesets/rs-docs'))).toEqual(['rules.yaml'])
  })

  it.each(['diff empty --exit-code', 'push empty --yes --prune'])(
    'finds nothing to do in no folder without rulesets: %s',
    async (line) => {
      mkdirSync(join(folder, 'empty'), { recursive: true })
      expect(await gov(`ruleset ${line}`)).toMatchObject({
        stderr: expect.stringContaining(
          'the folder has no ruleset, and nothing was pushed or pulled with it',
        ),
        exitCode: 2,
      })
    },
  )

  it('pulls into no file', async () => {
    writeFileSync(join(folder, 'plain'), '')
    const { stderr, exitCode } = await gov('ruleset pull plain')
    expect([stderr.split('\n')[0], exitCode]).toEqual(['error: plain is a file, not a folder', 2])
  })
})

it('what was pulled and changed counts as pushed, also where the answer was lost', async () => {
  let isLost = false
  for (let answers = 2; !isLost; answers += 1) {
    rmSync(folder, { recursive: true })
    mkdirSync(folder)
    dashboard = await dyingDashboard(join(projectRoot, 'fixtures/workspace'), token)
    opened.push(dashboard)
    await gov('ruleset pull')
    edit('rs-docs/ruleset.yml', 'Documentation', 'Docs')
    dashboard.dieAfter(answers, 'unanswered')
    const { stdout } = await gov('ruleset push rulesets --yes --no-impact')
    dashboard.revive()
    isLost = (await onDashboard()).includes('rs-docs=Docs')
    expect([answers, stdout]).toEqual([answers, expect.stringContaining(isLost ? 'Not known' : '')])
    await gov('ruleset push rulesets --yes')
    rmSync(join(folder, 'rulesets/rs-docs'), { recursive: true })
    await gov('ruleset push rulesets --yes --prune')
    expect(await onDashboard()).not.toContain('rs-docs')
  }
}, 60_000)

/** A folder whose push makes one change of each kind, over a dashboard that is pristine but for the first push. */
async function setUp(): Promise<void> {
  write('rs-old', {})
  write('rs-gone', {})
  expect((await gov('ruleset push rulesets --yes')).exitCode).toBe(0)
  edit('rs-old/ruleset.yml', '"rs-old"', '"renamed"')
  rmSync(join(folder, 'rulesets/rs-gone'), { recursive: true })
  write('rs-new', {})
}

const push = 'ruleset push rulesets --yes --prune'
const kept = 'rs-design=Design standard rs-docs=Documentation rs-draft=Resilience (draft) rs-mcp=MCP servers'
const wanted = `${kept} rs-new=rs-new rs-old=renamed rs-security=Security baseline`

describe('a dashboard that dies', () => {
  const deaths: readonly Death[] = ['unheard', 'unanswered']
  it.each(deaths)(
    '%s: at every request, a push says how far it came, and the next one completes it',
    async (death) => {
      let states = new Set<string>()
      for (let answers = 0; ; answers += 1) {
        rmSync(folder, { recursive: true })
        mkdirSync(folder)
        dashboard = await dyingDashboard(join(projectRoot, 'fixtures/workspace'), token)
        opened.push(dashboard)
        await setUp()
        dashboard.dieAfter(answers, death)
        const { stdout, exitCode } = await gov(push)
        const asked = dashboard.requests().length
        if (asked <= answers) {
          expect([exitCode, await onDashboard()]).toEqual([0, wanted])
          expect(answers).toBeGreaterThan(6)
          break
        }
        expect(exitCode).toBe(4)
        await requireTrue(stdout)
        states = new Set([
          ...states,
          ...[...stdout.matchAll(/^(Failed|Not known|Not done|Done)/gm)].map(([word]) => word),
        ])
        dashboard.revive()
        const again = await gov(push)
        expect([answers, again.exitCode, again.stderr]).toEqual([answers, 0, ''])
        expect(await onDashboard()).toBe(wanted)
        dashboard.revive()
        expect((await gov(push)).stdout).toMatch(/Rulesets: 2 unchanged\.\n$/)
        expect(dashboard.requests().every((request) => request.startsWith('GET '))).toBe(true)
        expect(manifest()).not.toContain('pending')
      }
      expect(states).toContain('Not known')
      expect(states).toContain('Not done')
    },
    120_000,
  )

  it.each(deaths)(
    '%s: what it may have done stays its own, also where the folder changes before the next push',
    async (death) => {
      for (let answers = 0; answers < 8; answers += 1) {
        rmSync(folder, { recursive: true })
        mkdirSync(folder)
        dashboard = await dyingDashboard(join(projectRoot, 'fixtures/workspace'), token)
        opened.push(dashboard)
        await setUp()
        dashboard.dieAfter(answers, death)
        await gov(push)
        dashboard.revive()
        edit('rs-old/ruleset.yml', '"renamed"', '"renamed twice"')
        rmSync(join(folder, 'rulesets/rs-new'), { recursive: true })
        const { exitCode, stdout } = await gov(push)
        expect([answers, exitCode, await onDashboard(), stdout]).toEqual([
          answers,
          0,
          `${kept} rs-old=renamed twice rs-security=Security baseline`,
          expect.not.stringContaining('!'),
        ])
      }
    },
    120_000,
  )
})

/** What a push says that it did is done, and what it says that it did not do is not. */
async function requireTrue(stdout: string): Promise<void> {
  const said = (word: string) => new RegExp(`^${word}: (.*)\\.$`, 'm').exec(stdout)?.[1]?.split(', ') ?? []
  const now = await onDashboard()
  const isDone: Record<string, boolean> = {
    'create rs-new': now.includes('rs-new='),
    'update rs-old': now.includes('rs-old=renamed'),
    'delete rs-gone': !now.includes('rs-gone='),
  }
  for (const step of said('Done').filter((each) => each !== 'nothing'))
    expect([step, isDone[step]]).toEqual([step, true])
  for (const step of [...said('Not done'), ...said('Failed')])
    expect([step, isDone[step]]).toEqual([step, false])
}

it('two who push at the same time do not overwrite each other', async () => {
  await setUp()
  const other = join(top, 'other')
  cpSync(folder, other, { recursive: true })
  writeFileSync(
    join(other, 'rulesets/rs-old/ruleset.yml'),
    JSON.stringify({ name: 'theirs', active: true, action: 'warn' }),
  )
  expect((await gov('ruleset push rulesets --yes')).exitCode).toBe(0)
  folder = other
  const { stdout, exitCode } = await gov('ruleset push rulesets --yes')
  expect(stdout).toContain("! rs-old the dashboard's copy changed since")
  expect([exitCode, dirname(other)]).toEqual([2, top])
})

it.each([
  ['PUT', 'update rs-old', 'rs-old'],
  ['DELETE', 'delete rs-gone', 'rs-gone'],
])('does not overwrite what others change at the moment of a %s', async (method, step, id) => {
  await setUp()
  dashboard.meddle(`${method} /api/rulesets/${id}`, () => change(id, { description: 'Theirs.' }))
  const { stdout, stderr, exitCode } = await gov(push)
  expect(stdout).toMatch(new RegExp(`^Failed: ${step}\\.$`, 'm'))
  expect(stderr).toContain('the dashboard refused the change (412): The ruleset is not as If-Match says')
  expect([exitCode, await onDashboard()]).toEqual([2, expect.stringContaining(`${id}=`)])
  const answer = await dashboard.send('GET', `/api/rulesets/${id}`)
  expect(await answer.json()).toMatchObject({ description: 'Theirs.' })
})

it('stops where others change a ruleset between the plan and its turn', async () => {
  await setUp()
  dashboard.meddle('GET /api/rulesets/rs-old', () => change('rs-old', { description: 'Theirs.' }))
  const { stdout, stderr, exitCode } = await gov(push)
  expect(stdout).toMatch(/^Failed: update rs-old\.$/m)
  expect([stderr.split('\n')[0], exitCode]).toEqual([
    'error: rs-old changed on the dashboard after the plan was made',
    2,
  ])
  expect((await gov(push)).stdout).toContain("! rs-old the dashboard's copy changed since")
})
