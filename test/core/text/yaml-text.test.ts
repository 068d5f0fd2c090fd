import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { yamlText } from '../../../src/core/text/yaml-text.ts'

const long = 'a word or two '.repeat(5)

const values: [unknown][] = [
  [{ a: 1, b: [true, null, 'x'] }],
  [{ '200': 'x', true: 'no', 'a b': '', 'a: b': '- x', "it's": '"' }],
  [{ list: [{ a: long, b: { c: long, d: [long, [long, long]] } }] }],
  [[[{ a: long }, long], {}, []]],
  [{ empty: {}, none: [], nothing: null, ref: { $ref: '#/a/b' } }],
  ['text'],
  [{ n: 1.5, s: '1.5', d: '2027-01-31', t: '1:2', y: 'YES', o: '0o7', dot: '.', tilde: '~' }],
  [{ lines: 'a\nb', tab: '\t', emoji: '🙂', cr: '\r' }],
]

it.each(values)('%j reads back as it was', (value) => {
  expect(parseDocument(yamlText(value), 'yaml').value).toEqual(value)
})

it('breaks what is too long for one line, and nothing else', () => {
  expect(yamlText({ paths: { '/a': { get: {} } }, info: { title: long, version: long } })).toBe(
    `paths: { /a: { get: {} } }\ninfo:\n  title: ${JSON.stringify(long)}\n  version: ${JSON.stringify(long)}\n`,
  )
})
