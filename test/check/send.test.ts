import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createAnswerMemory } from '../../src/check/evaluation/answer-memory.ts'
import { createSend } from '../../src/check/evaluation/evaluate.ts'
import { dashboardCapabilities, engineCapabilities } from '../../src/check/evaluation/evaluator.ts'
import { createSources } from '../../src/check/sources/sources.ts'
import { evaluationOf } from '../gate/builders.ts'
import { tempTree } from '../temp-tree.ts'

const answers = async () => evaluationOf({ evaluated_apis: 1 })
const client = { evaluateApis: answers, evaluateDefinition: answers }

it.each([
  ['a plain one, of a dashboard', 'summary: x', true, true],
  ['a plain one', 'summary: x', false, true],
  [
    'one that a dashboard may drop issues of: it is read each time, and said',
    'x-lint-ignore: r',
    true,
    false,
  ],
  ['one with such a key here', 'x-lint-ignore: r', false, true],
  ['one that goes on in another file: its changes do not show', 'x-more: { $ref: b.yaml }', false, false],
])('a watched run remembers %s', async (_name, line, dropsIgnored, isRemembered) => {
  const text = `openapi: 3.1.0\ninfo: { title: t, version: v, ${line} }\npaths: {}\n`
  const cwd = await tempTree({ 'a.yaml': text })
  const sources = createSources(cwd)
  const memory = createAnswerMemory(() => '2026-11-23')
  const file = join(cwd, 'a.yaml')
  const stamp = await sources.note(file)
  const definition = { file }
  const capabilities = dropsIgnored ? dashboardCapabilities : engineCapabilities
  const request = { kind: 'definition', definition, selector: { ruleset_ids: ['r'] } } as const
  await createSend(client, sources, { capabilities, memory })(request, async () => {})
  expect(memory.digestOf(file, stamp) !== undefined).toBe(isRemembered)
})
