import { expect, it } from 'vitest'
import { parseDocument } from '../../src/core/document/document.ts'
import { evaluate } from '../../src/engine/evaluate.ts'
import { loadRuleset } from '../../src/engine/load-ruleset.ts'

it('cuts a message that would hold most of a document', async () => {
  const text = `rules: { a: { given: $.x, message: "{{value}}", then: { function: undefined } } }`
  const rules = await loadRuleset(
    { name: 'r', text, format: 'yaml' },
    { read: () => Promise.reject(new Error('no file')) },
  )
  const document = parseDocument(`openapi: 3.0.3\nx: ${'v'.repeat(100_000)}\n`, 'yaml')
  const found = evaluate(document, rules).find(({ rule }) => rule.id === 'a')
  expect(found?.message).toBe(`${'v'.repeat(4_000)}…`)
})
