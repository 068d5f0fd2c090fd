import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { runProgram } from '../../src/main.ts'
import { tempTree } from '../temp-tree.ts'
import { testProcess } from './test-process.ts'

const waiver = `{ rule_id: operation-tags, reason: ${'a reason of many words '.repeat(4)}, owner: me, expires: 2020-01-01 }`
const config = `version: 1\napi_ids: [a]\nruleset_ids: [b]\nwaivers:\n  - ${waiver}\n`

async function printed(argv: readonly string[], terminals: readonly ('stdout' | 'stderr')[]) {
  const cwd = await tempTree({ '.governance.yml': config })
  execFileSync('git', ['init', '--quiet'], { cwd })
  const { context, stdout, stderr } = testProcess({ cwd, terminals, env: { COLUMNS: '60' }, columns: 60 })
  expect(await runProgram(argv, context)).toBe(0)
  return (stdout() + stderr()).trimEnd().split('\n')
}

const longest = (lines: readonly string[]) => Math.max(...lines.map(({ length }) => length))

it.each([
  [['waiver', 'list'], 2],
  [['hook', 'install'], 2],
])('%j keeps within a terminal, and breaks no line of a log', async (argv, lines) => {
  expect(longest(await printed(argv, ['stdout', 'stderr']))).toBeLessThanOrEqual(60)
  const inLog = await printed(argv, [])
  expect(inLog).toHaveLength(lines)
  expect(longest(inLog)).toBeGreaterThan(60)
})

it('a waiver goes on under its beginning', async () => {
  const [first = '', second = ''] = await printed(['waiver', 'list'], ['stdout'])
  expect(first).toMatch(/^2020-01-01 {2}expired {5}operation-tags/)
  expect(second).toMatch(/^ {24}\S/)
})
