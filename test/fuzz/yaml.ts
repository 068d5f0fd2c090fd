/**
 * YAML reading against the parsers of js-yaml and yaml, over generated and damaged texts: we read what js-yaml reads, and where the
 * quick reader reads a text, js-yaml reads the same once it has the blanks that it wants in brackets and quotes. Where yaml reads a
 * text, it must read it as we do.
 */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { CORE_SCHEMA, load, mergeTag, YAMLException } from 'js-yaml'
import { parseDocument as parseYaml } from 'yaml'
import { parseDocument } from '../../src/core/document/document.ts'
import { ParseError } from '../../src/core/document/parse-error.ts'
import { readSimpleYaml } from '../../src/core/document/simple/read.ts'
import type { SourceDocument } from '../../src/core/model/source-document.ts'
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
/** A line break that is not indented with what is around it. */
const loose = '\ue000'
const looseQuotes = [
  `"a${loose}b"`,
  `'a${loose}  b'`,
  `"${loose}${loose} c"`,
  `"a${loose}\tb"`,
  `"a${loose}lost: z"`,
]
const lines = ['"a\n\n  b"', "'a\n  b'", 'a\n  b', '|\n  t\n   u\n', '>-\n  f\n  g\n\n  h\n', '|+\n  k\n\n']
const marked = ['&x a', '*x', '!!str 1', '!!int "1"', '!t a']
const scalar = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...simple, ...typed, ...like) },
  { weight: 4, arbitrary: fc.constantFrom(...lines, ...looseQuotes) },
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
const separation = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ' ',
      loose,
      `${loose} `,
      `${loose}   `,
      ` # c${loose}`,
      `#c${loose}`,
      `#'[${loose} `,
      '\t',
    ),
  },
)
/** A token with what may stand around it in brackets. */
const around = (token: fc.Arbitrary<string>) =>
  fc.tuple(separation, token, separation).map((all) => all.join(''))
const { block } = fc.letrec<{ block: string; flow: string }>((tie) => ({
  flow: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(around(tie('flow')), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    fc
      .array(
        around(
          fc.tuple(key, fc.constantFrom(': ', ': ', ' : ', ':'), tie('flow')).map((all) => all.join('')),
        ),
        {
          maxLength: 3,
        },
      )
      .map((pairs) => `{${pairs.join(', ')}}`),
  ),
  block: fc.oneof(
    { maxDepth: 4 },
    fc
      .tuple(tie('flow'), fc.constantFrom('\n', '\n', '\n', ' # c\n', '#c\n'))
      .map(([text, end]) => ` ${text}${end}`),
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
/** What the quick reader leaves to the parser. */
const above = fc.constantFrom('', '', '&z 1\n')
const text = fc
  .tuple(above, block, fc.array(damage, { maxLength: 1 }), fc.constantFrom('\n', '\n', '\r\n'))
  .map(([first, whole, changes, end]) =>
    changes
      .reduce(damaged, startWith(first, whole.trimStart()))
      .replaceAll(loose, '\n')
      .replaceAll('\n', end),
  )

function startWith(first: string, whole: string): string {
  if (first === '') return whole
  return (whole.startsWith('-') ? `- ${first}` : `z: ${first}`) + whole
}

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

function loadYaml(given: string): unknown {
  return load(given, { schema: CORE_SCHEMA.withTags(mergeTag), json: true })
}

function jsYaml(given: string): Read {
  try {
    return { value: loadYaml(given) }
  } catch (error) {
    if (error instanceof YAMLException) return 'refused'
    throw error
  }
}

/**
 * The text with what js-yaml alone wants: a blank more on each line that it blames for its indentation and before a comment that
 * it trips over, no tab where it counts one for indentation, and no `---` with nothing below it.
 */
function asJsYamlWants(given: string): string {
  try {
    loadYaml(given)
    return given
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const { mark, reason } = error
    if (!mark) return given.replace(atEnd, '...')
    const { position, column } = mark
    const line = given.slice(position - column, position)
    const isMark = /^(?:---|\.\.\.)(?!\S)/.test(given.slice(position - column))
    if (reason === 'deficient indentation' && !isMark)
      return asJsYamlWants(
        /\S.*\t/.test(line) ? withoutTab(given, position) : withBlank(given, position - column),
      )
    const isTight =
      given[position] === '#' && !reason.startsWith('a whitespace character') && /['"[\]{},:]$/.test(line)
    return isTight ? asJsYamlWants(withBlank(given, position)) : given
  }
}

function withBlank(given: string, at: number): string {
  return `${given.slice(0, at)} ${given.slice(at)}`
}

function withoutTab(given: string, before: number): string {
  const tab = given.lastIndexOf('\t', before - 1)
  return `${given.slice(0, tab)} ${given.slice(tab + 1)}`
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
  const expected = jsYaml(asJsYamlWants(given))
  if (read === 'refused') {
    const strict = jsYaml(given)
    if (strict !== 'refused' && Object(strict.value) === strict.value)
      throw new Error(`js-yaml reads ${JSON.stringify(strict)}, we refuse it`)
    return expected === 'refused' ? 'refused' : 'refused for its loose lines'
  }
  // There js-yaml has another rule for the next line, and its own words when it is broken.
  if (expected === 'refused' && /(?:^|[\s,[{])[&!]\S*[ \t]*\r?\n/.test(given))
    return 'read, with a line break behind a tag'
  assertSame(read.value, expected, 'js-yaml')
  assertLost(read, given)
  assertLoose(read, given)
  // The three print such a key in different ways; gov reports it.
  if (read.keyFaults().some(({ kind }) => kind !== 'repeated')) return 'read, with keys that are not strings'
  const other = yaml(given)
  if (other === 'refused')
    return jsYaml(given) === 'refused' ? 'read, but refused by both' : 'read, but refused by yaml'
  assertSame(read.value, other, 'yaml')
  return 'read'
})

/** Told of where js-yaml wants a blank more, and nowhere else. It counts some tabs for indentation. */
function assertLoose({ loosePlaces }: SourceDocument, given: string): void {
  if (given.includes('\t')) return
  const isTold = loosePlaces().length > 0
  if (isTold && !readSimpleYaml(given)) throw new Error('the parser reads no loose place')
  if (isTold === (asJsYamlWants(given).replaceAll(atEnd, '...') === given.replaceAll(atEnd, '...')))
    throw new Error(
      isTold ? 'js-yaml refuses nothing that we warn of' : 'js-yaml refuses what we do not warn of',
    )
}

/** A key at the beginning of a line in quotes is reported; none is where js-yaml, which is strict outside brackets, finds no fault. */
function assertLost({ value, misreadings }: SourceDocument, given: string): void {
  if (typeof value === 'string') return
  const isReported = misreadings().some(({ path }) => path.length > 0)
  const isLost = /[\r\n]lost: z/.test(given) && /"a lost: z"(?!:)/.test(JSON.stringify(value))
  if (isLost && !isReported) throw new Error('a lost quote is not reported')
  if (isReported && jsYaml(given) !== 'refused' && !/[[{]/.test(given)) throw new Error('no quote is lost')
}

function assertSame(own: unknown, other: Read, name: string): void {
  if (other !== 'refused' && isDeepStrictEqual(plain(own), plain(other.value))) return
  throw new Error(`${name} reads ${JSON.stringify(other)}, we read ${JSON.stringify(own)}`)
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
