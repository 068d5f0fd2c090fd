import { expect, it } from 'vitest'
import { parseDocument } from '../../src/core/document/document.ts'
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
  evaluate(document, { rules }, {}, { onUnchecked: (_rule, why) => found.push(why) })
  return found
}

const pattern = 'function: pattern, functionOptions: { match: x }'

it.each([
  ['objects for pattern', `{ given: $.paths, then: { ${pattern} } }`, 'ignored'],
  ['a number for pattern', `{ given: $.info, then: { field: title, ${pattern} } }`, 'ignored'],
  ['null for pattern', `{ given: $.info.description, then: { ${pattern} } }`, 'ignored'],
  [
    'objects for casing',
    '{ given: "$.tags[*]", then: { function: casing, functionOptions: { type: flat } } }',
    'ignored',
  ],
  [
    'null for length',
    '{ given: $.info.description, then: { function: length, functionOptions: { max: 1 } } }',
    'ignored',
  ],
  ['numbers for alphabetical', '{ given: $.info.title, then: { function: alphabetical } }', 'ignored'],
  [
    'lists for enumeration',
    '{ given: $.tags, then: { function: enumeration, functionOptions: { values: [a] } } }',
    'ignored',
  ],
  [
    'the second function of two',
    `{ given: $.paths, then: [{ function: truthy }, { ${pattern} }] }`,
    'ignored',
  ],
  ['a name among numbers', `{ given: "$.tags[*]", then: { field: name, ${pattern} } }`, undefined],
  ['keys', `{ given: $.paths, then: { field: '@key', ${pattern} } }`, undefined],
  ['what is not there', `{ given: "$.tags[*]", then: { field: description, ${pattern} } }`, 'missing'],
  ['nothing at all', `{ given: $.servers, then: { ${pattern} } }`, 'missing'],
  [
    'what is not there, for truthy',
    '{ given: $.info, then: { field: contact, function: truthy } }',
    undefined,
  ],
  [
    'what is there for one function of two',
    `{ given: "$.tags[*]", then: [{ field: name, ${pattern} }, { field: description, ${pattern} }] }`,
    undefined,
  ],
  ['anything for truthy', '{ given: $.info.description, then: { function: truthy } }', undefined],
])('%s', async (_name, rule, why) => {
  expect(await uncheckedBy(rule)).toEqual(why === undefined ? [] : [why])
})

it('patterns of a dashboard check keys', async () => {
  expect(await uncheckedBy(`{ given: $.paths, then: { ${pattern} } }`, 'vacuum')).toEqual([])
})
