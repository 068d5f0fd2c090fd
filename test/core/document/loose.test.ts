import { parseEvents, YAMLException } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../src/core/document/document.ts'
import { ParseError } from '../../../src/core/document/parse-error.ts'
import { parseYaml } from '../../../src/core/document/parse-yaml.ts'
import { readSimpleYaml } from '../../../src/core/document/simple/read.ts'
import { readAgainstParser } from './simple/against-parser.ts'

/** Lines that only the parser reads. */
const odd = ['first: &x 1\n', 'first: !!int 1\n', 'first:\t1\n', 'first: 1\t# a\n']

/** Where the parser refuses a text. */
function findRefusal(text: string, added: number): string | undefined {
  return /^\d+:\d+/.exec(findFault(text, added) ?? '')?.[0]
}

describe('lines in brackets and quotes, and comments without a blank', () => {
  it.each<[string, unknown]>([
    ['a: [\n  b\n]\nc: 1\n', { a: ['b'], c: 1 }],
    ['a: [\nb,\nc\n]\nd: 1\n', { a: ['b', 'c'], d: 1 }],
    ['x:\n  a: [\n  b,\n c,\nd\n  ]\n', { x: { a: ['b', 'c', 'd'] } }],
    ['x:\n  a: [\n    b\n]\n  c: 1\n', { x: { a: ['b'], c: 1 } }],
    ['x:\n  a: {\n  b: [\n1,\n2],\n}\n  f: 1\n', { x: { a: { b: [1, 2] }, f: 1 } }],
    ['x:\n- - [\n  a\n]\n- "b\nc"\n', { x: [[['a']], 'b c'] }],
    ['x:\n  a:\n    [\n b\n  ]\n  c:\n     "d\n  e"\n', { x: { a: ['b'], c: 'd e' } }],
    ['x:\n  a: "b\n  c\n d\n\ne"\n  f: 1\n', { x: { a: 'b c d\ne', f: 1 } }],
    ["x:\n  a: 'it''s\ne'\n  f: 1\n", { x: { a: "it's e", f: 1 } }],
    ['x:\n  a: "b\\\ne"\n  f: 1\n', { x: { a: 'be', f: 1 } }],
    ['a: [\r\n1, # one\r\n# two\r\n2\r\n]\r\nb: "c\r\nd"\r\n', { a: [1, 2], b: 'c d' }],
    ['a: {1: b,\n1.5 : c}\n', { a: { 1: 'b', 1.5: 'c' } }],
    ['a: \'b\'#c\nd: "e"#\n', { a: 'b', d: 'e' }],
    ['a: []#c\nb: {}#\ne: [c]#d\n', { a: [], b: {}, e: ['c'] }],
    ['a: ["b"#c\n, [d]#e\n,#f\n{"g":#h\n1}]\n', { a: ['b', ['d'], { g: 1 }] }],
    ['a: "b\n  c"#d\ne: |\n  [f]#g\n', { a: 'b c', e: '[f]#g\n' }],
    ["a: |\n  'b\nc: >-\n  [d\ne: f 'g\nh: [\ni]\n", { a: "'b\n", c: '[d', e: "f 'g", h: ['i'] }],
    ["a: b # 'c\n# [d\ne: f#'g\nh: [\ni#j\n#]k\n]\n", { a: 'b', e: "f#'g", h: ['i#j'] }],
    ['a: text\n  "more\n  [text\nb: {\n"c": d}\n', { a: 'text "more [text', b: { c: 'd' } }],
  ])('are read, and beside what only the parser reads refused: %j', (text, value) => {
    expect(readAgainstParser(text)).toBe('read')
    const document = parseDocument(text, 'yaml')
    expect(document.value).toEqual(value)
    const [{ location } = expect.fail('is not loose')] = document.loosePlaces()
    for (const line of odd)
      expect([line, findRefusal(line + text, line.split('\n').length - 1)]).toEqual([
        line,
        `${location.start_line}:${location.start_char}`,
      ])
  })

  it.each([
    ['x:\n  a: [b\nc, d]\n', '3:1'],
    ['x:\n  a: [b\n"c", d]\n', '3:1'],
    ['x:\n  a: &y [\nb, !!str 1]\n  c: *y\n', '3:1'],
    ['x:\n  a: &y[b,\nc]\n', '3:1'],
    ['x:\n  a: !!str "b\nc"\n', '3:1'],
    ['a: [\n]\nb: *z\n', '2:1'],
    ['a: {b\t: 1}\nc: [\td]\n', '2:5'],
    ['x:\n  a: "b\n\tc"\n', '3:1'],
    ['x:\n  a: [\n  b: 1\n  ]\n', '3:3'],
    ['x:\n  a: "b\n---c"\n', '3:1'],
    ['a: [\n]\n...\n---\n# b\n', '2:1'],
    ['a: [\n]\n---\n', '2:1'],
    ['--- [\nb,\nc]#d\n', '3:3'],
    ['? "a\nb"\n: 1\n', '2:1'],
    ['a: [\n]\na: "b\nc"\n', '2:1'],
    ['a: &b {\nc: 1 }\nd:\n  <<: *b\n', '2:1'],
  ])('are refused where the quick reader gives up: %j', (text, place) => {
    expect(readSimpleYaml(text)).toBeUndefined()
    expect(findRefusal(text, 0)).toBe(place)
  })
})

/** What has nothing to do with the lines next to it, and is read by the quick reader. */
const simpleNeighbours = ['n: {a : 1}\n', 'n: 1\n', 'n: { "a" : [ 1 ] , b : c }\n']

/** What the parser alone reads. */
const oddNeighbours = [
  'n: !!str 1\n',
  'n: &n 1\n',
  'n: &n {a: 1}\no: {<<: *n}\n',
  'n:\t1\n',
  'n: 1\t\n',
  'n: |\n  \ta\n',
]

/** What hides all that follows from the quick reader: an error is the parser's. */
const hiding = ['? first\n: 1\n', 'n: "\\U0001F600"\n', 'n: {a\n  : 1}\n']

/** What the parser refuses, with its value and the places that are told of. It passes over comments. */
const loose: readonly [string, unknown, readonly string[]][] = [
  ['x: {\n  a: 1\n}\n', { x: { a: 1 } }, ['3:1-2 line']],
  ['x:\n  a: {\n    b: 1\n  }\n  c: 2\n', { x: { a: { b: 1 }, c: 2 } }, ['4:3-4 line']],
  ['x:\n  a: [\n    1,\n  2 ]\n', { x: { a: [1, 2] } }, ['4:3-6 line']],
  ['x:\n  a:\n    [ 1,\n  2 ]\n', { x: { a: [1, 2] } }, ['4:3-6 line']],
  ['x:\n- [\n1\n  ]\n- {\n}\n', { x: [[1], {}] }, ['3:1-2 line']],
  ['x: [\n  # a\n\n# b\n]\n', { x: [] }, ['4:1-4 line']],
  ['x: {"a": "b\nc",\n  d: 1}\n', { x: { a: 'b c', d: 1 } }, ['2:1-4 line']],
  ['x: "a\nb"\n', { x: 'a b' }, ['2:1-3 line']],
  ["x: 'a\n\nb'\n", { x: 'a\nb' }, ['3:1-3 line']],
  ['x:\n  a: "b\n  c"\n', { x: { a: 'b c' } }, ['3:3-5 line']],
  ['x:\n  a:\n    "b\n  c\nd"\n', { x: { a: 'b c d' } }, ['4:3-4 line']],
  ["x: 'a'#b\n", { x: 'a' }, ['1:7-9 comment']],
  ['x: "a"#b\ny: [1]#c\n', { x: 'a', y: [1] }, ['1:7-9 comment']],
  ['x: {a: 1}#b\ny: "c\nd"\n', { x: { a: 1 }, y: 'c d' }, ['1:10-12 comment', '3:1-3 line']],
  ["x: ['a'#b\n  ]\n", { x: ['a'] }, ['1:8-10 comment']],
  ['x: [\n  1\n ]\n', { x: [1] }, []],
  ['x: "a\n b" # c\n', { x: 'a b' }, []],
  ['x: |\n  "a\n  [#\n', { x: '"a\n[#\n' }, []],
]

function findLoose(text: string, added: number): readonly string[] {
  return parseDocument(text, 'yaml')
    .loosePlaces()
    .map(({ location: { start_line, start_char, end_char }, reason }) => {
      const kind = /^a (comment|line) /.exec(reason)?.[1]
      return `${start_line - added}:${start_char}-${end_char} ${kind}`
    })
}

describe('what some YAML readers refuse is read, and told at its place', () => {
  it.each(loose)('%j', (text, value, places) => {
    expect(parseDocument(text, 'yaml').value).toEqual(value)
    expect(findLoose(text, 0)).toEqual(places)
    for (const neighbour of simpleNeighbours) {
      const own: unknown = parseDocument(neighbour, 'yaml').value
      for (const [whole, added] of [
        [neighbour + text, neighbour.split('\n').length - 1],
        [text + neighbour, 0],
      ] as const) {
        expect(parseDocument(whole, 'yaml').value).toEqual({ ...Object(own), ...Object(value) })
        expect(findLoose(whole, added)).toEqual(places)
      }
    }
  })

  it.each(loose)('is an error at its place beside what the parser alone reads: %j', (text, _, places) => {
    const [place] = places
      .map((each) => each.replace(/-.*/, ''))
      .map((each) => (text.includes('# b') ? '5:1' : each))
    for (const neighbour of [...oddNeighbours, ...hiding]) {
      expect(findRefusal(neighbour + text, neighbour.split('\n').length - 1)).toBe(place)
      expect(findRefusal(text + neighbour, 0)).toBe(place)
    }
  })

  it.each(loose)('is what the parser refuses: %j', (text, _, places) => {
    const parse = () => parseEvents(text, {})
    if (places.length > 0) expect(parse).toThrow(YAMLException)
    else expect(parse).not.toThrow()
  })

  it('is no matter in JSON, and there is nothing to tell at the root', () => {
    expect(parseDocument('{"a": [\n1\n]\n}', 'json').loosePlaces()).toEqual([])
    expect(parseDocument('{"a": [\n1\n]\n}\n', 'yaml').loosePlaces()).toEqual([])
  })
})

function findFault(text: string, added: number): string | undefined {
  try {
    parseDocument(text, 'yaml')
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const reason = error.reason.replace(/(?<=in line )\d+/, (line) => String(Number(line) - added))
    return `${error.line - added}:${error.column} ${reason}`
  }
  return undefined
}

describe('what begins in brackets and quotes must end', () => {
  it.each([
    ['a: [b\nc: 1\n', '1:4 the [ is not closed'],
    ['x:\n  a: {b: [1, 2}\nc: 1\n', '2:10 the [ is not closed'],
    ["a: [b, c\nd: {e: 1\nf: 'g\n", '1:4 the [ is not closed'],
    ['a: "b\nc: 1\n', '1:4 the " is not closed'],
    ['a: [b, "c]\nd: 1\n', '1:8 the " is not closed'],
    ['a: "b\nc: "d"\n', '1:4 the " ends in line 2, with more text behind it'],
    ["a: 'b\nc: 1\nd: 'e'\n", "1:4 the ' ends in line 3, with more text behind it"],
    ["a:\n- 'b\nc'd: 1\n", "2:3 the ' ends in line 3, with more text behind it"],
    ['a: "b\n---\nc"\n', '1:4 the " is not closed'],
    ['a: [b\n---\nc]\n', '1:4 the [ is not closed'],
    ['a: [b,\n...\n]\n', '1:4 the [ is not closed'],
    ['x:\n  k: [a\n] c: d\n', '2:6 the [ ends in line 3, with more text behind it'],
    ['x:\n  k: [a\n]: d\n', '2:6 a key must be on one line'],
    ['x:\n  "a\nb": c\n', '2:3 a key must be on one line'],
    ['a: [\nb c: d: e]\n', '2:7 a comma is missing, or quotes around a text that contains ": "'],
    ['a: [\n"\\q"]\n', '2:2 \\q is no escape of double quotes: use single quotes'],
    [
      'a: [\n]\nb: c: d\n',
      '3:5 ": " in a text without quotes: quote it, or begin the key in the column of those above',
    ],
    ['a: |#b\n  c\n', '1:5 only a comment, behind a blank, may follow | or >'],
    ['a: b\nc\n', '2:1 this line has no colon behind a key'],
    ['a: [b] c\n', '1:8 the ] ends before this text'],
    ["a: &x [\n'b'#c, d\n&y \"\n", '3:1 a comma is missing, or quotes around a text that contains ": "'],
    [`- ${'- '.repeat(200)}[\n${'['.repeat(150)}\n`, '2:1 this line must be indented more than its key'],
    [`${'- '.repeat(200)}${'['.repeat(120)}\n`, '1:500 it is nested more than 300 deep'],
  ])('%j: %s', (text, fault) => {
    expect(findFault(text, 0)).toBe(fault)
    if (!/^[ax]:/.test(text)) return
    const others = [
      ...odd,
      ...simpleNeighbours,
      ...oddNeighbours,
      ...loose.map(([other]) => other.replaceAll(/^(?=[xy]:)/gm, 'o')),
    ]
    for (const line of others) {
      expect([line, findFault(line + text, line.split('\n').length - 1)]).toEqual([line, fault])
      // What is not closed takes in what follows.
      if (!/ends in|closed/.test(fault)) expect([line, findFault(text + line, 0)]).toEqual([line, fault])
    }
  })

  it('reads a text that is nested as deeply as it may be', () => {
    const text = `${'- '.repeat(200)}[${'['.repeat(98)}${']'.repeat(99)}\n`
    expect(() => parseYaml(text)).not.toThrow()
  })
})
