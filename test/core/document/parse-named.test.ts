import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { parseNamed } from '../../../src/core/document/parse-named.ts'

it.each<[string, RegExp, ('json' | 'yaml')?]>([
  ['a: 1\n<<<<<<< ours\nb: 1\n=======\n>>>>>>> theirs\n', /^Keep one side/],
  ['a:\n\tb: 1\n', /^Replace it by spaces/],
  ['a: "b\nc: "d"\n', /^Close the quote/],
  ['a: [b\n', /^Close the bracket/],
  ['a: [b] c\n', /^Close the bracket/],
  ["a: 'it's'\n", /^Close the quote/],
  ['a: b: c\n', /^Begin the keys of a mapping/],
  ['a:\n  b: 1\n c: 1\n', /^Begin the keys of a mapping/],
  ['a: 1\nb\n', /^Write "key: value"/],
  ['a: [b c: d: e]\n', /^Put a comma/],
  ['a: "\\d"\n', /^Put the text in single quotes/],
  ['a: *.yaml\n', /^Quote a text that begins with \*/],
  ['a: !b c\n', /^Fix the file there/],
  ['{"a": 1,}', /^Put double quotes/, 'json'],
])('the hint for %j is %s', (text, hint, format = 'yaml') => {
  const read = () => parseNamed({ noun: 'config', name: 'a', format }, () => parseDocument(text, format))
  expect(read).toThrow(expect.objectContaining({ code: 'config-syntax', hint: expect.stringMatching(hint) }))
})
