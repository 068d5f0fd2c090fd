import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { load } from '../engine/ruleset/load.ts'
import { compare, type Row } from './compare.ts'
import { allRules, type RecordedRow, readRecordings, recordingOf, subjects } from './recorded.ts'
import { documents, ourRecordedRows, ourRows, shared, theirRows } from './rows.ts'

const isThere = existsSync(`${shared}/parity/spectral`)

describe.skipIf(!isThere)('the issues of spectral:oas (skipped where ../shared is absent)', () => {
  it.each(documents)('of %s are those that Spectral reports', async (document) => {
    const theirs = theirRows(document)
    const agreements = compare(await ourRows(document), theirs)
    expect(theirs.length).toBeGreaterThan(0)
    expect(agreements.filter(({ onlyOurs, onlyTheirs }) => onlyOurs.length + onlyTheirs.length > 0)).toEqual(
      [],
    )
  })
})

const recordings = readRecordings()

/** `oas2-schema` and `oas3-schema` report one issue for all faults of an object, and unexpected keys at the key: docs/conformance.md. */
function joinFaults(rows: readonly RecordedRow[]): readonly unknown[] {
  const joined = rows.map((row) => (/^oas[23]-schema$/.test(row[0]) ? row.slice(0, 3) : row))
  return [...new Set(joined.map((row) => JSON.stringify(row)))].sort()
}

describe('all rules of spectral:oas find what Spectral recorded', () => {
  it.each(subjects().map((subject) => ({ subject, name: subject.name })))(
    'in $name',
    async ({ subject, name }) => {
      const theirs = recordings.get(name) ?? expect.fail('nothing is recorded: npm run task -- record')
      const ours = recordingOf(subject, await ourRecordedRows(subject))
      expect(ours.document, 'the document was changed: npm run task -- record').toBe(theirs.document)
      if (theirs.rows && ours.rows) expect(joinFaults(ours.rows)).toEqual(joinFaults(theirs.rows))
      else expect(ours).toEqual(theirs)
    },
  )

  it('in documents that break every rule', async () => {
    const rules = [...new Set((await load(allRules)).map(({ id }) => id))]
    const broken = new Set([...recordings.values()].flatMap(({ counts }) => Object.keys(counts)))
    expect(rules).toHaveLength(57)
    expect(rules.filter((rule) => !broken.has(rule))).toEqual([])
  })
})

describe('the comparison', () => {
  const row = (code: string, path: string, line = 1, severity = 'warn'): Row => ({
    code,
    path,
    line,
    severity,
  })
  it.each<[string, readonly Row[], readonly Row[], readonly [number, number, number]]>([
    ['equal rows', [row('a', 'x')], [row('a', 'x')], [1, 0, 0]],
    ['a row as often as it is there', [row('a', 'x'), row('a', 'x')], [row('a', 'x')], [1, 1, 0]],
    ['other paths', [row('a', 'x')], [row('a', 'y')], [0, 1, 1]],
    ['other lines', [row('a', 'x', 1)], [row('a', 'x', 2)], [0, 1, 1]],
    ['other severities', [row('a', 'x', 1, 'warn')], [row('a', 'x', 1, 'error')], [0, 1, 1]],
    ['rows of one side', [], [row('a', 'x'), row('a', 'y')], [0, 0, 2]],
  ])('counts %s', (_name, ours, theirs, [both, onlyOurs, onlyTheirs]) => {
    expect(compare(ours, theirs)).toMatchObject([
      {
        both,
        ours: ours.length,
        theirs: theirs.length,
        onlyOurs: { length: onlyOurs },
        onlyTheirs: { length: onlyTheirs },
      },
    ])
  })
})
