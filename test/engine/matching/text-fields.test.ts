import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { evaluate } from '../../../src/engine/evaluate.ts'
import { loadRuleset } from '../../../src/engine/load-ruleset.ts'

const document = parseDocument(
  `openapi: 3.0.3
info: {title: abc, description: a long text, length: own, empty: '', tags: [a, b, c, d]}
x-ref: {$ref: '#/info/description'}
`,
  'yaml',
)

async function run(given: string, then: string): Promise<string[]> {
  const text = `rules: {r: {given: "${given}", then: {${then}}}}`
  const source = { name: 'r.yaml', text, format: 'yaml' } as const
  const ruleset = await loadRuleset(source, { read: () => Promise.reject(new Error('none')) })
  return evaluate(document, ruleset).map(({ message, path }) => `${path.join('.')}: ${message}`)
}

const atMost3 = 'function: length, functionOptions: {max: 3}'
const isSmall = 'function: schema, functionOptions: {schema: {type: integer, maximum: 3}}'

// Each row as Spectral 6.15 has it, with gov's words and places.
describe('the length of a text', () => {
  it.each<[string, string, string, readonly string[]]>([
    [
      'a field',
      '$.info',
      `field: description.length, ${atMost3}`,
      ['info.description: `description.length` must be at most 3, but is 11'],
    ],
    [
      'a field that a schema checks',
      '$.info',
      `field: description.length, ${isSmall}`,
      ['info.description: `description.length` must be at most 3, but is 11'],
    ],
    ['one that is as it should be', '$.info', `field: title.length, ${isSmall}`, []],
    [
      'zero',
      '$.info',
      'field: empty.length, function: truthy',
      ['info.empty: `empty.length` must be truthy, but is 0'],
    ],
    [
      'deeper',
      '$',
      `field: "info['description']['length']", ${atMost3}`,
      ["info.description: `info['description']['length']` must be at most 3, but is 11"],
    ],
    [
      'an item',
      '$.info',
      'field: "tags[0].length", function: falsy',
      ['info.tags.0: `tags[0].length` must be falsy, but is 1'],
    ],
    [
      'a path',
      '$.info',
      `field: $.description.length, ${atMost3}`,
      ['info.description: `$.description.length` must be at most 3, but is 11'],
    ],
    [
      'behind a reference',
      '$',
      `field: x-ref.length, ${atMost3}`,
      ['info.description: `x-ref.length` must be at most 3, but is 11'],
    ],
    [
      'a character',
      '$.info',
      'field: description.0, function: pattern, functionOptions: {match: ^z}',
      ['info.description: `description.0` must match ^z, but is `a`'],
    ],
    [
      'a list, as before',
      '$.info',
      `field: tags.length, ${atMost3}`,
      ['info.tags: `tags.length` must be at most 3, but is 4'],
    ],
    [
      'a key of that name, as before',
      '$',
      'field: info.length, function: falsy',
      ['info.length: `info.length` must be falsy, but is `own`'],
    ],
    [
      'a method, which no text has',
      '$.info',
      'field: description.trim, function: defined',
      ['info.description: `description.trim` must be defined'],
    ],
    ['not in given', '$.info.description.length', 'function: falsy', []],
    [
      'not deep in a path',
      '$.info',
      'field: $..length, function: falsy',
      ['info.length: `$..length` must be falsy, but is `own`'],
    ],
    [
      'not of the text that given selects',
      '$.info.description',
      `field: length, ${isSmall}`,
      ['info.description: `length` must be of type integer, but is `a long text`'],
    ],
  ])('%s', async (_name, given, then, expected) => {
    expect(await run(given, then)).toEqual(expected)
  })
})
