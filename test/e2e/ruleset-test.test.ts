import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runGov } from './run-gov.ts'

const rule = (given: string) => `{ given: ${given}, then: { field: x, function: truthy } }`

it('tells what the definition has from what the examples have', async () => {
  const cwd = await tempTree({
    'api.yaml': 'openapi: 3.1.0\ninfo: { title: Orders, version: "1" }\npaths: {}\n',
    'rules.yaml': `rules:\n  gone: ${rule('$.x-none')}\n  here: ${rule('$.info')}\n  bare: ${rule('$.x-bare')}\n`,
    'rules.test.yaml': 'gone: { passes: { x-none: { x: 1 } }, fails: { x-none: { y: 1 } } }\n',
  })
  const lines = async (...more: string[]) =>
    (await runGov(['ruleset', 'test', 'rules.yaml', ...more], { cwd })).stdout.split('\n').slice(1, 4)
  expect(await lines('--definition', 'api.yaml')).toEqual([
    'gone  warn      2         2        1       matches nothing in the definition',
    'here  warn      0         1        1',
    'bare  warn      0         0        0       matches nothing in the definition',
  ])
  expect((await lines())[0]).toBe('gone  warn      2         2        1')
})

it.each([
  ['table', 'FAIL  rules.yaml: 1 rule matches nothing in its examples (own); 2 of 2 examples hold'],
  ['tap', 'not ok 3 - own, is tested'],
  ['junit', 'it matches nothing in its examples'],
])('fails for an own rule that matches nothing in any of its examples: %s', async (format, text) => {
  const cwd = await tempTree({
    'rules.yaml': `extends: spectral:oas\nrules:\n  own: ${rule('$.paths')}\n`,
    'rules.test.yaml': 'own: { passes: { path: {} } }\noperation-tags: { passes: { path: {} } }\n',
  })
  const { exitCode, stdout } = await runGov(['ruleset', 'test', 'rules.yaml', '--format', format], { cwd })
  expect(stdout).toContain(text)
  expect(exitCode).toBe(1)
})

it('names the option that refuses a rule that no example fails', async () => {
  const cwd = await tempTree({
    'rules.yaml': `rules:\n  own: ${rule('$.info')}\n`,
    'rules.test.yaml': 'own: { passes: { info: { x: 1 } } }\n',
  })
  const { exitCode, stdout } = await runGov(['ruleset', 'test', 'rules.yaml'], { cwd })
  expect(stdout).toContain('never failed (an error with --every-rule)')
  expect(exitCode).toBe(0)
})
