import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDocument } from '../../../../src/core/document/document.ts'
import { ParseError } from '../../../../src/core/document/parse-error.ts'
import { createVersions } from '../../../../src/core/document/versions/versions.ts'
import type { SourceDocument } from '../../../../src/core/model/source-document.ts'
import { effort } from '../../../effort.ts'

const yaml = `# a comment
openapi: 3.1.0
info: {title: "T: 1", version: '1', x-list: [1, two, {three: 3}]}
tags:
  - name: x
    description: one
      line and another

  - name: y
  -
servers: []
paths:
  /a/{id}: # here
    get:
      description: |
        A block
          of lines

      summary: >-
        folded
        text
      parameters:
      - name: id
        in: path
        required: true
      - $ref: '#/components/parameters/P'
      responses:
        200: {description: ok}
        404:
          description: "no
            such thing"
        '0x1f': {}
        1.0: a
  "/b": {}
components:
  schemas:
    A:
      type: object
      example: {a: [1, 2], b: null}
    ~: nothing
`
const value = {
  openapi: '3.1.0',
  info: { title: 'T "quoted"', version: 1.5e3, empty: {}, none: [] },
  'a\\b\n': [[{ 0: 1, 10: [true, null] }], [], 'x'],
  paths: { '/a': { get: { tags: ['x', 'y'], deep: { deeper: { deepest: 'end' } } } } },
}

const starts: readonly [name: string, text: string, format: 'json' | 'yaml'][] = [
  ['YAML', yaml, 'yaml'],
  ['YAML with CRLF', yaml.replaceAll('\n', '\r\n'), 'yaml'],
  ['YAML with a byte order mark', `\ufeff${yaml}`, 'yaml'],
  ['JSON', JSON.stringify(value, null, 2), 'json'],
  ['JSON on one line', JSON.stringify(value), 'json'],
  ['JSON as YAML', JSON.stringify(value, null, 2), 'yaml'],
]

/** What people type, and what ends or begins something. */
const pieces = [
  ...[
    '',
    'a',
    ' ',
    '  ',
    '\n',
    '\r\n',
    '\t',
    ':',
    ': ',
    ' #',
    '- ',
    '-',
    '"',
    "'",
    '\\',
    ',',
    '{',
    '}',
    '[',
    ']',
    '|',
    '>',
  ],
  ...[
    '\n---\n',
    '\n...\n',
    '&a ',
    '*a',
    '!!str ',
    '<<: ',
    '\r',
    '😀',
    '\ud83d',
    '\ufeff',
    '0',
    '1.0',
    '~',
    'null',
    '.nan',
  ],
  ...[
    '\n  x: 1\n',
    '\n      new: {a: 1}\n',
    '"k": [1],',
    '"__proto__": {},',
    '__proto__: 1',
    '\n        200: twice\n',
    '\n\n',
    '# c\n',
  ],
]

const editOf = fc.record({
  /** Numbers between 0 and 1 would nearly all be close to 0. */
  at: fc.noBias(fc.nat(9999)).map((number) => number / 10_000),
  length: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(3), fc.nat(60)),
  /** Undefined: as many other characters, which leaves all that follows in its place. */
  piece: fc.oneof(fc.constantFrom('a', 'b c', '7'), fc.constantFrom(...pieces), fc.constant(undefined)),
})

function otherLetters(text: string): string {
  return text.replace(/[a-z]/g, (letter) =>
    letter === 'z' ? 'a' : String.fromCharCode(letter.charCodeAt(0) + 1),
  )
}

describe.each(starts)('%s', (_name, start, format) => {
  /** Brackets in YAML are read as a whole. */
  const isFlow = format === 'yaml' && start.startsWith('{')
  it('is read as if for the first time after each edit', () => {
    let shared = 0
    const runs = 40 * effort
    fc.assert(
      fc.property(fc.array(editOf, { minLength: 1, maxLength: 12 }), (edits) => {
        const versions = createVersions()
        let text = start
        let before = versions.read(text, format)
        for (const { at, length, piece } of edits) {
          const from = Math.floor(at * text.length)
          const next =
            text.slice(0, from) +
            (piece ?? otherLetters(text.slice(from, from + length))) +
            text.slice(from + length)
          const wanted = read(() => parseDocument(next, format))
          const found = read(() => versions.read(next, format))
          if (typeof wanted === 'string' || typeof found === 'string') {
            expect(found).toBe(wanted)
            continue
          }
          expect(told(found)).toEqual(told(wanted))
          if (sharesObjects(before.value, found.value)) shared++
          before = found
          text = next
        }
      }),
      { numRuns: runs },
    )
    expect(shared).toBeGreaterThan(isFlow ? -1 : runs / 2)
  })
})

it('keeps all but the way to an edit', () => {
  const versions = createVersions()
  const first = versions.read(yaml, 'yaml').value as Record<string, Record<string, unknown>>
  const second = versions.read(yaml.replace('folded', 'a folded'), 'yaml').value as typeof first
  expect(second.paths?.['/a/{id}']).not.toBe(first.paths?.['/a/{id}'])
  expect(second.paths?.['/b']).toBe(first.paths?.['/b'])
  expect(second.components).toBe(first.components)
})

it('gives the same document for the same text', () => {
  const versions = createVersions()
  expect(versions.read(yaml, 'yaml')).toBe(versions.read(yaml, 'yaml'))
  expect(versions.read('{"a": 1}', 'json').series).toBe(versions.read('{"a": 2}', 'json').series)
})

it('shares nothing with a text in another format', () => {
  const versions = createVersions()
  const first = versions.read('{"a": {"b": 1}}', 'yaml')
  expect(sharesObjects(first.value, versions.read('{"a": {"b": 1}}', 'json').value)).toBe(false)
})

function read<Document extends SourceDocument>(parse: () => Document): Document | string {
  try {
    return parse()
  } catch (error) {
    if (error instanceof ParseError) return `${error.line}:${error.column} ${error.reason}`
    throw error
  }
}

/** All that a document says of itself. */
function told(document: SourceDocument) {
  const { text, value, locate, locateKey, locateStart, textOf, beginsAt } = document
  const paths = pathsIn(value, [])
  const lines = text.split('\n')
  return {
    json: JSON.stringify(value),
    value,
    places: paths.map((path) => [path, locate(path), locateKey(path), locateStart(path), textOf(path)]),
    begins: lines.map((line, index) => [...`${line} `].map((_, char) => beginsAt(index + 1, char + 1))),
    faults: [document.keyFaults(), document.misreadings(), document.loosePlaces()],
  }
}

function pathsIn(value: unknown, path: readonly (string | number)[]): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path, [...path, 'missing']]
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return [path, ...keys.flatMap((key) => pathsIn(Reflect.get(value, key), [...path, key]))]
}

function sharesObjects(before: unknown, now: unknown): boolean {
  const known = new Set(objectsIn(before))
  return objectsIn(now).some((each) => known.has(each))
}

function objectsIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(objectsIn)]
}

it('reads a deep text as if for the first time', () => {
  const depth = 50_000
  const deep = (end: string) => `${'[1,'.repeat(depth)}"${end}"${',2]'.repeat(depth)}`
  const versions = createVersions()
  versions.read(deep('a'), 'json')
  const { value, locate } = versions.read(deep('ab'), 'json')
  let at = value
  for (let level = 0; level < depth; level++) at = Array.isArray(at) && at.length === 3 ? at[1] : undefined
  expect(at).toBe('ab')
  const path = Array.from({ length: depth }, () => 1)
  expect(locate(path)).toEqual(parseDocument(deep('ab'), 'json').locate(path))
})

it.each(['yaml', 'json'] as const)('keeps one text in memory, however many edits (%s)', (format) => {
  const count = 2000
  const texts = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `key${index}`,
      { description: `${'a long text '.repeat(40)}${index}.` },
    ]),
  )
  const line = (text: string, index: number) => `key${index}:\n  description: ${text}\n`
  const written = Object.values(texts).map(({ description }, index) => line(description, index))
  let text = format === 'json' ? JSON.stringify(texts, null, 1) : written.join('')
  const versions = createVersions()
  let last = versions.read(text, format)
  const before = heapUsed()
  for (let index = 0; index < count; index += 10) {
    text = text.replace(` ${index}.`, ` typed another long text ${index}.`).normalize()
    last = versions.read(text, format)
  }
  expect(JSON.stringify(last.value).match(/typed/g)).toHaveLength(count / 10)
  expect((heapUsed() - before) / text.length).toBeLessThan(20)
})

function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}
