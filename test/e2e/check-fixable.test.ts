import { expect, it } from 'vitest'
import { tempTree } from '../temp-tree.ts'
import { runGov } from './run-gov.ts'

const rules = `extends: [[spectral:oas, off]]
rules:
  operation-tag-defined: warn
  path-params: warn
  info-description: warn
  operation-success-response: warn
`
const shop = `openapi: 3.0.3
info: {title: Shop, version: '1'}
tags: [{name: orders}]
paths:
  /orders/{id}:
    get:
      tags: [orders, extra]
      parameters: [{name: id, in: path, schema: {type: string}}]
      responses: {'500': {description: no}}
`
const line = ['check', 'shop.yaml', '--ruleset-file', 'rules.yaml']

async function fixableOf(files: Readonly<Record<string, string>>, argv: readonly string[]) {
  const cwd = await tempTree({ 'shop.yaml': shop, 'rules.yaml': rules, ...files })
  const { stdout } = await runGov([...argv, '--format', 'json'], { cwd })
  const { issues } = JSON.parse(stdout)
  return Object.fromEntries(
    issues.map(({ rule_id, fixable }: { rule_id: string; fixable?: string }) => [rule_id, fixable]),
  )
}

const kinds = {
  'operation-tag-defined': 'safe',
  'path-params': 'unsafe',
  'info-description': 'no',
  'operation-success-response': 'no',
}

it('each issue says whether gov fix would fix it', async () => {
  expect(await fixableOf({}, line)).toEqual(kinds)
})

it('each of many issues in a large definition does, too', async () => {
  const [head = ''] = shop.split('  /orders')
  const operation = (_: unknown, at: number) =>
    `  /a${at}: {get: {tags: [extra], description: "${'x'.repeat(300)}", responses: {'500': {description: no}}}}\n`
  const large = head + Array.from({ length: 600 }, operation).join('')
  const cwd = await tempTree({ 'shop.yaml': large, 'rules.yaml': rules })
  const { stdout } = await runGov(line, { cwd })
  expect(stdout).toContain('600 fixable with gov fix\n')
})

it('one that does not count says nothing', async () => {
  const config = `version: 1
definitions: [shop.yaml]
ruleset_files: [rules.yaml]
waivers: [{ rule_id: path-params, reason: x, owner: x, expires: 2099-12-31 }]
`
  expect(await fixableOf({ '.governance.yml': config }, ['check'])).toEqual({
    ...kinds,
    'path-params': undefined,
  })
})

it('where only making the fix tells, it says nothing', async () => {
  const aliased = shop.replace('tags: [{name: orders}]', 'x-tags: &t [{name: orders}]\ntags: *t')
  const { 'operation-tag-defined': kind } = await fixableOf({ 'shop.yaml': aliased }, line)
  expect(kind).toBeUndefined()
})

it.each([
  [[], '1 fixable with gov fix (1 more with --unsafe)\n'],
  [['operation-tag-defined'], '1 fixable with gov fix --unsafe\n'],
  [['path-params'], '1 fixable with gov fix\n'],
  [['operation-tag-defined', 'path-params'], undefined],
])('the table marks issues, and counts them: without %j', async (off, words) => {
  const left = off.reduce((text, rule) => text.replace(`  ${rule}: warn\n`, ''), rules)
  const cwd = await tempTree({ 'shop.yaml': shop, 'rules.yaml': left })
  const { stdout } = await runGov(line, { cwd })
  if (words === undefined) expect(stdout).not.toContain('fixable')
  else expect(stdout).toContain(`0 hints\n${words}`)
  expect(/operation-tag-defined.*\n?.* \[fix\]/.test(stdout)).toBe(!off.includes('operation-tag-defined'))
  expect(/path-params.*\n?.* \[fix\?\]/.test(stdout)).toBe(!off.includes('path-params'))
})

it('says nothing of an incomplete run, which gov fix refuses', async () => {
  const absent = `${rules}  own: {given: $.x, then: {function: absent}}\n`
  const cwd = await tempTree({ 'shop.yaml': shop, 'rules.yaml': absent })
  const { stdout, exitCode } = await runGov(line, { cwd })
  expect([Number(exitCode) > 1, stdout.includes('fixable')]).toEqual([true, false])
})
