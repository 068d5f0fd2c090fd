import fc from 'fast-check'
import { expect, it } from 'vitest'
import { columnGap } from '../../../src/core/text/sections.ts'
import { type ColumnName, chooseColumns, columnNames } from '../../../src/reporters/table/choose-columns.ts'

const one = { severity: 8, api: 0, place: 6, rule: 20, ruleset: 0, message: 45, path: 40 }
const several = { ...one, api: 9, ruleset: 17 }
const files = { ...one, place: 60 }
const saved = { ...several, api: 32 }
const none = { api: 12, place: 16 }

it.each<[string, number, typeof one, typeof none, string]>([
  ['one API', 100, one, none, 'severity 8, place 6, rule 20, message 60'],
  ['one API at 80', 80, one, none, 'severity 8, place 6, rule 20, message 40'],
  ['a rule behind its message', 79, one, none, 'severity 8, place 6, message 61'],
  [
    'short messages beside their rule',
    60,
    { ...one, message: 20 },
    none,
    'severity 8, place 6, rule 20, message 20',
  ],
  ['several APIs', 100, several, none, 'severity 8, api 9, place 6, rule 20, message 49'],
  ['several APIs at 60', 60, several, none, 'severity 8, api 9, place 6, message 31'],
  [
    'a ruleset where it costs nothing',
    120,
    several,
    none,
    'severity 8, api 9, place 6, rule 20, ruleset 17, message 50',
  ],
  ['the path from 140 on', 140, one, none, 'severity 8, place 6, rule 20, message 45, path 53'],
  ['not at 139', 139, one, none, 'severity 8, place 6, rule 20, message 99'],
  [
    'a path in what messages leave',
    140,
    several,
    none,
    'severity 8, api 9, place 6, rule 20, message 45, path 42',
  ],
  ['long names within their part', 80, files, none, 'severity 8, place 24, message 44'],
  [
    'long names whole where messages leave room',
    120,
    { ...files, message: 20 },
    none,
    'severity 8, place 60, rule 20, message 26',
  ],
  [
    'long names as wide as they must be',
    80,
    files,
    { api: 12, place: 40 },
    'severity 8, place 40, message 28',
  ],
  ['names that leave no room', 80, files, { api: 12, place: 56 }, 'none'],
  ['a name that is an id', 80, saved, { api: 12, place: 16 }, 'severity 8, api 24, place 6, message 36'],
  ['no column below 60', 59, one, none, 'none'],
])('%s', (_, width, natural, least, expected) => {
  const chosen = chooseColumns({ natural, least }, width)
  const widths = columnNames.flatMap((name) =>
    chosen && chosen[name] > 0 ? [`${name} ${chosen[name]}`] : [],
  )
  expect(widths.join(', ') || 'none').toBe(expected)
})

const naturals = fc.record(
  Object.fromEntries(columnNames.map((name) => [name, fc.nat(120)])) as Record<
    ColumnName,
    fc.Arbitrary<number>
  >,
)

it('takes the width and no more', () => {
  fc.assert(
    fc.property(naturals, fc.integer({ min: 40, max: 300 }), fc.nat(60), (some, width, place) => {
      const natural = { ...some, severity: 8, message: some.message + 1 }
      const chosen = chooseColumns({ natural, least: { api: 12, place } }, width)
      if (chosen === undefined) return
      const widths = columnNames.map((name) => chosen[name]).filter((each) => each > 0)
      expect(widths.reduce((sum, each) => sum + each + columnGap, -columnGap)).toBe(width)
      expect(chosen.message).toBeGreaterThanOrEqual(Math.min(20, natural.message))
      for (const name of columnNames)
        if (name !== 'message' && name !== 'path') expect(chosen[name]).toBeLessThanOrEqual(natural[name])
    }),
  )
})
