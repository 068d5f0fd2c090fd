import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDuplicate, jsonEqual } from '../../../src/engine/json-schema/values.ts'

const shared = { a: Number.NaN }
const fill = Array.from({ length: 20 }, (_, index) => ({ fill: index }))

describe('the first two equal items', () => {
  it.each([
    ['numbers', [1, 2, 1.0], [0, 2]],
    ['zeros', [0, -0], [0, 1]],
    ['a number and its text', [1, '1'], undefined],
    ['an empty array and an empty object', [[], {}], undefined],
    [
      'keys in another order',
      [
        { a: 1, b: [{ c: 2, d: 3 }] },
        { b: [{ d: 3, c: 2 }], a: 1 },
      ],
      [0, 1],
    ],
    [
      'items in another order',
      [
        [1, 2],
        [2, 1],
      ],
      undefined,
    ],
    ['a text that looks like a value', [{ a: '1,"b":2' }, { a: 1, b: 2 }], undefined],
    ['objects that are equal to none', [{ a: Number.NaN }, { a: Number.NaN }], undefined],
    ['the same of them twice', [{ b: shared }, { b: shared }], [0, 1]],
  ])('%s, at the start and further on', (_, items, expected) => {
    expect(findDuplicate(items)).toEqual(expected)
    const [first, second] = expected ?? []
    const later = first === undefined || second === undefined ? undefined : [first + 20, second + 20]
    expect(findDuplicate([...fill, ...items])).toEqual(later)
  })

  it('are those that comparing each with each finds', () => {
    const value = fc.jsonValue({ maxDepth: 2 })
    const lists = fc.array(fc.oneof(value, fc.constantFrom({ a: 1, b: [] }, { b: [], a: 1 }, [0], [-0])), {
      maxLength: 40,
    })
    const same = (items: readonly unknown[]) => {
      expect(findDuplicate(items)).toEqual(eachWithEach(items))
    }
    fc.assert(fc.property(lists, same))
  })

  it('are looked for without comparing many items with each other', () => {
    let reads = 0
    const items = Array.from({ length: 2000 }, (_, index) => ({
      get a() {
        reads++
        return index
      },
    }))
    expect(findDuplicate(items)).toBeUndefined()
    expect(reads).toBeLessThan(3 * items.length)
  })
})

function eachWithEach(items: readonly unknown[]): [number, number] | undefined {
  for (const [index, item] of items.entries()) {
    const earlier = items.slice(0, index).findIndex((other) => jsonEqual(other, item))
    if (earlier !== -1) return [earlier, index]
  }
  return undefined
}
