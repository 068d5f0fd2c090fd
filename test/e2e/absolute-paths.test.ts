import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runInProcess } from './in-process.ts'

it.each([
  ['apis/a.yaml', 'r.yaml'],
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
  const whole = (name: string) => name.replace('CWD', join(cwd))
  const argv = ['check', whole(definition), '--ruleset-file', whole(ruleset)]
  const quiet = () => undefined
  expect(await runInProcess(argv, { cwd, env: {}, stdout: quiet, stderr: quiet })).toBe(1)
})
