/**
 * YAML reading against the parsers of js-yaml and yaml, over generated and damaged texts: where we read a text, they must
 * read it as we do.
 */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml'
import { parseDocument as parseYaml } from 'yaml'
import { ParseError, parseDocument } from '../../src/document/document.ts'
import { oracle } from './oracle.ts'

const simple = ['a', 'b c', 'x:y', 'http://a/b#c', '-x', '?x', '""', '"q"', "'s'", "'it''s'", '[]', '{}', '']
const typed = [
  '1',
  '-0',
  '+1',
  '01',
  '0o17',
  '0x1F',
  '1_000',
  '1e3',
  '.5',
  '1.',
  'null',
  'Null',
  '~',
  'true',
  'TRUE',
]
const like = ['yes', 'no', 'on', '.inf', '-.Inf', '2020-01-01', '12:30:45', '=', '<<', '"\\n\\u0041\\x41\\/"']
const lines = ['"a\n\n  b"', "'a\n  b'", 'a\n  b', '|\n  t\n   u\n', '>-\n  f\n  g\n\n  h\n', '|+\n  k\n\n']
const marked = ['&x a', '*x', '!!str 1', '!!int "1"', '!t a']
const scalar = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...simple, ...typed, ...like) },
  { weight: 4, arbitrary: fc.constantFrom(...lines) },
  { weight: 1, arbitrary: fc.constantFrom(...marked) },
)
const key = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e f', '/p/{id}', '$ref', '"q"', "'s'") },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '1',
      'true',
      '~',
      '1.0',
      '0x1',
      '? a',
      '<<',
      '__proto__',
      'constructor',
      '&x k',
    ),
  },
)
const { block } = fc.letrec<{ block: string; flow: string }>((tie) => ({
  flow: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('flow'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(fc.tuple(key, tie('flow')), { maxLength: 3 })
      .map((pairs) => `{${pairs.map((each) => each.join(': ')).join(', ')}}`),
  ),
  block: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(tie('flow'), fc.constantFrom('\n', '\n', ' # c\n')).map(([text, end]) => ` ${text}${end}`),
    fc
      .tuple(
        fc.constantFrom(1, 2, 2, 4),
        fc.array(fc.tuple(key, tie('block')), { minLength: 1, maxLength: 4 }),
      )
      .map(([by, pairs]) => `\n${indent(pairs.map(([name, value]) => `${name}:${value}`).join(''), by)}`),
    fc
      .tuple(fc.constantFrom(0, 2), fc.array(tie('block'), { minLength: 1, maxLength: 4 }))
      .map(([by, items]) => `\n${indent(items.map((item) => `-${item}`).join(''), by)}`),
  ),
}))

function indent(text: string, by: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(by))
}

const damage = fc.tuple(
  fc.nat(),
  fc.nat(2),
  fc.constantFrom(
    '',
    ' ',
    '  ',
    '\n',
    ':',
    ': ',
    '- ',
    '#',
    ' #',
    '"',
    "'",
    '[',
    '}',
    ',',
    '\t',
    '---\n',
    '|',
  ),
)
const text = fc
  .tuple(block, fc.array(damage, { maxLength: 1 }), fc.constantFrom('\n', '\n', '\r\n'))
  .map(([whole, changes, end]) => changes.reduce(damaged, whole.trimStart()).replaceAll('\n', end))

function damaged(whole: string, [at, removed, added]: [number, number, string]): string {
  const offset = at % (whole.length + 1)
  return whole.slice(0, offset) + added + whole.slice(offset + removed)
}

type Read = { readonly value: unknown } | 'refused'

function ours(given: string) {
  try {
    return parseDocument(given, 'yaml')
  } catch (error) {
    if (error instanceof ParseError) return 'refused'
    throw error
  }
}

function jsYaml(given: string): Read {
  try {
    return { value: load(given, { schema: CORE_SCHEMA.withTags(mergeTag), json: true }) }
  } catch (error) {
    if (error instanceof YAMLException) return 'refused'
    throw error
  }
}

/**
 * The text without the two things that js-yaml alone refuses: a line in brackets or quotes at the column of its key, and a
 * `---` with nothing below it.
 */
function asJsYamlWants(given: string): string {
  try {
    load(given)
    return given
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const line = error.mark?.line
    if (error.reason !== 'deficient indentation' || line === undefined) return given.replace(atEnd, '...')
    const lines = given.split('\n')
    lines[line] = ` ${lines[line]}`
    return asJsYamlWants(lines.join('\n'))
  }
}

const atEnd = /^---(?=\s*(?:(?:---|\.\.\.|#.*)\s*)*$(?![\s\S]))/gm

function yaml(given: string): Read {
  const document = parseYaml(given, { uniqueKeys: false, merge: true, logLevel: 'silent' })
  if (document.errors.length > 0) return 'refused'
  try {
    return { value: document.toJS() }
  } catch {
    return 'refused'
  }
}

export const run = oracle(text, (given) => {
  const read = ours(given)
  if (read === 'refused') return 'refused'
  assertSame(read.value, jsYaml(asJsYamlWants(given)), 'js-yaml')
  // The three print such a key in different ways; gov reports it.
  if (read.keyFaults().some(({ kind }) => kind !== 'repeated')) return 'read, with keys that are not strings'
  const other = yaml(given)
  if (other === 'refused') return 'read, but refused by yaml'
  assertSame(read.value, other, 'yaml')
  return 'read'
})

function assertSame(own: unknown, other: Read, name: string): void {
  if (other !== 'refused' && isDeepStrictEqual(plain(own), plain(other.value))) return
  throw new Error(`${name} reads ${JSON.stringify(other)}, we read ${JSON.stringify(own)}`)
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
