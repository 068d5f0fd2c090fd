import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern, PatternError, readPattern } from '../../src/engine/pattern.ts'
import { charTest } from '../../src/engine/regex/char-test.ts'
import { parseRegex } from '../../src/engine/regex/parse.ts'
import { toProgram } from '../../src/engine/regex/program.ts'
import { search } from '../../src/engine/regex/search.ts'
import { isAnchored, isOpaque } from '../../src/engine/regex/ways.ts'

/** Generous: what it guards against takes hours. */
const soon = 3000

function timed<Result>(run: () => Result): Result {
  const start = performance.now()
  const result = run()
  expect(performance.now() - start).toBeLessThan(soon)
  return result
}

describe('a pattern that backtracks without end', () => {
  const long = 'a'.repeat(5000)
  it.each<[string, string, boolean]>([
    ['(a+)+$', `${long}b`, false],
    ['^(a|a)*$', `${long}b`, false],
    ['/^([a-z0-9]+)+[.]$/i', `${long}!`, false],
    ['/^([a-z0-9]+)+[.]$/i', `${long}.`, true],
    ['(x+x+)+y', 'x'.repeat(5000), false],
    ['a.*b.*c.*d', `${long}b${long}c`, false],
    ['(?:a{1,20}){1,20}b', long, false],
    ['/^(\\p{L}+)+$/u', `${long}1`, false],
    ['^(?=(a+)+$)b', `${long}b`, false],
    ['(?<!(?:a|a)+)c', `${'a'.repeat(500)}c`, false],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', long, false],
  ])('%s', (pattern, input, expected) => {
    expect(timed(() => readPattern(pattern).test(input))).toBe(expected)
  })

  it.each([
    ['with a backreference', '^(a+)\\1\\1$', 'a'.repeat(3_000_000)],
    ['on too long a text', '(a+)+b', 'a'.repeat(60_000_000)],
  ])('%s is given up, and named', (_name, pattern, input) => {
    expect(() => timed(() => compilePattern(pattern).test(input))).toThrow(PatternError)
    expect(() => compilePattern(pattern).test(input)).toThrow(pattern)
  })

  it.each(['^(a+)+\\1$', '(?:(a)|b)*\\1'])('is refused at once: %s', (pattern) => {
    expect(() => compilePattern(pattern)).toThrow('could take forever')
  })

  it('is read up to a depth', () => {
    expect(() => compilePattern(`${'('.repeat(500)}${')'.repeat(500)}`)).toThrow('nested too deep')
  })
})

describe('a pattern of everyday use', () => {
  it.each<[string, string, boolean]>([
    ['^[a-z][a-zA-Z0-9]*$', 'petId', true],
    ['^\\/([a-z0-9-]+|{[a-zA-Z]+})(\\/([a-z0-9-]+|{[a-zA-Z]+}))*$', '/pets/{petId}/toys', true],
    ['^(a)(b)\\2\\1$', 'abba', true],
    ['(?<year>\\d{4})-\\k<year>', '2024-2024', true],
    ['/^x$/m', 'a\nx\nb', true],
    ['[\\b]', '\b', true],
    ['\\8', '8', true],
  ])('%s on %j: %s', (pattern, input, expected) => {
    expect(readPattern(pattern).test(input)).toBe(expected)
  })

  it('gives its groups', () => {
    expect(readPattern('^v(\\d+)').exec('v12')?.[1]).toBe('12')
    expect(readPattern('^v(\\d+)').exec('x')).toBeNull()
    expect(readPattern('[,;]').split('a,b;c')).toEqual(['a', 'b', 'c'])
  })
})

const atom = fc.constantFrom(
  ...[
    'a',
    'b',
    'c',
    '-',
    '1',
    ' ',
    '\\n',
    'é',
    '😀',
    '.',
    '\\w',
    '\\d',
    '\\s',
    '\\W',
    '[ab]',
    '[^a]',
    '[a-c1]',
  ],
  ...['\\x61', '\\u0062', '[\\]a]', '^', '$', '\\b', '\\B', '{', '\\/', '()'],
)
const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    atom,
    fc.tuple(tie('expression'), tie('expression')).map((parts) => parts.join('')),
    fc.tuple(tie('expression'), tie('expression')).map((parts) => `(?:${parts.join('|')})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '{0,}', '*?'))
      .map(([item, quantifier]) => `(${item})${quantifier}`),
    fc
      .tuple(fc.constantFrom('?=', '?!', '?<=', '?<!'), tie('expression'))
      .map(([look, item]) => `(${look}${item})`),
  ),
}))
const input = fc
  .array(fc.constantFrom('a', 'b', 'c', 'A', '-', '1', ' ', '\n', 'é', '😀', '{', '/'), { maxLength: 8 })
  .map((parts) => parts.join(''))

/**
 * What the platform finds, asked at each character by itself: left to search, it also tries between the halves of a
 * surrogate pair where an assertion comes first, which the standard does not.
 */
function platformTest(source: string, flags: string, text: string): boolean {
  const sticky = new RegExp(source, `${flags}y`)
  const steps = flags.includes('u') ? [...text] : text.split('')
  let at = 0
  return ['', ...steps].some((step) => {
    at += step.length
    sticky.lastIndex = at
    return sticky.test(text)
  })
}

describe('the engine for hard patterns', () => {
  it('matches what the platform matches', () => {
    const flag = fc.constantFrom('', 'i', 'm', 's', 'u', 'iu')
    let matches = 0
    fc.assert(
      fc.property(
        expression,
        flag,
        fc.array(input, { minLength: 1, maxLength: 4 }),
        (source, flags, inputs) => {
          fc.pre(isRegex(source, flags))
          for (const text of inputs) {
            const expected = platformTest(source, flags, text)
            if (expected) matches++
            expect(ownTest(source, flags, text)).toBe(expected)
          }
        },
      ),
      { numRuns: 2000 },
    )
    expect(matches).toBeGreaterThan(100)
  })
})

function isRegex(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags)
    return true
  } catch {
    return false
  }
}

function ownTest(source: string, flags: string, text: string): boolean | undefined {
  const regex = parseRegex(source, flags)
  const program = isOpaque(regex) ? undefined : toProgram(regex)
  const options = {
    unicode: flags.includes('u'),
    anchored: isAnchored(regex),
    isWord: charTest('\\w', flags),
  }
  return program && search(program, text, options)
}
