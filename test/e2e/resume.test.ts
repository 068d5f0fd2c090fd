import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { serviceLimits } from '../../src/contract/evaluation.ts'
import { exitCodes } from '../../src/model/errors.ts'
import { checksumOf } from '../../src/reporters/checksum.ts'
import { readResumed } from '../../src/run/resume/resume.ts'
import type { SandboxLimits } from '../../src/service/http/app-options.ts'
import type { FleetApi, FleetRuleset } from '../run/fleet-workspace.ts'
import { type FleetDashboard, fleetDashboard } from './fleet-dashboard.ts'
import { runInProcess } from './in-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'gov-resume-'))
const dashboards: FleetDashboard[] = []

afterAll(() => {
  for (const dashboard of dashboards) dashboard.close()
  rmSync(folder, { recursive: true, force: true })
})

const apis: readonly FleetApi[] = Array.from({ length: 12 }, (_, index) => ({
  id: `api-${index}`,
  kind: 'oas',
  operations: index % 4,
}))
const rulesets: readonly FleetRuleset[] = Array.from({ length: 21 }, (_, index) => ({
  id: `rs-${index}`,
  type: 'oas-api',
  categories: [['public'], ['public', 'payments'], ['payments'], ['other']][index % 4] ?? [],
  rules: index % 9 === 0 ? 2 : 1,
}))

async function open(limits: SandboxLimits = serviceLimits): Promise<FleetDashboard> {
  const dashboard = await fleetDashboard({ apis, rulesets }, limits)
  dashboards.push(dashboard)
  return dashboard
}

const each = (flag: string, ids: readonly string[]) => ids.flatMap((id) => [flag, id])
const allApis = each(
  '--api-id',
  apis.map(({ id }) => id),
)
const allRulesets = each(
  '--ruleset-id',
  rulesets.map(({ id }) => id),
)
const byId = [...allApis, ...allRulesets]

async function gov(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  let [stdout, stderr] = ['', '']
  const exitCode = await runInProcess(['check', ...argv], {
    cwd: folder,
    env: { GOV_TOKEN: 'local', ...env },
    stdout: (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
  })
  return { exitCode, stdout, stderr }
}

interface Saved extends Record<string, unknown> {
  readonly outcome: { readonly kind: string; readonly gaps?: readonly { readonly kind: string }[] }
  readonly run: Record<string, unknown>
  readonly issues: readonly object[]
  readonly resume?: { readonly answers: readonly object[]; readonly seal: string }
}

const saved = (name: string): Saved => JSON.parse(readFileSync(join(folder, name), 'utf8'))

/** All of a report that does not say when and how it came about. */
function essence(name: string): unknown {
  const { checksum: _checksum, elapsed_ms: _elapsed, run, ...rest } = saved(name)
  const { started: _started, took_ms: _took, resumed: _resumed, ...others } = run
  return { ...rest, run: others }
}

const definition =
  'openapi: 3.0.3\ninfo: { title: Local, version: "1" }\npaths:\n  /local:\n    get: {}\n  /more:\n    get: {}\n'
writeFileSync(join(folder, 'one.yaml'), definition)
writeFileSync(join(folder, 'two.yaml'), definition.replaceAll('local', 'other'))
writeFileSync(
  join(folder, 'excuses.yml'),
  `version: 1
policy: { fail_on: warn, max: { error: 9 } }
waivers:
  - { rule_id: rs-1-0, api_id: api-3, reason: old, owner: me, expires: 2126-01-01 }
`,
)

interface Row {
  readonly name: string
  readonly flags: readonly string[]
  /** The most that one response lists. */
  readonly issues?: number
}

const runs: readonly Row[] = [
  { name: 'rulesets by id', flags: byId },
  { name: 'one request at a time', flags: [...byId, '--concurrency', '1', '--config', 'excuses.yml'] },
  { name: 'categories', flags: [...allApis, ...each('--category', ['public', 'payments', 'other'])] },
  { name: 'definitions', flags: [...each('--definition', ['one.yaml', 'two.yaml']), ...allRulesets] },
  { name: 'truncated responses', flags: [...byId, '--on-truncation', 'split'], issues: 160 },
]

describe('a check that stops at any response', () => {
  it.each(runs)('$name: --resume asks for the rest and decides as a whole run', async ({ flags, issues }) => {
    const dashboard = await open({ ...serviceLimits, ...(issues !== undefined && { issues }) })
    const argv = [...flags, '--url', dashboard.url, '--retries', '0', '--format', 'json']
    const isOneByOne = flags.includes('--concurrency')
    const whole = await gov([...argv, '--output', 'whole.json'])
    const total = dashboard.requests()
    expect(total, whole.stderr).toBeGreaterThan(3)
    for (let answers = 0; answers < total; answers += 1) {
      dashboard.live(answers)
      const stopped = await gov([...argv, '--output', 'stopped.json'])
      expect(stopped.exitCode, stopped.stderr).toBe(4)
      // With several requests running, one may fail before the response to another is read.
      const known = saved('stopped.json').resume?.answers.length
      expect(saved('stopped.json').outcome.kind).toBe(known === undefined ? 'undecided' : 'incomplete')
      if (isOneByOne) expect(known).toBe(answers === 0 ? undefined : answers)
      dashboard.live()
      const resumed = await gov([...argv, '--resume', 'stopped.json', '--output', 'resumed.json'])
      if (known === undefined) {
        expect(resumed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('cannot resume') })
        continue
      }
      expect(resumed.exitCode, resumed.stderr).toBe(whole.exitCode)
      expect(essence('resumed.json')).toEqual(essence('whole.json'))
      expect(dashboard.requests()).toBe(total - known)
      expect(saved('resumed.json').run.resumed).toMatchObject({ requests: known })
    }
  })
})

describe('a check that is resumed', () => {
  /** A stopped run with two of its four answers. */
  async function stopped(extra: readonly string[] = []) {
    const dashboard = await open()
    const argv = [...byId, '--url', dashboard.url, '--retries', '0', '--concurrency', '1', ...extra]
    dashboard.live(2)
    const result = await gov([...argv, '--output', 'json=stopped.json'])
    dashboard.live()
    return { dashboard, argv, result }
  }

  it('may stop again, and is resumed again', async () => {
    const { dashboard, argv } = await stopped()
    const { started } = saved('stopped.json').run
    dashboard.live(1)
    const again = await gov([...argv, '--resume', 'stopped.json', '--output', 'json=stopped.json'])
    expect(again.exitCode).toBe(exitCodes.unavailable)
    dashboard.live()
    await gov([...argv, '--resume', 'stopped.json', '--output', 'json=resumed.json'])
    expect(dashboard.requests()).toBe(1)
    expect(saved('resumed.json').run.resumed).toEqual({ started, requests: 3 })
    await gov([...argv, '--output', 'json=whole.json'])
    expect(essence('resumed.json')).toEqual(essence('whole.json'))
  })

  it('says what it found until it stopped, and how to go on', async () => {
    const { result } = await stopped()
    expect(result.exitCode).toBe(exitCodes.unavailable)
    expect(result.stdout).toContain('FAIL (unavailable)  the check stopped after 2 responses: ')
    expect(result.stdout).not.toContain('PASS')
    expect(result.stderr).toBe(
      'hint: Run the same command with --resume stopped.json to request only the rest.\n',
    )
  })

  const others: readonly (readonly [string, readonly string[], Readonly<Record<string, string>>])[] = [
    ['the policy', ['--fail-on', 'never'], {}],
    ['the policy', ['--on-truncation', 'split'], {}],
    ['what is asked for', ['--api-id', 'api-13'], {}],
    ['what is asked for', ['--diagnose'], {}],
    ['what is asked for, the definitions', ['--definition', 'one.yaml'], {}],
    ['the waivers', ['--config', 'waivers.yml'], {}],
    ['the baseline', ['--config', 'baseline.yml'], {}],
    ['the baseline', ['--strict-baseline'], {}],
    ['another token', [], { GOV_TOKEN: 'another' }],
    ['other headers', ['--header', 'X-Team: a'], {}],
  ]
  it.each(others)('is refused where %s differs: %j', async (what, flags, env) => {
    const waiver = '{ rule_id: rs-1-0, api_id: api-3, reason: old, owner: me, expires: 2126-01-01 }'
    writeFileSync(join(folder, 'waivers.yml'), `version: 1\nwaivers: [${waiver}]\n`)
    writeFileSync(join(folder, 'baseline.yml'), 'version: 1\nbaseline: known.json\n')
    writeFileSync(join(folder, 'known.json'), '{ "version": 1, "issues": [] }')
    const { dashboard, argv } = await stopped()
    const { exitCode, stderr } = await gov([...argv, ...flags, '--resume', 'stopped.json'], env)
    expect(stderr).toContain('cannot resume stopped.json: ')
    expect(stderr).toContain(what)
    expect(exitCode).toBe(exitCodes.usage)
    expect(dashboard.requests()).toBe(0)
  })

  it('is refused where a definition or the baseline has other content', async () => {
    writeFileSync(join(folder, 'known.json'), '{ "version": 1, "issues": [] }')
    writeFileSync(join(folder, 'baseline.yml'), 'version: 1\nbaseline: known.json\n')
    writeFileSync(join(folder, 'three.yaml'), definition)
    const { argv } = await stopped(['--definition', 'three.yaml', '--config', 'baseline.yml'])
    writeFileSync(join(folder, 'three.yaml'), `${definition}# changed\n`)
    writeFileSync(join(folder, 'known.json'), '{ "version": 1, "issues": [ ] }')
    const { exitCode, stderr } = await gov([...argv, '--resume', 'stopped.json'])
    expect(stderr).toContain('these have changed: the definitions, the baseline')
    expect(exitCode).toBe(exitCodes.usage)
  })

  const answer = { kind: 'apis', api_ids: ['api-11'], selector: { ruleset_ids: ['rs-1'] } }
  const edits: readonly (readonly [string, (report: Required<Saved>) => Partial<Saved>])[] = [
    [
      'answers without issues',
      ({ resume }) => ({
        resume: { ...resume, answers: resume.answers.map((each) => ({ ...each, issues: [] })) },
      }),
    ],
    [
      'answers to another request',
      ({ resume }) => ({
        resume: { ...resume, answers: resume.answers.map((each) => ({ ...each, request: answer })) },
      }),
    ],
    [
      'issues of less weight',
      ({ issues }) => ({
        issues: issues.map((issue) => ({ ...issue, severity: 'hint', severity_order: 4 })),
      }),
    ],
    ['a later start', ({ run }) => ({ run: { ...run, started: new Date().toISOString() } })],
    ['no seal', ({ resume }) => ({ resume: { ...resume, seal: '' } })],
  ]
  it.each(edits)('is refused with %s, whatever the checksum says', async (_name, edit) => {
    const { dashboard, argv } = await stopped()
    const { resume = { answers: [], seal: '' }, ...report } = saved('stopped.json')
    const edited = { ...report, resume, ...edit({ ...report, resume }) }
    writeFileSync(
      join(folder, 'edited.json'),
      JSON.stringify({ ...edited, checksum: checksumOf({ ...edited }) }),
    )
    const { exitCode, stderr } = await gov([...argv, '--resume', 'edited.json'])
    expect(stderr).toMatch(/cannot resume edited.json: it was edited|contradicts itself/)
    expect(exitCode).toBe(exitCodes.usage)
    expect(dashboard.requests()).toBe(0)
  })

  it('is refused without a token, and with --watch', async () => {
    const { argv } = await stopped()
    const watched = await gov([...argv, '--watch', '--resume', 'stopped.json'])
    expect(watched.stderr).toContain('--resume applies to a single run')
    expect(watched.exitCode).toBe(exitCodes.usage)
    const { exitCode, stderr } = await gov([...argv, '--resume', 'stopped.json'], { GOV_TOKEN: '' })
    expect(stderr).toContain('no token for http://127.0.0.1')
    expect(exitCode).toBe(exitCodes.access)
  })

  it('is refused where the report is older than a day', async () => {
    await stopped()
    const { seal = '' } = saved('stopped.json').resume ?? {}
    const at = (hours: number) =>
      readResumed(
        'stopped.json',
        { seal: () => seal, dashboardName: 'it' },
        { cwd: folder, now: () => new Date(Date.now() + hours * 3_600_000) },
      )
    await expect(at(23)).resolves.toMatchObject({ file: 'stopped.json' })
    await expect(at(25)).rejects.toThrow('its first response is not of the last 24 hours')
    await expect(at(-1)).rejects.toThrow('its first response is not of the last 24 hours')
  })
})
