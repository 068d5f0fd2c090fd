import { expect, it } from 'vitest'
import type { GovError } from '../../src/core/model/errors.ts'
import { readWaiver } from '../../src/settings/entry-schemas.ts'

const example = 'See the example in gov waiver add --help.'

function hintOf(expires: string): string {
  try {
    readWaiver({ ruleId: 'rule', reason: 'later', owner: 'shop', expires }, new Date('2026-11-23T23:59:00Z'))
  } catch (error) {
    return (error as GovError).hint
  }
  return 'accepted'
}

it.each([
  ['+30d', 'Counted from today, that is 2026-12-23.'],
  ['1 day', 'Counted from today, that is 2026-11-24.'],
  ['in 100 days', 'Counted from today, that is 2027-03-03.'],
  ['yesterday', example],
  ['999999d', example],
  ['-3d', example],
])('says which day %s is, or where to look', (expires, hint) => {
  expect(hintOf(expires)).toBe(hint)
})
