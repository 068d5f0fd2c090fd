import fc from 'fast-check'
import { expect, it } from 'vitest'
import { takeShard } from '../../src/gate/requests/plan.ts'

const names = (count: number) => Array.from({ length: count }, (_, index) => `api-${index}`)
const selector = { ruleset_ids: ['r'] }

it('every API and definition is in exactly one part, whatever else is asked for', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), fc.integer({ min: 1, max: 9 }), (api_ids, total) => {
      const definitions = api_ids.map((file) => ({ file }))
      const parts = Array.from({ length: total }, (_, at) =>
        takeShard({ api_ids, definitions, selector }, { index: at + 1, total }),
      )
      expect(parts.flatMap((part) => part.api_ids).toSorted()).toEqual(api_ids.toSorted())
      expect(parts.flatMap((part) => part.definitions)).toHaveLength(definitions.length)
      const alone = api_ids.map((id) =>
        parts.findIndex(
          (_part, at) =>
            takeShard({ api_ids: [id], definitions: [], selector }, { index: at + 1, total }).api_ids.length,
        ),
      )
      for (const [index, id] of api_ids.entries()) expect(parts[alone[index] ?? -1]?.api_ids).toContain(id)
    }),
  )
})

it('spreads a fleet', () => {
  const sizes = Array.from(
    { length: 8 },
    (_, at) =>
      takeShard({ api_ids: names(1000), definitions: [], selector }, { index: at + 1, total: 8 }).api_ids
        .length,
  )
  expect(Math.min(...sizes)).toBeGreaterThan(95)
  expect(Math.max(...sizes)).toBeLessThan(160)
})

it('stays the same from version to version: parts made by two of them must fit', () => {
  const part = takeShard({ api_ids: names(12), definitions: [], selector }, { index: 2, total: 3 })
  expect(part.api_ids).toMatchInlineSnapshot(`
    [
      "api-0",
      "api-2",
      "api-4",
      "api-6",
      "api-8",
      "api-9",
    ]
  `)
})
