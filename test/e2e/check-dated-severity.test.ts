import { afterEach, expect, it, vi } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runInProcess } from './in-process.ts'
import { cleanEnv } from './run-gov.ts'

const files = {
  'openapi.yaml': "openapi: 3.0.3\ninfo: { title: a, version: '1' }\npaths: {}\n",
  'rules.yaml': `rules:
  contact:
    severity: { now: warn, until: 2027-01-31, then: error }
    given: $.info
    then: { field: contact, function: truthy }
`,
}
const check = ['check', 'openapi.yaml', '--ruleset-file', 'rules.yaml']

afterEach(() => {
  vi.useRealTimers()
})

/** The program as it runs at that time. */
async function runOn(time: string, argv: readonly string[], cwd: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
  let text = ''
  const put = (more: string) => {
    text += more
  }
  const exitCode = await runInProcess(argv, { cwd, env: cleanEnv(), stdout: put, stderr: () => {} })
  return { exitCode, text }
}

it.each<[string, number, string]>([
  ['2027-01-31T23:59:59.999Z', 0, 'warn'],
  ['2027-02-01T00:00:00.000Z', 1, 'error'],
  // In UTC it is still January.
  ['2027-02-01T08:00:00+10:00', 0, 'warn'],
])('the day of the run, in UTC, decides: %s', async (day, exitCode, severity) => {
  const cwd = await tempTree(files)
  expect(await runOn(day, check, cwd)).toMatchObject({ exitCode, text: expect.stringContaining(severity) })
  const { text } = await runOn(day, [...check, '--format', 'json'], cwd)
  const [issue] = JSON.parse(text).issues
  const change = severity === 'warn' ? { until: '2027-01-31', to: 'error' } : undefined
  expect([issue.severity, issue.severity_change]).toEqual([severity, change])
})

it('the table says that it will change, until it has', async () => {
  const cwd = await tempTree(files)
  expect((await runOn('2027-01-31', check, cwd)).text).toContain('(error after 2027-01-31)')
  expect((await runOn('2027-02-01', check, cwd)).text).not.toContain('2027-01-31')
})

it.each<[string, string, readonly string[]]>([
  ['2027-01-31', 'warn', []],
  ['2027-02-01', 'error', ['2027-01-31 is past, and the severity is error: write "severity: error"']],
])('gov explain and validate say the severity of the day: %s', async (day, severity, warnings) => {
  const cwd = await tempTree({ ...files, '.governance.yml': 'version: 1\nruleset_files: [rules.yaml]\n' })
  const list = (await runOn(day, ['explain'], cwd)).text
  expect(list).toMatch(new RegExp(`^contact +${severity} +rules.yaml$`, 'm'))
  expect((await runOn(day, ['explain', 'contact'], cwd)).text).toContain(`rules.yaml (file): ${severity}`)
  const [file] = JSON.parse(
    (await runOn(day, ['ruleset', 'validate', 'rules.yaml', '--json'], cwd)).text,
  ).files
  expect([file.rules[`${severity}_count`], file.rules.on]).toEqual([1, 1])
  expect(file.warnings.map((warning: { reason: string }) => warning.reason)).toEqual(warnings)
})

it('gov explain and validate --for dashboard say it', async () => {
  const cwd = await tempTree(files)
  const explained = await runOn('2027-01-01', ['explain', 'contact', '--ruleset-file', 'rules.yaml'], cwd)
  expect(explained.text).toContain('contact (warn until 2027-01-31, then error)')
  const argv = ['ruleset', 'validate', 'rules.yaml', '--for', 'dashboard', '--json']
  expect((await runOn('2027-01-01', argv, cwd)).text).toContain('a dashboard knows no severity with a date')
})
