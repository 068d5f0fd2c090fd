import { describe, expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runGov } from './run-gov.ts'

const definition = `openapi: 3.0.3
info: {title: a, version: '1'}
paths:
  /a: {}
  /b: {}
`
const need = (more = '') =>
  `need: {given: "$.paths[*]", severity: error, then: {field: description, function: truthy}${more}}`
const info = 'info: {given: $.info, severity: error, then: {field: contact, function: truthy}}'
const off = (where: string, id = 'need') => `- {files: ["${where}"], rules: {${id}: off}}\n`
const ruleset = (rules: readonly string[], overrides: string) =>
  `rules:\n${rules.map((each) => `  ${each}\n`).join('')}overrides:\n${overrides}`

/** The end of the verdict, and the exit code. */
async function check(rules: string, argv: readonly string[] = []) {
  const cwd = await tempTree({ 'a.yaml': definition, 'b.yaml': definition, 'r.yaml': rules })
  const { stdout, exitCode } = await runGov(
    ['check', '--definition', 'a.yaml', '--ruleset-file', 'r.yaml', ...argv],
    { cwd },
  )
  const text = stdout.replaceAll(/\s+/g, ' ').trim()
  return [exitCode, text.slice(Math.max(text.lastIndexOf('PASS'), text.lastIndexOf('FAIL')))]
}

describe('what overrides turn off is said in the verdict', () => {
  it.each<[string, string, readonly string[], number, string]>([
    [
      'one place',
      ruleset([need()], off('**#/paths/~1a')),
      ['--fail-on', 'never'],
      0,
      'PASS 1 file x 1 ruleset checked; fail_on is never; 1 issue turned off by r.yaml:4 **#/paths/~1a',
    ],
    [
      'one place of a check that fails',
      ruleset([need()], off('**#/paths/~1a')),
      ['--quiet'],
      1,
      'FAIL 1 error, 0 warnings in 1 file x 1 ruleset (fail_on: error) also 1 issue turned off by r.yaml:4 **#/paths/~1a',
    ],
    [
      'two entries',
      ruleset([info, need()], off('**#/paths/~1a') + off('*#/paths/~1b')),
      ['--fail-on', 'never'],
      0,
      'PASS 1 file x 1 ruleset checked; fail_on is never; 2 issues turned off by r.yaml:5 **#/paths/~1a, r.yaml:6 *#/paths/~1b',
    ],
    [
      'in two definitions',
      ruleset([info, need()], off('**#/info', 'info')),
      ['--definition', 'b.yaml', '--fail-on', 'never'],
      0,
      'PASS 2 files x 1 ruleset checked; fail_on is never; 2 issues turned off by r.yaml:5 **#/info',
    ],
    [
      'by except',
      `rules:\n  ${info}\n  ${need()}\nexcept:\n  "a.yaml#/info": [info]\n`,
      ['--fail-on', 'never'],
      0,
      'PASS 1 file x 1 ruleset checked; fail_on is never; 1 issue turned off by r.yaml:5 a.yaml#/info',
    ],
    [
      'nothing',
      ruleset([info], off('**#/paths', 'info')),
      ['--fail-on', 'never'],
      0,
      'PASS 1 file x 1 ruleset checked; fail_on is never',
    ],
    [
      'the only rule in the file',
      ruleset([need()], off('**#')),
      ['--fail-on', 'never'],
      5,
      'FAIL (incomplete) no ruleset ran on a.yaml (requested: r): their overrides leave no rule on',
    ],
    [
      'the only rule in all files',
      ruleset([need()], off('**')),
      [],
      5,
      'FAIL (incomplete) no ruleset ran on a.yaml (requested: r): their overrides leave no rule on',
    ],
    [
      'the only rule by except',
      `rules:\n  ${need()}\nexcept: {"**#": [need]}\n`,
      [],
      5,
      'FAIL (incomplete) no ruleset ran on a.yaml (requested: r): their overrides leave no rule on',
    ],
    [
      'the only rule in all of its places',
      ruleset([need()], off('**#/paths')),
      [],
      5,
      'FAIL (incomplete) no ruleset ran on a.yaml (requested: r): their overrides leave no rule on',
    ],
    [
      'all but a rule at a place that is not there',
      ruleset(
        [need(), need().replace('need', 'other')],
        `${off('**')}- {files: ["*"], rules: {other: off}}\n- {files: ["*#/x"], rules: {need: warn}}\n`,
      ),
      [],
      5,
      'FAIL (incomplete) no ruleset ran on a.yaml (requested: r): their overrides leave no rule on',
    ],
    [
      'the only rule of one of two definitions',
      ruleset([need()], off('b.yaml')),
      ['--definition', 'b.yaml', '--fail-on', 'never'],
      5,
      'FAIL (incomplete) no ruleset ran on b.yaml (requested: r): their overrides leave no rule on',
    ],
    [
      'a ruleset for other versions',
      ruleset([need(', formats: [oas2]')], off('**#')),
      [],
      5,
      'FAIL (incomplete) no ruleset ran on a.yaml (requested: r): they have no rule for that OpenAPI version',
    ],
  ])('%s', async (_name, rules, argv, exitCode, verdict) => {
    expect(await check(rules, argv)).toEqual([exitCode, verdict])
  })

  it('a rule that they turn off counts neither as matched nor as unmatched', async () => {
    const cwd = await tempTree({ 'a.yaml': definition, 'r.yaml': ruleset([info, need()], off('**#/paths')) })
    const { stdout } = await runGov(
      ['check', '--definition', 'a.yaml', '--ruleset-file', 'r.yaml', '--format', 'json'],
      { cwd },
    )
    const { rule_matches } = JSON.parse(stdout)
    expect(rule_matches).toEqual([
      expect.objectContaining({
        matched: ['info'],
        unmatched: [],
        turned_off: [{ place: 'r.yaml:5 **#/paths', api_id: expect.any(String), count: 2 }],
      }),
    ])
  })
})
