import { expect, it } from 'vitest'
import { differsInVacuum } from '../../../src/engine/functions/vacuum/differences.ts'
import {
  type DifferenceRow,
  followedRelease,
  listChanges,
  vacuumReleases,
} from '../../../src/engine/functions/vacuum/releases.ts'

const rows: readonly DifferenceRow<string, '1' | '2' | '3'>[] = [
  { functions: 'a b', change: 'always' },
  { functions: 'a', change: 'from 2', since: '2' },
  { functions: 'a', change: 'only 1', until: '2' },
  { functions: 'b a', change: 'only 2', since: '2', until: '3' },
]

it.each([
  ['a', '1', ['always', 'only 1']],
  ['a', '2', ['always', 'from 2', 'only 2']],
  ['a', '3', ['always', 'from 2']],
  ['b', '2', ['always', 'only 2']],
  ['c', '2', []],
])('function %s in release %s', (name, release, changes) => {
  expect(listChanges(rows, name, release, ['3', '2', '1'])).toEqual(changes)
})

it('follows the newest release', () => expect(followedRelease).toBe(vacuumReleases[0]))

it.each([
  ['truthy', true],
  ['owaspCheckErrorResponse', true],
  ['oasOpIdUnique', true],
  ['xor', false],
  ['owaspNoBasicAuth', false],
])('%s differs in vacuum: %s', (name, differs) => expect(differsInVacuum(name)).toBe(differs))
