import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureWidth } from '../../../src/core/text/width.ts'
import { cutMiddle, cutPlace, findLeastWidth } from '../../../src/reporters/table/cut-middle.ts'

const long = 'services/billing/api/contracts/v2/subscriptions.yaml'

it.each([
  ['a.yaml', 10, 'a.yaml'],
  [long, 52, long],
  [long, 30, 'services/…2/subscriptions.yaml'],
  [long, 20, 'servic…riptions.yaml'],
  ['支払い/支払い番号/定義.yaml', 16, '支払…/定義.yaml'],
])('%s in %i columns is %s', (text, width, cut) => {
  expect(cutMiddle(text, width)).toBe(cut)
  expect(measureWidth(cut)).toBeLessThanOrEqual(width)
})

it.each([
  ['a.yaml:3:7', 20, 'a.yaml:3:7'],
  [`${long}:10412:23`, 30, 'servic…criptions.yaml:10412:23'],
  ['218:17', 6, '218:17'],
  ['paths./payments/{payment_id}.get', 20, 'paths./payments/{payment_id}.get'],
])('the place %s in %i columns is %s', (place, width, cut) => {
  expect(cutPlace(place, width)).toBe(cut)
})

describe('the least width', () => {
  it.each<[string, readonly string[], number]>([
    ['of no name', [], 12],
    ['of names that fit', ['a.yaml', 'b.yaml'], 12],
    ['of names that differ at their end', [`${long}/a.yaml`, `${long}/b.yaml`], 12],
    [
      'of names that differ in the middle',
      ['services/payments/api/openapi.yaml', 'services/accounts/api/openapi.yaml'],
      36,
    ],
  ])('%s', (_, names, width) => {
    expect(findLeastWidth(names)).toBe(width)
  })

  it('keeps different names different', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ maxLength: 80 }), { maxLength: 6 }), (names) => {
        const width = findLeastWidth(names)
        expect(new Set(names.map((name) => cutMiddle(name, width))).size).toBe(names.length)
      }),
    )
  })
})
