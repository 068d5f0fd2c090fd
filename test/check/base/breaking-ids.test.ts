import { expect, it } from 'vitest'
import { breakingRules } from '../../../src/check/breaking/rules/index.ts'

it('each rule has an id of its own, which says what it is about', () => {
  const ids = breakingRules.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^breaking-[a-z][a-z0-9-]*$/.test(id))).toEqual([])
})
