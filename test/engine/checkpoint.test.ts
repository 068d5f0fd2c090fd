import { expect, it } from 'vitest'
import { parseDocument } from '../../src/document/document.ts'
import { EngineError } from '../../src/engine/engine-error.ts'
import { evaluate } from '../../src/engine/evaluate.ts'
import { loadRuleset } from '../../src/engine/ruleset/load-ruleset.ts'
import { GovError } from '../../src/model/errors.ts'

const paths = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`/p${i}`, { get: { summary: 's' } }]))
const document = parseDocument(JSON.stringify({ openapi: '3.0.3', info: {}, paths }), 'json')

const ways = {
  'a walk that matches nothing': `$.paths..[?(@ && @.nothing)]`,
  'calls of a function': '$.paths[*].get',
  'queries that are run one by one': '$.paths[*]^.nothing',
}

async function rulesetOf(given: string) {
  const text = `rules: { mine: { given: ${JSON.stringify(given)}, then: { field: summary, function: truthy } } }`
  const source = { name: 'r.yaml', text, format: 'yaml' } as const
  return loadRuleset(source, {
    read: async (name) => {
      throw new Error(name)
    },
  })
}

const over = new GovError('unavailable', 'deadline', 'it is over', '')

for (const [way, given] of Object.entries(ways)) {
  it(`is passed in the course of ${way}`, async () => {
    let passed = 0
    evaluate(document, await rulesetOf(given), {}, () => {
      passed += 1
    })
    expect(passed).toBeGreaterThan(way.startsWith('queries') ? 0 : 30)
  })

  it(`fails the rule when it throws in the course of ${way}`, async () => {
    const ruleset = await rulesetOf(given)
    const stop = () => {
      throw new Error('it took too long')
    }
    expect(() => evaluate(document, ruleset, {}, stop)).toThrow(EngineError)
    expect(() => evaluate(document, ruleset, {}, stop)).toThrow(/^rule mine.*: it took too long$/)
  })

  it(`ends more than the evaluation with a GovError in the course of ${way}`, async () => {
    const ruleset = await rulesetOf(given)
    const stop = () => {
      throw over
    }
    expect(() => evaluate(document, ruleset, {}, stop)).toThrow(over)
  })
}
