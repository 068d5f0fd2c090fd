import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { parseShallow } from '../../../src/core/document/parse-named.ts'

const hidden = 'paths: {}'

function straysIn(text: string, format: 'json' | 'yaml' = 'yaml'): string[] {
  return parseDocument(text, format)
    .misreadings()
    .map(
      ({ path, reason, location: { start_line, start_char, end_char } }) =>
        `${path.join('.')} ${start_line}:${start_char}-${end_char} ${reason.replace(/: remove it.*/, '')}`,
    )
}

const isBreak = (name: string, before = hidden) =>
  `the character ${name} is a line break to other readers${before === '' ? '' : `, before ${before}`}`
const isForbidden = (name: string) => `the character ${name} is not allowed here`

describe('a character that readers of YAML do not take alike', () => {
  it.each<[string, string, readonly string[]]>([
    ['next line in a comment', `a: 1\n# x\x85${hidden}\n`, [` 2:4-5 ${isBreak('U+0085')}`]],
    ['line separator in a comment', `a: 1\n# x\u2028${hidden}\n`, [` 2:4-5 ${isBreak('U+2028')}`]],
    ['paragraph separator in a comment', `a: 1 # x\u2029${hidden}\n`, [` 1:9-10 ${isBreak('U+2029')}`]],
    ['in front of all', `# x\x85${hidden}\na: 1\n`, [` 1:4-5 ${isBreak('U+0085')}`]],
    ['in a block of text', `a: |\n  x\u2028${hidden}\n`, [` 2:4-5 ${isBreak('U+2028')}`]],
    ['in a folded block', `a: >\n  x\x85${hidden}\n`, [` 2:4-5 ${isBreak('U+0085')}`]],
    [
      'in plain text',
      `a: x\u2028${hidden.replace(': ', ':')}\n`,
      [` 1:5-6 ${isBreak('U+2028', 'paths:{}')}`],
    ],
    ['in a key', `a\x85b: 1\n`, [` 1:2-3 ${isBreak('U+0085', 'b: 1')}`]],
    ['in brackets', `a: [b\u2029, c]\n`, [` 1:6-7 ${isBreak('U+2029', ', c]')}`]],
    ['in an anchor', `a: &x\x85y b\n`, [` 1:6-7 ${isBreak('U+0085', 'y b')}`]],
    ['behind a document', `a: 1\n...\n# \x85x\n`, [` 3:3-4 ${isBreak('U+0085', 'x')}`]],
    ['with nothing behind', 'a: 1 # \u2028\n', [` 1:8-9 ${isBreak('U+2028', '')}`]],
    ['with much behind', `a: 1 # \u2028${'b'.repeat(99)}\n`, [` 1:8-9 ${isBreak('U+2028', 'b'.repeat(40))}`]],
    [
      'several',
      '# \x85x\na: "\x85"\n# \x0c\n',
      [` 1:3-4 ${isBreak('U+0085', 'x')}`, ` 3:3-4 ${isForbidden('U+000C')}`],
    ],
    ['vertical tab', 'a: 1 # \x0bx\n', [` 1:8-9 ${isForbidden('U+000B')}`]],
    ['form feed', 'a: 1 # \x0cx\n', [` 1:8-9 ${isForbidden('U+000C')}`]],
    ['index', 'a: 1 # \x84x\n', [` 1:8-9 ${isForbidden('U+0084')}`]],
    ['delete', 'a: 1 # \x7fx\n', [` 1:8-9 ${isForbidden('U+007F')}`]],
    ['byte order mark in front of a key', 'a: 1\n\ufeffpaths: {}\n', [` 2:1-2 ${isForbidden('U+FEFF')}`]],
    ['byte order mark of the text', '\ufeffa: 1\n', []],
    ['in double quotes', 'a: "x\x85y\u2028z"\n"\u2029": 1\n', []],
    ['in single quotes', "a: 'x\u2028y''\u2028'\n", []],
    ['in quotes over lines', 'a: "x\n  \u2028y"\n', []],
    ['as an escape', 'a: "x\\Ny\\u2028"\n', []],
    ['blanks that end no line', 'a: x\xa0y\u2003z # \u200b\u3000\n', []],
    ['characters beyond the 16-bit plane', 'a: \u{1f600} # \u{1f600}\n', []],
  ])('%s', (_name, text, expected) => {
    expect(straysIn(text)).toEqual(expected)
  })

  it('is none in JSON, whose strings have quotes', () => {
    expect(straysIn('{"a": "x\u2028y\x85z\x7f"}', 'json')).toEqual([])
  })

  it('is refused in a ruleset or config', () => {
    expect(() => parseShallow(`a: 1 # \x85b`, 'yaml')).toThrow(`${isBreak('U+0085', 'b')}: remove it`)
  })
})
