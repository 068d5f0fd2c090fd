import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { madeDocuments, textOf } from '../../../conformance/made-document.ts'
import { readAgainstParser } from '../../../core/document/simple/against-parser.ts'
import { effort } from '../../../effort.ts'

/** Rows of scalars and marks, some of them beyond what is read: the grammar below leaves the simple part with them. */
const plain = [
  'a',
  'b c',
  'http://a/b?c#d',
  '1',
  '-0',
  '0x1F',
  '1e3',
  'null',
  '~',
  'true',
  '.inf',
  '- x',
  'x: y',
]
const quoted = [
  '""',
  '"q"',
  "'s'",
  "'it''s'",
  '"e\\n\\u0041"',
  '"tr  "',
  '"bad\\q"',
  '"a\tb"',
  '"open',
  "'open",
]
const marks = [
  '|',
  '>',
  '|-',
  '>+',
  '|2',
  '>1-',
  '&x a',
  '*x',
  '!t a',
  '? a',
  '-',
  '@',
  '%',
  '`',
  '#',
  '\t',
  '---',
]
const rare = [
  '<<',
  '__proto__',
  'constructor',
  '9007199254740993',
  '1e999',
  '\u00a0',
  '\ufeff',
  '\ud83d\ude00',
  '\ud83d',
]
const names = ['a', 'b', 'c', 'd', '"e"', "'f'", 'g h', 'i ', '200', '~', '/p/{id}', '$ref']

const token = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...plain) },
  { weight: 3, arbitrary: fc.constantFrom(...quoted) },
  { weight: 1, arbitrary: fc.constantFrom(...marks, ...rare) },
)
const name = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...names) },
  { weight: 1, arbitrary: fc.constantFrom(...rare) },
)
const lineBreak = fc.constantFrom('\n', '\n', '\n', '\n\n', ' # c\n', '#c\n', '\n  \n', ' \n')
const shift = fc.oneof(
  { weight: 6, arbitrary: fc.constant(2) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 3, 4) },
)

/** Each gives text behind a key or a dash, for a parent that is indented by so many columns. */
type Piece = (column: number) => string

const spaces = (count: number): string => ' '.repeat(Math.max(count, 0))
const lines = fc.array(
  fc.tuple(shift, fc.constantFrom('more', '- x', '# c', 'k: v', '', ' wide', 'a\tb', 'e\\')),
  {
    maxLength: 4,
  },
)
const overLines = fc
  .tuple(fc.constantFrom('text', '"dq ', "'sq ", '|', '>', '>-', '|+', '|2', '>2- # c'), lines)
  .map(([first, rest]): Piece => {
    const close = first.startsWith('"') ? '"' : first.startsWith("'") ? "'" : ''
    return (column) =>
      ` ${[first, ...rest.map(([by, text]) => spaces(column + by) + text)].join('\n')}${close}\n`
  })

const { node } = fc.letrec<{ flow: string; node: Piece }>((tie) => ({
  flow: fc.oneof(
    { maxDepth: 3 },
    token,
    fc
      .tuple(fc.array(tie('flow'), { maxLength: 3 }), fc.constantFrom(', ', ',', ',\n   ', ' ,'))
      .map(([items, comma]) => `[${items.join(comma)}]`),
    fc
      .array(fc.tuple(name, fc.constantFrom(': ', ': ', ':', ' : ', ':\n  '), tie('flow')), { maxLength: 3 })
      .map((pairs) => `{${pairs.map((pair) => pair.join('')).join(', ')}}`),
  ),
  node: fc.oneof(
    { maxDepth: 4 },
    fc.tuple(tie('flow'), lineBreak).map(
      ([text, end]): Piece =>
        () =>
          ` ${text}${end}`,
    ),
    overLines,
    fc.tuple(lineBreak, shift, fc.array(fc.tuple(name, tie('node')), { minLength: 1, maxLength: 4 })).map(
      ([end, by, pairs]): Piece =>
        (column) =>
          end + pairs.map(([key, value]) => `${spaces(column + by)}${key}:${value(column + by)}`).join(''),
    ),
    fc.tuple(lineBreak, shift, fc.array(tie('node'), { minLength: 1, maxLength: 4 })).map(
      ([end, by, items]): Piece =>
        (column) =>
          end + items.map((item) => `${spaces(column + by)}-${item(column + by)}`).join(''),
    ),
  ),
}))

const written = fc
  .tuple(fc.constantFrom('', '', '---', '# c'), node, fc.boolean())
  .map(([above, piece, isCrlf]) => {
    const text = above + piece(-2)
    return isCrlf ? text.replaceAll('\n', '\r\n') : text
  })

interface Change {
  readonly at: number
  readonly kind: 'delete' | 'swap' | 'indent' | 'outdent' | 'insert'
  readonly column: number
  readonly text: string
}

const change = fc.record<Change>({
  at: fc.nat(200),
  kind: fc.constantFrom('delete', 'swap', 'indent', 'outdent', 'insert'),
  column: fc.nat(60),
  text: fc.oneof(
    fc.constantFrom(': ', ' #', '- ', '\n', '"', "'", '\\', '[', '}'),
    fc.string({ maxLength: 2 }),
    token,
  ),
})

function applyChange(rows: readonly string[], { at, kind, column, text }: Change): readonly string[] {
  if (rows.length === 0) return rows
  const index = at % rows.length
  const row = rows[index] ?? ''
  switch (kind) {
    case 'delete':
      return rows.toSpliced(index, 1)
    case 'swap':
      return rows.toSpliced(index, 2, ...rows.slice(index, index + 2).reverse())
    case 'indent':
      return rows.with(index, `  ${row}`)
    case 'outdent':
      return rows.with(index, row.slice(2))
    case 'insert':
      return rows.with(index, row.slice(0, column) + text + row.slice(column))
  }
}

/** A stretch of a file, moved to the left: what it begins with may be the middle of something. */
function stretch(rows: readonly string[], from: number, count: number): readonly string[] {
  const first = Math.floor((from / 2 ** 31) * rows.length)
  const taken = rows.slice(first, first + count)
  const column = Math.min(...taken.filter((row) => row.trim() !== '').map((row) => row.search(/\S/)))
  return taken.map((row) => row.slice(column))
}

const specs = '../shared/specs'
const isThere = existsSync(specs)

const yamlFiles = madeDocuments
  .filter(({ name }) => name.endsWith('.yaml'))
  .map((made) => ({ name: made.name, text: textOf(made) }))

describe('the simple reader gives what the parser gives, or nothing', () => {
  function holds(text: fc.Arbitrary<string>, numRuns: number): void {
    let read = 0
    fc.assert(
      fc.property(text, (each) => {
        if (readAgainstParser(each) === 'read') read++
      }),
      { numRuns },
    )
    expect(read).toBeGreaterThan(numRuns / 20)
  }

  it('for any text', () => holds(written, 2000 * effort))

  function holdsWithChanges(text: string, numRuns: number): void {
    const rows = text.split('\n')
    const from = fc.integer({ min: 0, max: 2 ** 31 - 1 })
    const changed = fc
      .tuple(from, fc.integer({ min: 5, max: 80 }), fc.array(change, { maxLength: 3 }))
      .map(([first, count, changes]) => changes.reduce(applyChange, stretch(rows, first, count)).join('\n'))
    holds(changed, numRuns)
  }

  it.each(yamlFiles)('for $name with changes', ({ text }) => holdsWithChanges(text, 500 * effort))

  it.each(yamlFiles)('for $name, which it reads', ({ text }) => {
    expect(readAgainstParser(text)).toBe('read')
  })

  it.skipIf(!isThere).each(['stripe.yaml', 'asana.yaml'])(
    'for %s with changes (skipped where ../shared is absent)',
    (file) => holdsWithChanges(readFileSync(`${specs}/${file}`, 'utf8'), 500 * effort),
  )

  it.skipIf(!isThere).each(['stripe.yaml', 'asana.yaml', 'petstorev3.json'])(
    'for %s, which it reads (skipped where ../shared is absent)',
    (file) => {
      expect(readAgainstParser(readFileSync(`${specs}/${file}`, 'utf8'))).toBe('read')
    },
  )
})
