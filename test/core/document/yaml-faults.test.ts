import { expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'

const inColumn = 'begin it in the column of its keys or dashes'
const colon = '": " in a text without quotes: quote it, or begin the key in the column of those above'

it.each([
  ['a: "\\."\n', '1:5 \\. is no escape of double quotes: use single quotes'],
  ['a: 1\nb: "^\\d+$"\n', '2:6 \\d is no escape of double quotes: use single quotes'],
  ['a: "C:\\users"\n', '1:7 \\u is no escape of double quotes: use single quotes'],
  ['a: @b\n', '1:4 a text cannot begin with @: put it in quotes'],
  ['a: `b`\n', '1:4 a text cannot begin with `: put it in quotes'],
  ['@b: 1\n', '1:1 a text cannot begin with @: put it in quotes'],
  ['a: %b\n', '1:4 a text cannot begin with %: put it in quotes'],
  ['# c\n%b\n', '2:1 a text cannot begin with %: put it in quotes'],
  ['a: }\n', '1:4 a text cannot begin with }: put it in quotes'],
  ['a: * b\n', '1:4 a text cannot begin with *: put it in quotes'],
  ['a: ? b\n', '1:4 a text cannot begin with "? ": put it in quotes'],
  ['a: - b\n', '1:4 a list begins on the line below its key'],
  ['b: 1\na: {{ c }}\n', '2:4 a text cannot begin with {{: put it in quotes'],
  ['{{ c }}: 1\n', '1:1 a text cannot begin with {{: put it in quotes'],
  ['a: 1\n? [b]\n: c\n', '2:3 a key must be a text, not a list or mapping'],
  ['a: {b: 1, [c]: d}\n', '1:11 a key must be a text, not a list or mapping'],
  ['a: *b\n', '1:5 the alias *b has no anchor &b above it'],
  ['a: !Ref c\n', '1:4 the tag !Ref is unknown: remove it, or quote a text that begins with !'],
  ['a: !!js/regexp c\n', '1:4 the tag !!js/regexp is unknown: remove it, or quote a text that begins with !'],
  ['a: |x\n  b\n', '1:5 only a comment, behind a blank, may follow | or >'],
  ['a: [b,,c]\n', '1:7 an entry is missing before the comma'],
  ['a: {b: c d: e}\n', '1:11 a comma is missing, or quotes around a text that contains ": "'],
  ['a: b: c\n', `1:5 ${colon}`],
  ['a: text\n  b: c\n', `2:4 ${colon}`],
  ['a: [b] c\n', '1:8 the ] ends before this text'],
  ["a: 'it's'\n", "1:8 the ' ends before this text"],
  ['a:\n  b: 1\n c: 1\n', '3:2 this line begins in another column than the keys above'],
  ['- b: 1\n - c\n', '2:2 this line begins in another column than the dashes above'],
  ['a:\n  b: 1\n  - c\n', '3:3 a "-" among the keys of a mapping'],
  ['- a\nb: 1\n', `2:1 this line is no part of the mapping or list above: ${inColumn}`],
  ['a: 1\n}\n', '2:1 the } closes nothing'],
  ['a: 1\nb\n', '2:1 this line has no colon behind a key'],
  ['a: b\nc\nd: 1\n', '2:1 this line has no colon behind a key'],
  ['a:\n  b: 1\n  c\n\n  # d\n  e: 1\n', '3:3 this line has no colon behind a key'],
  ['a: |\n b\nc\n', '3:1 this line has no colon behind a key'],
  ['a:b\nc: 1\n', '1:1 this line has no colon behind a key'],
  ['a:\n  get\n    b: c\n', '2:3 this line has no colon behind a key'],
  ['a:\r\n  /x/{id}\r\n    b: c\r\n', '2:3 this line has no colon behind a key'],
  [`a: 1\n${'b\n'.repeat(9)}c: 1\n`, '11:2 this line has no colon behind a key'],
  ['a: \u0007\n', '1:4 the character U+0007 is not allowed here'],
  ['a: "\u0000"\n', '1:5 the character U+0000 is not allowed here'],
])('%j: %s', (text, fault) => {
  const [position = '', reason = ''] = fault.split(/ (.*)/)
  const [line, column] = position.split(':').map(Number)
  expect(() => parseDocument(text, 'yaml')).toThrow(expect.objectContaining({ line, column, reason }))
})
