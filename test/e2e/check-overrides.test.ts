import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runInProcess } from './in-process.ts'

const definition = 'openapi: 3.0.3\r\ninfo: {title: a, version: "1"}\r\npaths: {/orders: {}}\r\n'

async function check(
  overrides: string,
  argv: readonly string[] = [],
  policy = '',
): Promise<[code: number, verdict: string, stderr: string]> {
  const cwd = await tempTree({
    '.governance.yml': `version: 1\nruleset_files: [rules/r.yaml]\ndefinitions: [apis/a.yaml, apis/b.yaml]\n${policy}`,
    'rules/r.yaml': `extends: rest.yaml\nrules:\n  t: {given: $.info, then: {field: title, function: truthy}}\noverrides:\n- {files: ["*.json", "x/*.yaml"], rules: {t: off}}\n${overrides}`,
    'rules/rest.yaml':
      'rules: {}\noverrides: [{files: ["*.json", "x/*.yaml"], rules: {u: {given: $.info, then: {function: truthy}}}}]\n',
    'apis/a.yaml': definition,
    'apis/b.yaml': definition,
  })
  let [stdout, stderr] = ['', '']
  const code = await runInProcess(['check', ...argv], {
    cwd,
    env: {},
    stdout: (text) => (stdout += text),
    stderr: (text) => (stderr += text),
  })
  return [code, stdout.slice(stdout.search(/^(?:PASS|FAIL|INCOMPLETE)/m)).replaceAll(/\s+/g, ' '), stderr]
}

const [rest, fail] = ['rules/r.yaml:5 *.json x/*.yaml', 'policy: {on_unmatched: fail}\n']

it.each<[string, string, number, string, string[]?, string?]>([
  [
    'of a folder that is not there',
    '- {files: ["api/**"], rules: {t: hint}}',
    2,
    `(${rest}, rules/r.yaml:6 api/**)`,
  ],
  ['for one definition of two', '- {files: ["../apis/b.*"], rules: {t: hint}}', 1, `(${rest})`],
  ['of a place', '- {files: ["../apis/a.yaml#/paths/~1orders"], rules: {t: hint}}', 1, `(${rest})`],
  [
    'of a place that is not there',
    '- {files: ["../apis/*#/paths/~1ordrs"], rules: {t: hint}}',
    2,
    `(${rest}, rules/r.yaml:6 ../apis/*#/paths/~1ordrs)`,
  ],
])('an override %s', async (_what, override, count, named) => {
  const found = `${count} override${count === 1 ? '' : 's'} matched no checked definition ${named}`
  const [code, verdict, stderr] = await check(override)
  expect([code, verdict]).toEqual([0, expect.stringContaining(found)])
  expect(stderr.split('rules/rest.yaml:2:')).toEqual([
    'warning: ruleset ',
    expect.stringContaining('rules/r.yaml extends this ruleset, whose "overrides" has no effect there'),
  ])
  const [strictCode, strict] = await check(override, [], fail)
  expect([strictCode, strict]).toEqual([
    1,
    expect.stringContaining(found.replace(/\)$/, '; on_unmatched: fail)')),
  ])
  expect((await check(override, [], 'policy: {on_unmatched: ignore}\n'))[1]).not.toContain('override')
})

it.each([
  ['a named file', ['apis/a.yaml']],
  ['a shard', ['--shard', '1/2', '--run', '7']],
])('says nothing of a run of %s', async (_what, argv) => {
  const [code, verdict] = await check('- {files: ["api/**"], rules: {t: hint}}', argv, fail)
  expect([code, verdict]).toEqual([0, expect.not.stringContaining('override')])
})

it.each([
  ['CWD/apis/a.yaml', 'r.yaml'],
  ['apis/a.yaml', 'CWD/r.yaml'],
  ['CWD/apis/a.yaml', 'CWD/r.yaml'],
])('an override holds for %s by %s', async (definition, ruleset) => {
  const cwd = await tempTree({
    'apis/a.yaml': 'openapi: 3.0.3\ninfo: {title: a, version: "1"}\npaths: {}\n',
    'r.yaml':
      'rules: {d: {given: $.info, severity: warn, then: {field: description, function: truthy}}}\n' +
      'overrides: [{files: ["apis/**"], rules: {d: error}}]\n',
  })
  const whole = (name: string) => name.replace('CWD', cwd)
  const argv = ['check', whole(definition), '--ruleset-file', whole(ruleset)]
  const quiet = () => undefined
  expect(await runInProcess(argv, { cwd, env: {}, stdout: quiet, stderr: quiet })).toBe(1)
})
