import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runGov } from './run-gov.ts'

const title = `${'a'.repeat(60)}!`
const rules = `rules:
  title-letters:
    given: $.info
    then: { field: title, function: pattern, functionOptions: { match: ^(a+)+$ } }
`
const files = {
  'rules.yaml': rules,
  'untested.yaml': rules,
  'rules.test.yaml': `title-letters:\n  fails: { info: { title: ${title} } }\n`,
  'api.yaml': `openapi: 3.1.0\ninfo: { title: ${title}, version: 1.0.0 }\npaths: {}\n`,
}

// Long enough that a busy machine has begun to evaluate by then.
const deadline = ['--deadline', '5s']

it.each<[command: string, words: string]>([
  [
    'check --definition api.yaml --ruleset-file rules.yaml',
    'rule title-letters at info of ruleset rules was running',
  ],
  ['explain title-letters --ruleset-file rules.yaml', 'rule title-letters of ruleset rules.yaml was running'],
  ['ruleset test rules.yaml', 'rule title-letters of ruleset rules.yaml was running'],
  [
    'ruleset test untested.yaml --definition api.yaml',
    'rule title-letters at info of ruleset untested.yaml was running',
  ],
])('gov %s stops at the deadline, and names the rule whose pattern never ends', async (command, words) => {
  const cwd = await tempTree(files)
  const { exitCode, stdout, stderr } = await runGov([...command.split(' '), ...deadline], { cwd })
  expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' })
  expect(stderr).toContain(`did not finish before the run's deadline of 5 s; ${words}\n`)
  expect(stderr).toContain('look for a regular expression that never ends')
})
