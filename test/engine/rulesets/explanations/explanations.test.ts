import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../../src/core/document/document.ts'
import { evaluate } from '../../../../src/engine/evaluate.ts'
import type { RuleExample } from '../../../../src/engine/examples/read-examples.ts'
import { runExample } from '../../../../src/engine/examples/run-example.ts'
import { readExplanations } from '../../../../src/engine/rulesets/explanations/index.ts'
import { builtinRulesets } from '../../../../src/engine/rulesets/index.ts'
import { load } from '../../ruleset/load.ts'

const explanations = await readExplanations()
const rules = (
  await Promise.all(
    [...builtinRulesets.keys()].map((name) => load(`extends: [[${JSON.stringify(name)}, all]]`)),
  )
).flat()
const ids = [...new Set(rules.map(({ id }) => id))]
/** It cannot find anything: from 3.1 on, nothing beside a reference is lost. */
const withoutFaults = ['oas3-no-$ref-siblings']
const ofDocuments = [
  'parser',
  'invalid-ref',
  'unchecked-operation',
  'unchecked-siblings',
  'unchecked-nullable',
  'gov:placeholder',
]
/** Only with `engine: vacuum`. */
const ofVacuum = ['circular-references', 'resolving-references']

describe('the explanations of the rules that come with the engine', () => {
  it('are of each rule, and of no other', () => {
    expect([...explanations.keys()].sort()).toEqual([...ids, ...ofDocuments, ...ofVacuum].sort())
  })

  it.each(ids)('%s: why, a document that fails it and one that passes', (id) => {
    const { why, examples } = explanations.get(id) ?? { why: undefined, examples: [] }
    expect(why).toMatch(/^[A-Z].{10,120}\.$/)
    const kinds = withoutFaults.includes(id) ? ['passes'] : ['fails', 'passes']
    expect(examples.map(({ kind }) => kind).sort()).toEqual(kinds)
    const own = rules.filter((rule) => rule.id === id)
    expect(examples.map((example) => runExample(example, own).fault)).toEqual(kinds.map(() => undefined))
    expect(Math.max(...examples.map(widthOf))).toBeLessThanOrEqual(72)
  })

  it.each([...ofDocuments, ...ofVacuum])('%s: a document that fails it and one that passes', async (id) => {
    const own = ofVacuum.includes(id)
      ? await load('extends: [[vacuum:oas, off]]\nrules: { info-contact: true }', {}, undefined, 'vacuum')
      : []
    const examples = explanations.get(id)?.examples ?? []
    expect(examples.map(({ kind }) => kind).sort()).toEqual(['fails', 'passes'])
    for (const { kind, document } of examples) {
      const text = document.kind === 'text' ? document.text : ''
      const issues = evaluate(parseDocument(text, 'yaml'), { rules: own })
      expect(issues.map(({ rule }) => rule.id)).toEqual(kind === 'fails' ? [id] : [])
    }
  })
})

function widthOf({ document }: RuleExample): number {
  return document.kind === 'text'
    ? Math.max(...document.text.split('\n').map(({ length }) => length))
    : Infinity
}
