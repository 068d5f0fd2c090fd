import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import type { Issue } from '../../src/core/model/issue.ts'
import type { Impact } from '../../src/features/ruleset/impact/impact-model.ts'
import { tempTree } from '../temp-tree.ts'
import { runGov, runShellProcess } from './run-gov.ts'
import { serveSandbox } from './served.ts'

const definition = (summary: boolean, version = '3.0.3') =>
  `openapi: ${version}\ninfo: { title: a, version: '1' }\npaths:\n  /x:\n    get:\n      ${summary ? 'summary: x' : 'operationId: x'}\n      responses: { '200': { description: ok } }\n`
const rule = (id: string, severity: string, key: string, more = '') =>
  `  ${id}:\n    severity: ${severity}\n    given: $.paths[*].get\n    then: { field: ${key}, function: truthy }\n${more}`
const oldRules = `rules:\n${rule('summary', 'warn', 'summary')}${rule('responses', 'error', 'responses')}`
const newRules = oldRules.replace('warn', 'error')
const config = 'version: 1\ndefinitions: [{ file: "apis/*.yaml" }]\nruleset_files: [rules.yaml]\n'
const files = {
  '.governance.yml': config,
  'rules.yaml': oldRules,
  'new.yaml': newRules,
  'apis/good.yaml': definition(true),
  'apis/bad.yaml': definition(false),
}

async function impact(cwd: string, ...argv: readonly string[]) {
  return runGov(['ruleset', 'impact', ...argv], { cwd, env: { COLUMNS: '80' } })
}

async function counts(cwd: string, ...argv: readonly string[]) {
  const { stdout, stderr, exitCode } = await impact(cwd, ...argv, '--format', 'json')
  if (stdout === '') throw new Error(stderr)
  const { newly_failing, newly_passing, unknown, unchanged_rules, run, apis } = JSON.parse(stdout)
  return { exitCode, newly_failing, newly_passing, unknown, unchanged_rules, run, apis }
}

describe('the verdicts', () => {
  it('flip as the policy says', async () => {
    const cwd = await tempTree(files)
    const whole = { before: 'passed', after: 'failed' }
    expect(await counts(cwd, 'rules.yaml', 'new.yaml')).toMatchObject({
      exitCode: 1,
      newly_failing: 1,
      run: whole,
    })
    expect(await counts(cwd, 'new.yaml', 'rules.yaml')).toMatchObject({ exitCode: 0, newly_passing: 1 })
    expect(await counts(cwd, 'rules.yaml', 'rules.yaml')).toMatchObject({ exitCode: 0, unchanged_rules: 2 })
    const same = 'the two rulesets have the same rules'
    expect((await impact(cwd, 'rules.yaml', 'rules.yaml')).stderr).toContain(same)
    expect((await impact(cwd, 'rules.yaml', 'new.yaml')).stderr).not.toContain(same)
    expect(await counts(cwd, 'rules.yaml', 'new.yaml', '--fail-on', 'warn')).toMatchObject({
      exitCode: 0,
      newly_failing: 0,
      run: { before: 'failed', after: 'failed' },
    })
  })

  it('count only the rules that make an API fail', async () => {
    const dated = newRules.replace(
      'rules:\n',
      `rules:\n${rule('tags', '{ now: warn, until: 2999-12-31, then: error }', 'tags')}`,
    )
    const cwd = await tempTree({ ...files, 'new.yaml': dated })
    const { stdout } = await impact(cwd, 'rules.yaml', 'new.yaml')
    expect(stdout).toContain('apis/bad.yaml: 1 summary\n')
    expect(stdout).toMatch(/^summary .* 1 +0$/m)
    expect(stdout).toMatch(/^tags .* 0 +0$/m)
    const argv = ['--write-waivers', 'w.yaml', '--expires', '2999-01-31']
    expect((await impact(cwd, 'rules.yaml', 'new.yaml', ...argv)).stderr).toContain('1 waiver until')
    const text = readFileSync(join(cwd, 'w.yaml'), 'utf8')
    expect(text).toContain('rule_id: summary')
    expect(text).not.toContain('rule_id: tags')
  })

  it.each<[string, string, readonly [string, number][]]>([
    ['a budget counts its severity alone', 'max: { error: 9, warn: 0 }', [['tags', 1]]],
    [
      'so does a budget of the ruleset',
      'rulesets: { rules: { fail_on: never, max: { warn: 0 } } }',
      [['tags', 1]],
    ],
    [
      'fail_on: warn counts both',
      'fail_on: warn',
      [
        ['desc', 1],
        ['tags', 1],
      ],
    ],
  ])('%s', async (_name, policy, expected) => {
    const added = newRules.replace('severity: error', 'severity: info') + rule('tags', 'warn', 'tags')
    const cwd = await tempTree({
      ...files,
      '.governance.yml': `${config}policy: { ${policy} }\n`,
      'rules.yaml': oldRules.replace('warn', 'info'),
      'new.yaml': added + rule('desc', 'error', 'description'),
      'apis/bad.yaml': definition(true),
    })
    const { apis } = await counts(cwd, 'rules.yaml', 'new.yaml')
    const rules = apis[0].turned_by.map((each: { rule_id: string; count: number }) => [
      each.rule_id,
      each.count,
    ])
    expect(rules.toSorted()).toEqual(expected)
  })

  it('are said to be safe with a remark where the new ruleset matches nothing', async () => {
    const none = oldRules.replaceAll('$.paths[*].get', '$.x-none')
    const cwd = await tempTree({ ...files, 'new.yaml': none })
    const words = async (...sides: string[]) => (await impact(cwd, ...sides)).stdout.replaceAll(/\s+/g, ' ')
    expect(await words('rules.yaml', 'new.yaml')).toContain(
      'SAFE none of 2 APIs newly fails; none of the own rules of new.yaml matches anything',
    )
    expect(await words('rules.yaml', 'rules.yaml')).not.toContain('matches anything')
  })

  it('are those under waivers', async () => {
    const waiver =
      'waivers: [{ rule_id: summary, api_id: apis/bad.yaml, reason: r, owner: o, expires: 2999-01-01 }]\n'
    const cwd = await tempTree({ ...files, '.governance.yml': config + waiver })
    expect(await counts(cwd, 'rules.yaml', 'new.yaml')).toMatchObject({ exitCode: 0, newly_failing: 0 })
  })

  it('are those of rules that a ruleset extends, and not of how it is written', async () => {
    const cwd = await tempTree({
      ...files,
      'same.yaml': 'extends: ./base.yaml\n',
      'base.yaml': oldRules.replace(/^ {4}severity: warn\n/m, ''),
    })
    expect(await counts(cwd, 'rules.yaml', 'same.yaml')).toMatchObject({ exitCode: 0, unchanged_rules: 2 })
    expect(await counts(cwd, 'same.yaml', 'new.yaml', '--as', 'rules')).toMatchObject({ newly_failing: 1 })
  })
})

it('says how a severity changed, and shows owners only where there are some', async () => {
  const cwd = await tempTree(files)
  const { stdout } = await impact(cwd, 'rules.yaml', 'new.yaml')
  expect(stdout).toMatch(/^summary {2}warn -> error +1 +1 +1 +0$/m)
  expect(stdout.replaceAll('\n', ' ')).toContain(
    'One check of all APIs together passes with the old ruleset and fails with the new one.',
  )
  const { 'apis/good.yaml': _, ...alone } = files
  const one = await impact(await tempTree(alone), 'rules.yaml', 'new.yaml')
  expect(one.stdout).toContain('1 of 1 API newly fails')
  expect(one.stdout).not.toContain('One check of all APIs')
  const html = (await impact(cwd, 'rules.yaml', 'new.yaml', '--format', 'html')).stdout
  expect(html).toContain('<section class="verdict fail" aria-label="Verdict"><p><strong>BREAKS</strong>')
  expect(html).not.toContain('>owner<')
  const markdown = (await impact(cwd, 'rules.yaml', 'new.yaml', '--format', 'markdown')).stdout
  expect(markdown).toContain('| API | Why |')
})

it('says which APIs fail once a severity with a date has changed', async () => {
  const dated = oldRules.replace('warn', '{ now: warn, until: 2999-12-31, then: error }')
  const cwd = await tempTree({ ...files, 'new.yaml': dated })
  const { stdout, exitCode } = await impact(cwd, 'rules.yaml', 'new.yaml')
  expect(exitCode).toBe(0)
  expect(stdout).toContain('After 2999-12-31: 1 more API newly fails (summary becomes error).')
  const json = await impact(cwd, 'rules.yaml', 'new.yaml', '--format', 'json')
  expect(JSON.parse(json.stdout).later).toEqual([
    {
      until: '2999-12-31',
      rules: [{ rule_id: 'summary', severity: 'error' }],
      newly_failing: 1,
      failing: ['apis/bad.yaml'],
    },
  ])
  // What fails today fails after that day too, and what the old ruleset brings then is not of the new one.
  expect((await impact(cwd, 'rules.yaml', 'new.yaml', '--fail-on', 'warn')).stdout).toContain('no more APIs')
  expect((await impact(cwd, 'new.yaml', 'new.yaml', '--as', 'rules')).stdout).toContain('no more APIs')
  expect((await impact(cwd, 'new.yaml', 'rules.yaml')).stdout).not.toContain('After')
})

describe('the run as a whole is never safe', () => {
  const idle = `${oldRules}${rule('idle', 'error', 'x').replace('paths', 'nothing')}`

  it.each([
    ['passed before', definition(true)],
    ['failed before', definition(false)],
  ])('under a rule that newly matches nothing, if it %s', async (_when, text) => {
    const strict = `${config}policy: { on_unmatched: fail, fail_on: warn }\n`
    const cwd = await tempTree({
      '.governance.yml': strict,
      'rules.yaml': oldRules,
      'idle.yaml': idle,
      'apis/a.yaml': text,
    })
    expect(await counts(cwd, 'rules.yaml', 'idle.yaml')).toMatchObject({
      exitCode: 1,
      newly_failing: 0,
      run: { after: 'failed', reasons: [expect.stringContaining('idle')] },
    })
    const { stdout } = await impact(cwd, 'rules.yaml', 'idle.yaml')
    expect(stdout).toMatch(
      /^BREAKS +none of 1 API newly fails; refused of the whole run: 1 rule matched\s+nothing/,
    )
    expect(await counts(cwd, 'idle.yaml', 'idle.yaml', '--as', 'rules')).toMatchObject({
      exitCode: 0,
      run: { reasons: [] },
    })
  })

  it('under a baseline that newly goes stale, in a run that failed before', async () => {
    const strict = `${config}baseline: known.json\npolicy: { fail_on: warn }\n`
    const known = { file: 'apis/bad.yaml', ruleset_id: 'rules', rule_id: 'summary', path: 'paths./x.get' }
    const cwd = await tempTree({ ...files, '.governance.yml': strict, 'apis/worse.yaml': definition(false) })
    await runShellProcess('gov baseline create', { cwd })
    const written = JSON.parse(readFileSync(join(cwd, 'known.json'), 'utf8'))
    const issues = written.issues.filter(({ file }: { file: string }) => file === known.file)
    writeFileSync(join(cwd, 'known.json'), JSON.stringify({ ...written, issues }))
    writeFileSync(join(cwd, 'new.yaml'), oldRules.replace('field: summary', 'field: operationId'))
    const found = await counts(cwd, 'rules.yaml', 'new.yaml', '--strict-baseline')
    expect(found).toMatchObject({ exitCode: 1, run: { before: 'failed', after: 'failed' } })
    expect(found.run.reasons).toEqual([expect.stringContaining('1 stale baseline entry')])
  })

  it('over a budget that no API exceeds alone', async () => {
    const cwd = await tempTree({ ...files, 'apis/worse.yaml': definition(false) })
    const flags = ['rules.yaml', 'new.yaml', '--max-error', '1', '--fail-on', 'never']
    const { stdout, exitCode } = await impact(cwd, ...flags)
    expect([exitCode, stdout]).toEqual([
      1,
      expect.stringMatching(/^BREAKS +none of 3 APIs newly fails; all of them in one run newly fail/),
    ])
  })
})

describe('what is not evaluated is never safe', () => {
  it('a definition that cannot be read hides nothing of the others', async () => {
    const cwd = await tempTree({ ...files, 'apis/broken.yaml': 'openapi: [3.0.3\n' })
    const { stdout, exitCode } = await impact(cwd, 'rules.yaml', 'new.yaml')
    expect(exitCode).toBe(5)
    expect(stdout).toContain('1 of 3 APIs newly fails; 1 unknown')
    expect(stdout).toMatch(/Not known \(1\)\n +apis\/broken.yaml: /)
    const alone = await impact(cwd, 'rules.yaml', 'new.yaml', '--definition', 'apis/broken.yaml')
    expect([alone.exitCode, alone.stdout]).toEqual([2, ''])
    const safe = await counts(cwd, 'rules.yaml', 'rules.yaml')
    expect(safe).toMatchObject({
      exitCode: 5,
      unknown: 1,
      run: { before: 'incomplete', after: 'incomplete' },
    })
  })

  const only30 = newRules.replace(/severity: error\n/g, 'severity: error\n    formats: [oas3.0]\n')

  it('a ruleset without a rule for a version leaves its API unknown', async () => {
    const cwd = await tempTree({ ...files, 'new.yaml': only30, 'apis/31.yaml': definition(true, '3.1.0') })
    const found = await counts(cwd, 'rules.yaml', 'new.yaml')
    expect(found).toMatchObject({ exitCode: 5, unknown: 1, newly_failing: 1, run: { after: 'incomplete' } })
    expect((await impact(cwd, 'rules.yaml', 'new.yaml')).stdout).toContain(
      'apis/31.yaml: no ruleset ran on apis/31.yaml',
    )
  })

  it('one that has rules for it again is known', async () => {
    const accepted = `${config}policy: { on_unevaluated: pass }\n`
    const more = {
      '.governance.yml': accepted,
      'rules.yaml': only30,
      'apis/31.yaml': definition(true, '3.1.0'),
    }
    const { apis } = await counts(await tempTree({ ...files, ...more }), 'rules.yaml', 'new.yaml')
    const effects = apis.map(({ effect }: { effect: string }) => effect)
    expect(effects).toEqual(['still-passes', 'still-fails', 'still-passes'])
  })

  it('a rule that fails', async () => {
    const broken = `functions: [boom]\n${newRules}${rule('boom', 'warn', 'summary').replace('truthy', 'boom')}`
    const code = 'export default () => { throw new Error("boom") }\n'
    const cwd = await tempTree({ ...files, 'new.yaml': broken, 'functions/boom.js': code })
    const found = await counts(cwd, 'rules.yaml', 'new.yaml')
    expect(found).toMatchObject({ exitCode: 5, unknown: 2 })
    expect(found.apis.flatMap(({ removed }: Impact['apis'][number]) => removed)).toEqual([])
    // The fault is the old ruleset's alone.
    expect(await counts(cwd, 'new.yaml', 'rules.yaml')).toMatchObject({
      exitCode: 5,
      unknown: 2,
      run: { after: 'passed' },
    })
  })
})

describe('refuses', () => {
  it.each<[string, readonly string[], string]>([
    ['a file that is not there', ['rules.yaml', 'absent.yaml'], 'there is no file absent.yaml'],
    ['a ruleset that the run has not', ['new.yaml', 'other.yaml'], 'the run has no ruleset new'],
    ['an id without a dashboard', ['rules.yaml', 'rs-x'], 'rs-x is not a file'],
    ['no rules', ['rules.yaml', 'none.yaml'], 'none.yaml: it has no rules'],
    ['rules that are all off', ['rules.yaml', 'off.yaml'], 'all its rules are off'],
    ['an empty file', ['rules.yaml', 'empty.yaml'], 'empty.yaml'],
    ['an empty name', ['rules.yaml', ''], 'OLD or NEW is empty'],
    ['a ref without git', ['main:rules.yaml', 'rules.yaml'], 'needs a git work tree'],
    ['waivers without an end', ['rules.yaml', 'new.yaml', '--write-waivers', 'w.yaml'], 'needs --expires'],
    [
      'an end that is past',
      ['rules.yaml', 'new.yaml', '--write-waivers', 'w.yaml', '--expires', '2020-01-01'],
      'is past',
    ],
    [
      'a day that does not exist',
      ['rules.yaml', 'new.yaml', '--write-waivers', 'w.yaml', '--expires', '2999-02-30'],
      '--expires',
    ],
    ['an owner of nothing', ['rules.yaml', 'new.yaml', '--owner', 'x'], 'needs --write-waivers'],
    [
      'a file that is there',
      ['rules.yaml', 'new.yaml', '--write-waivers', 'new.yaml', '--expires', '2999-01-01'],
      'already exists',
    ],
    ['an unknown format', ['rules.yaml', 'new.yaml', '--output', 'sarif=x'], 'unknown format'],
    [
      'one file twice',
      ['rules.yaml', 'new.yaml', '--output', 'html=x', '--output', 'json=x'],
      'more than once',
    ],
    [
      'to replace a ruleset by its report',
      ['rules.yaml', 'new.yaml', '--output', 'html=new.yaml'],
      'new.yaml',
    ],
  ])('%s', async (_name, argv, message) => {
    const off = oldRules.replaceAll(/severity: \w+/g, 'severity: off')
    const cwd = await tempTree({
      ...files,
      'other.yaml': newRules,
      'off.yaml': off,
      'none.yaml': 'rules: {}\n',
      'empty.yaml': '',
    })
    const { exitCode, stderr } = await impact(cwd, ...argv)
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)])
  })
})

it('reads files with a BOM and CRLF as the same rules', async () => {
  const cwd = await tempTree({ ...files, 'new.yaml': `\ufeff${oldRules.replaceAll('\n', '\r\n')}` })
  expect(await counts(cwd, 'rules.yaml', 'new.yaml')).toMatchObject({ exitCode: 0, unchanged_rules: 2 })
})

it('a ruleset in git is read there with what it extends, and a tag named like the branch is refused', async () => {
  const cwd = await tempTree({ ...files, 'rules.yaml': 'extends: ./base.yaml\n', 'base.yaml': oldRules })
  const git = (line: string) => runShellProcess(`git -c user.name=a -c user.email=a@b ${line}`, { cwd })
  await git('init -q -b main . && git add -A && git -c user.name=a -c user.email=a@b commit -qm x')
  await runShellProcess('cp new.yaml base.yaml', { cwd })
  expect(await counts(cwd, 'main:rules.yaml', 'rules.yaml')).toMatchObject({ exitCode: 1, newly_failing: 1 })
  expect((await impact(cwd, 'nowhere:rules.yaml', 'rules.yaml')).stderr).toContain('no commit nowhere')
  expect(await impact(cwd, 'main:absent.yaml', 'rules.yaml', '--as', 'rules')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('main:absent.yaml: the commit has no such file'),
  })
  expect((await impact(cwd, 'rules.yaml', 'vacum:oas')).stderr).toContain('Did you mean "vacuum:oas"?')
  for (const flag of ['--diagnose', '--breaking=error', '--base-policy=touched'])
    expect((await impact(cwd, 'rules.yaml', 'new.yaml', flag)).stderr).toContain('unknown option')
  await git('commit -qam y && git tag main HEAD~1')
  expect((await impact(cwd, 'main:rules.yaml', 'rules.yaml')).stderr).toContain('ambiguous')
})

describe('a gentle rollout', () => {
  it('the baseline that is written makes the check pass, and keeps what was in it', async () => {
    const about = { file: 'apis/good.yaml', ruleset_id: 'rules', rule_id: 'gone', path: 'info', message: 'm' }
    const known = JSON.stringify({ version: 1, issues: [{ ...about, _id: '0123456789abcdef' }] })
    const configured = `${config}baseline: known.json\n`
    const cwd = await tempTree({ ...files, '.governance.yml': configured, 'known.json': known })
    const { stderr } = await impact(cwd, 'rules.yaml', 'new.yaml', '--write-baseline', 'known.json')
    expect(stderr).toContain('Wrote known.json: 1 new entry for 1 API.')
    expect((await runShellProcess('cp new.yaml rules.yaml && gov check --quiet', { cwd })).exitCode).toBe(0)
    expect(JSON.parse(readFileSync(join(cwd, 'known.json'), 'utf8')).issues).toHaveLength(2)
  })

  it.each(['.governance.yml', '.config/governance.yml'])(
    'waivers written in a folder below are for %s where it is',
    async (place) => {
      const { '.governance.yml': text, ...others } = files
      const cwd = await tempTree({ ...others, [place]: text })
      const flags = ['--write-waivers', 'w.yaml', '--expires', '2999-01-31', '--owner', 'team']
      await runShellProcess('git init -q . && mkdir sub', { cwd })
      expect((await impact(join(cwd, 'sub'), '../rules.yaml', '../new.yaml', ...flags)).exitCode).toBe(1)
      expect(load(readFileSync(join(cwd, 'sub/w.yaml'), 'utf8'))).toEqual({
        waivers: [
          {
            rule_id: 'summary',
            ruleset_id: 'rules',
            api_id: 'apis/bad.yaml',
            reason: 'rollout of ../new.yaml',
            owner: 'team',
            expires: '2999-01-31',
          },
        ],
      })
      const line = `cp new.yaml rules.yaml; cat sub/w.yaml >> ${place}; gov check --quiet`
      expect((await runShellProcess(line, { cwd })).exitCode).toBe(0)
    },
  )
})

it('fits 80 columns, in every language of names, and conceals what would command a terminal', async () => {
  const evil = `apis/${'long-'.repeat(20)}\u202eevil.yaml`
  const cwd = await tempTree({ ...files, [evil]: definition(false) })
  const { stdout } = await impact(cwd, 'rules.yaml', 'new.yaml')
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  expect(stdout).not.toContain('\u202e')
  for (const format of ['html', 'markdown', 'json'])
    expect((await impact(cwd, 'rules.yaml', 'new.yaml', '--format', format)).stdout).not.toContain('\u202e')
})

it('over saved APIs, gov ruleset push shows it in its plan', async () => {
  const cwd = await tempTree({})
  const sandbox = await serveSandbox(['--persist'], (await copiedWorkspace(cwd)).path)
  try {
    const env = { GOV_TOKEN: 'demo-key-administrator', GOV_URL: sandbox.url }
    const gov = (...argv: readonly string[]) => runGov(argv, { cwd, env })
    await gov('ruleset', 'pull', 'rulesets')
    const pushed = () => gov('ruleset', 'push', 'rulesets', '--yes')
    const add = `sed -i 's/^rules:/rules:\\n  never:\\n    given: $.info\\n    severity: error\\n    then: { field: absent, function: truthy }/' rulesets/rs-docs/rules.yaml`
    await runShellProcess(add, { cwd })
    const unconfigured = (await gov('ruleset', 'push', 'rulesets')).stdout
    expect(unconfigured).toContain('Impact of rs-docs: not computed: no config found')
    await runShellProcess(
      `printf 'version: 1\\napi_ids: [payments]\\nruleset_ids: [rs-docs]\\n' > .governance.yml`,
      { cwd },
    )
    const { stdout } = await gov('ruleset', 'push', 'rulesets')
    expect(stdout).toMatch(/Impact of rs-docs: [01] of 1 API newly fail/)
    expect((await gov('ruleset', 'push', 'rulesets', '--no-impact')).stdout).not.toContain('Impact')
    expect((await pushed()).stdout).toContain('Done: update rs-docs.')
  } finally {
    await sandbox.stop()
  }
})

async function copiedWorkspace(cwd: string) {
  const path = join(cwd, 'workspace')
  await runShellProcess(
    `cp -r ${JSON.stringify(join(import.meta.dirname, '../../fixtures/workspace'))} workspace`,
    { cwd },
  )
  return { path }
}

it('two saved rulesets are evaluated by the dashboard, as two whole runs would have it', async () => {
  const cwd = await tempTree({})
  await copiedWorkspace(cwd)
  const head = 'version: 1\ndashboard: { url: embedded, workspace: workspace }\napi_ids: [payments, orders]\n'
  const wholeRun = async (id: string) => {
    writeFileSync(join(cwd, '.governance.yml'), `${head}ruleset_ids: [rs-design, ${id}]\n`)
    const { issues } = JSON.parse((await runGov(['check', '--format', 'json'], { cwd })).stdout)
    const own = issues.filter(({ ruleset_id }: Issue) => ruleset_id === id)
    return own.map(({ api_id, rule_id, severity, path, message }: Issue) =>
      [api_id, rule_id, severity, path, message].join(' '),
    )
  }
  const [after, before] = [await wholeRun('rs-security'), await wholeRun('rs-docs')]
  const { apis, exitCode } = await counts(cwd, 'rs-docs', 'rs-security')
  const rows = (key: 'added' | 'removed') =>
    apis.flatMap((api: Record<typeof key, readonly Issue[]>) =>
      api[key].map(({ api_id, rule_id, severity, path, message }) =>
        [api_id, rule_id, severity, path, message].join(' '),
      ),
    )
  expect(rows('added').toSorted()).toEqual(after.toSorted())
  expect(rows('removed').toSorted()).toEqual(before.toSorted())
  expect(before.length).toBeGreaterThan(0)
  expect([0, 1]).toContain(exitCode)
  // Two of all APIs are of a kind that no ruleset here is for.
  const all = await counts(cwd, 'rs-docs', 'rs-security', '--all-apis')
  expect(all).toMatchObject({ exitCode: 0, unknown: 0 })
  expect(all.apis).toHaveLength(7)
  expect((await impact(cwd, 'rs-docs', 'rs-none')).exitCode).toBe(6)
  expect((await impact(cwd, 'rs-docs', 'rs-security', '--api-category', 'none')).exitCode).toBe(2)
})
