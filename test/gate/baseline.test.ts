import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { BaselineEntry } from '../../src/core/model/baseline-entry.ts'
import { identifier } from '../../src/core/model/identity.ts'
import type { Issue } from '../../src/core/model/issue.ts'
import { matchBaseline, sortEntries, toBaselineEntry } from '../../src/gate/excuse/known.ts'
import { issueOf } from './builders.ts'

const ids = identifier(
  [{ file: 'x/unnamed.yaml' }, { file: 'named.yaml', api_id: 'a' }],
  (file) => `../${file}`,
)
const known = (issues: readonly Issue[], entries: readonly BaselineEntry[]) =>
  issues.map((issue) => matchBaseline(issues, entries, ids).known.has(issue))

const old = issueOf({ _id: '1', path: 'paths./a.get', pointer: '/paths/~1a/get' })
const entry = toBaselineEntry(old, ids)

it.each<[string, Partial<Issue>, boolean]>([
  ['the same issue', {}, true],
  [
    'on another line',
    { line: 90, location: { start_line: 9, start_char: 1, end_line: 9, end_char: 2 } },
    true,
  ],
  ['with another severity', { severity: 'error' }, true],
  ['with another _id', { _id: '2' }, true],
  ['of the same rule elsewhere', { path: 'paths./b.get' }, false],
  ['elsewhere under the same _id', { path: 'paths./b.get', _id: '1' }, false],
  ['with another message', { message: 'worse' }, false],
  ['of another rule', { rule_id: 'other' }, false],
  ['of another ruleset', { ruleset_id: 's' }, false],
  ['on another API', { api_id: 'b' }, false],
  ['of a definition that has the id of its own', { file: 'named.yaml' }, true],
  ['of a definition identified by its file', { file: 'x/unnamed.yaml' }, false],
  ['in another file of the definition', { file: 'parts/a.yaml', definition: 'named.yaml' }, false],
  ['at keys that only look the same', { pointer: '/paths/.~1a.get' }, false],
  ['at one of two nodes, by its pointer', { pointer: '/paths/~1a.get', ambiguous: true }, false],
  ['at the same one of two nodes', { pointer: '/paths/~1a/get', ambiguous: true }, true],
  ['at two nodes, unknown at which', { pointer: undefined, ambiguous: true }, false],
  ['of a saved API whose definition was not read', { pointer: undefined }, false],
  ['of a definition at plain keys', { pointer: undefined, file: 'named.yaml' }, true],
])('an issue %s: %s', (_name, part, expected) => {
  expect(known([{ ...old, ...part }], [entry])).toEqual([expected])
})

it('a definition without an id keeps its identity although the service gives it another one at every edit', () => {
  const before = issueOf({ _id: '1', api_id: 'hash-1', file: 'x/unnamed.yaml' })
  const after = issueOf({ _id: '2', api_id: 'hash-2', file: 'x/unnamed.yaml' })
  expect(toBaselineEntry(before, ids)).toMatchObject({ file: '../x/unnamed.yaml' })
  expect(known([after], [toBaselineEntry(before, ids)])).toEqual([true])
})

it('of three equal issues two entries excuse two, those with their _id first', () => {
  const three = ['1', '2', '3'].map((_id) => ({ ...old, _id }))
  const entries = ['3', 'gone'].map((_id) => ({ ...entry, _id }))
  expect(known(three, entries)).toEqual([true, false, true])
  expect(matchBaseline(three, [...entries, entry, entry], ids).unmatched).toHaveLength(1)
})

const some = fc.array(
  fc.record({
    _id: fc.constantFrom('1', '2', '3', '4'),
    api_id: fc.constantFrom('a', 'b'),
    rule_id: fc.constantFrom('r', 's'),
    path: fc.constantFrom('p', 'q'),
  }),
  { maxLength: 10 },
)

it('laws: a baseline of a run excuses all of it and nothing more; removing an issue only adds unmatched entries', () => {
  fc.assert(
    fc.property(some, some, (before, added) => {
      const issues = before.map((part) => issueOf(part))
      const entries = issues.map((issue) => toBaselineEntry(issue, ids))
      const same = matchBaseline(
        issues,
        fc.sample(fc.shuffledSubarray(entries, { minLength: entries.length }), 1)[0] ?? [],
        ids,
      )
      expect([same.known.size, same.unmatched.length]).toEqual([issues.length, 0])
      const grown = [...issues, ...added.map((part) => issueOf(part))]
      expect(matchBaseline(grown, entries, ids).known.size).toBe(issues.length)
      const shrunk = matchBaseline(issues.slice(1), entries, ids)
      expect(shrunk.known.size).toBe(Math.max(0, issues.length - 1))
      expect(shrunk.unmatched.length).toBe(issues.length === 0 ? 0 : 1)
      expect(sortEntries(entries.toReversed())).toEqual(sortEntries(entries))
    }),
  )
})

it('an entry of one file of a definition excuses nothing in another', () => {
  const inPart = (file: string) => issueOf({ _id: '1', api_id: 'hash', file, definition: 'x/unnamed.yaml' })
  const entries = [toBaselineEntry(inPart('x/a.yaml'), ids)]
  expect(entries[0]).toMatchObject({ file: '../x/unnamed.yaml', part: '../x/a.yaml' })
  expect(known([inPart('x/a.yaml')], entries)).toEqual([true])
  expect(known([inPart('x/b.yaml')], entries)).toEqual([false])
})
