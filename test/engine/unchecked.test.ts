import { expect, it } from 'vitest'
import { parseDocument } from '../../src/document/document.ts'
import { evaluate } from '../../src/engine/evaluate.ts'
import { load } from './ruleset/load.ts'

const document = parseDocument(
  `openapi: 3.1.0
info: { title: 1, version: v, description: null }
paths: { /a: {}, /b: {} }
tags: [{ name: a }, { name: 1 }]
`,
  'yaml',
)

async function uncheckedBy(rule: string, engine?: 'vacuum'): Promise<string[]> {
  const rules = await load(`rules: { r: ${rule} }`, {}, undefined, engine)
  const found: string[] = []
  evaluate(document, { rules }, {}, { onUnchecked: ({ id }) => found.push(id) })
  return found
}

const pattern = 'function: pattern, functionOptions: { match: x }'

it.each([
  ['objects for pattern', `{ given: $.paths, then: { ${pattern} } }`, true],
  ['a number for pattern', `{ given: $.info, then: { field: title, ${pattern} } }`, true],
  ['null for pattern', `{ given: $.info.description, then: { ${pattern} } }`, true],
  [
    'objects for casing',
    '{ given: "$.tags[*]", then: { function: casing, functionOptions: { type: flat } } }',
    true,
  ],
  [
    'null for length',
    '{ given: $.info.description, then: { function: length, functionOptions: { max: 1 } } }',
    true,
  ],
  ['numbers for alphabetical', '{ given: $.info.title, then: { function: alphabetical } }', true],
  [
    'lists for enumeration',
    '{ given: $.tags, then: { function: enumeration, functionOptions: { values: [a] } } }',
    true,
  ],
  ['the second function of two', `{ given: $.paths, then: [{ function: truthy }, { ${pattern} }] }`, true],
  ['a name among numbers', `{ given: "$.tags[*]", then: { field: name, ${pattern} } }`, false],
  ['keys', `{ given: $.paths, then: { field: '@key', ${pattern} } }`, false],
  ['what is not there', `{ given: "$.tags[*]", then: { field: description, ${pattern} } }`, false],
  ['nothing at all', `{ given: $.servers, then: { ${pattern} } }`, false],
  ['anything for truthy', '{ given: $.info.description, then: { function: truthy } }', false],
])('%s', async (_name, rule, isUnchecked) => {
  expect(await uncheckedBy(rule)).toEqual(isUnchecked ? ['r'] : [])
})

it('patterns of a dashboard check keys', async () => {
  expect(await uncheckedBy(`{ given: $.paths, then: { ${pattern} } }`, 'vacuum')).toEqual([])
})
