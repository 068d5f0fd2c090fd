import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { ParseError } from '../../../src/core/document/parse-error.ts'
import { readSimpleYaml } from '../../../src/core/document/simple/read.ts'

/** The parser, which alone reads an anchor, says the same or refuses the text. */
function lostIn(text: string): string[] {
  const find = (whole: string) => parseDocument(whole, 'yaml').misreadings()
  const simple = find(`first: 1\n${text}`)
  expect(readSimpleYaml(`first: 1\n${text}`)).toBeDefined()
  try {
    expect(find(`first: &x 1\n${text}`)).toEqual(simple)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
  }
  return simple.map(
    ({ path, location: { start_line, start_char, end_char }, reason }) =>
      `${path.join('.')} ${start_line}:${start_char}-${end_char} ${reason.replace(/, or indent.*/, '')}`,
  )
}

describe('a quote around what looks like a key is lost', () => {
  it.each([
    ['a: "x\nb: 1"\n', 'a 3:1-2 the key b is read as text: close the " of line 2'],
    ["a: 'x\nb:\n  c: y'\n", "a 3:1-2 the key b is read as text: close the ' of line 2"],
    ['a:\n  b: "x\n  c: 1"\n', 'a.b 4:3-4 the key c is read as text: close the " of line 3'],
    ['a:\n  - b: "x\n    c: 1"\n', 'a.0.b 4:5-6 the key c is read as text: close the " of line 3'],
    ['a:\n  - b: "x\n  - b: 1"\n', 'a.0.b 4:5-6 the key b is read as text: close the " of line 3'],
    ['a:\n- "x\n- b: 1"\n', 'a.0 4:3-4 the key b is read as text: close the " of line 3'],
    ['a:\n  "x\nb: 1"\n', 'a 4:1-2 the key b is read as text: close the " of line 3'],
    ['a: [y, "x]\nb: 1"]\n', 'a.1 3:1-2 the key b is read as text: close the " of line 2'],
    ['a: [\n"x\nb: 1"]\n', 'a.0 4:1-2 the key b is read as text: close the " of line 3'],
    ['a: {\n  b: "x,\n  c: 1"}\n', 'a.b 4:3-4 the key c is read as text: close the " of line 3'],
    ['a: "x\n/b/{id}: 1"\n', 'a 3:1-8 the key /b/{id} is read as text: close the " of line 2'],
    ['a: "x\n\'200\': 1"\n', "a 3:1-6 the key '200' is read as text: close the \" of line 2"],
    ['a: \'x\n"b c": 1\'\n', 'a 3:1-6 the key "b c" is read as text: close the \' of line 2'],
    ['a: "x\r\n\r\n  y\r\nb:\r\n"\r\n', 'a 5:1-2 the key b is read as text: close the " of line 2'],
    ['a: "x\nb : 1"\n', 'a 3:1-2 the key b is read as text: close the " of line 2'],
    ['a: "x\n/b/{id}\t: 1"\n', 'a 3:1-8 the key /b/{id} is read as text: close the " of line 2'],
    ['a: \'x\n"b c" : 1\'\n', 'a 3:1-6 the key "b c" is read as text: close the \' of line 2'],
    ["a: 'x\n''b'': 1'\n", "a 3:1-6 the key ''b'' is read as text: close the ' of line 2"],
    ['a: "x\n&k b: 1"\n', 'a 3:4-5 the key b is read as text: close the " of line 2'],
    ['a: "x\n- !!str b: 1"\n', 'a 3:9-10 the key b is read as text: close the " of line 2'],
    ['a: {b: {c: "x}},\n    d: y"}}\n', 'a.b.c 3:5-6 the key d is read as text: close the " of line 2'],
    ['a: [{b: "x}],\nc: y"}]\n', 'a.0.b 3:1-2 the key c is read as text: close the " of line 2'],
    ['a:\n-\n- []\n-\n- "x\nb: 1"\n', 'a.3 7:1-2 the key b is read as text: close the " of line 6'],
    ['a: "x\nb: 1\nc: 2"\n', 'a 3:1-2 the key b is read as text: close the " of line 2'],
  ])('%j', (text, fault) => {
    expect(lostIn(text)).toEqual([fault])
  })
})

describe('no quote is lost', () => {
  it.each([
    ['in text that is indented further than its key', 'a:\n  b: "x\n   c: 1"\n'],
    ['in text that is indented further than its dash', 'a:\n- "x\n b: 1"\n'],
    ['in text that is indented further than its line in brackets', 'a: {b: "x\n  c: 1"}\n'],
    ['in prose in brackets', 'a: [{b: c, d: "Takes one, of\n  these: e, f"}]\n'],
    ['in text further left than its quote', 'a:\n    "x\n    b: 1"\n'],
    ['in prose', 'a: "x\nnote that: b\nhttp://c\nd e : f\nf:g\n#h: i\n**j**: k"\n'],
    ['in a block scalar', 'a: |\n  "x\n  b: 1"\n'],
    ['in brackets', 'a: {\n"b": 1,\nc: {\nd: "x"}\n}\n'],
    ['in a text on one line', 'a: "x\\nb: 1"\n'],
    ['where the text ends behind the colon', 'a: "x\nb:"\n'],
  ])('%s: %j', (_where, text) => {
    expect(lostIn(text)).toEqual([])
  })

  it('in a text of 100,000 lines in brackets, each of them looked at once', () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `   k${index}: v\n`).join('')
    expect(parseDocument(`a:            {b: "x\n${lines}"}\n`, 'yaml').misreadings()).toEqual([])
  })

  it('in JSON', () => {
    const text = JSON.stringify({ a: { b: 'c: 1\nd: 2', e: ['f: "1'] } }, null, 1)
    for (const format of ['json', 'yaml'] as const)
      expect(parseDocument(text, format).misreadings()).toEqual([])
  })
})
