import { expect, it } from 'vitest'
import { parseDocument } from '../../../../src/core/document/document.ts'
import { ParseError } from '../../../../src/core/document/parse-error.ts'

/** What the readers' expressions repeat. */
const repeated = [
  ...' \t#"\'\\[{]},:-|><&*!%?.0a\u2028\n\r',
  '- ',
  '#|',
  '": ',
  "''",
  '\\"',
  '- -',
  ' #',
  ']#',
  '<<:',
]

const contexts: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `a: ${text}\nb: 1\n`,
  (text) => `a: "${text}`,
  (text) => `a: [${text}`,
  (text) => `a: ["b"${text}\n]\n`,
  (text) => `"${text}": |\n  b\n`,
  (text) => `{"a": "${text}`,
]

function readAll(text: string, format: 'json' | 'yaml'): void {
  try {
    const { keyFaults, misreadings, loosePlaces, locateStart, beginsAt } = parseDocument(text, format)
    keyFaults()
    misreadings()
    loosePlaces()
    locateStart(['a'])
    beginsAt(1, 1)
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
  }
}

// Linear, each takes some milliseconds; quadratic, minutes.
it.each(repeated)('100 KB of %j are read in proportion', (unit) => {
  for (const write of contexts) {
    const text = write(unit.repeat(100_000 / unit.length))
    const { user } = process.cpuUsage()
    for (const format of ['yaml', 'json'] as const) readAll(text, format)
    expect((process.cpuUsage().user - user) / 1e6).toBeLessThan(5)
  }
})

it.each([10, 75, 5000])('a comment of %i # right behind a bracket is read', (count) => {
  expect(
    parseDocument(`a: [b]${'#'.repeat(count)}\nc: {d: "e"${'#'.repeat(count)}\n}\n`, 'yaml').value,
  ).toEqual({
    a: ['b'],
    c: { d: 'e' },
  })
})
