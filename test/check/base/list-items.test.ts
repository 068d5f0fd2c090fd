import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createCounterpart, renderContent } from '../../../src/check/base/counterpart.ts'
import { createView } from '../../../src/check/base/definition-view.ts'
import { effort } from '../../effort.ts'

interface Item {
  readonly [key: string]: number | string
}

const findName = (item: Item) =>
  item.const === undefined ? item.title && `title ${item.title}` : `const ${item.const}`

const digit = fc.nat({ max: 1 })
const members = { title: fc.constantFrom('S', 'T'), const: digit, a: digit, b: digit, c: digit }
const item: fc.Arbitrary<Item> = fc.record(members, { requiredKeys: [] })

/** Lists without two items that are equal or have one name. */
const items = fc.uniqueArray(item, {
  maxLength: 5,
  selector: (each) => findName(each) ?? renderContent(each),
})

/** Where the items of a list are in another; undefined for those that are gone. */
function findItems(oldList: readonly Item[], newList: readonly Item[]): readonly (number | undefined)[] {
  const find = createCounterpart(createView({ p: oldList }), createView({ p: newList }))
  return oldList.map((_, at) => find(['p', at])[0]?.[1] as number | undefined)
}

const isEqual = (oldItem: Item, newItem: Item) => renderContent(oldItem) === renderContent(newItem)

/** Whether a list has an equal item, or one of the same name. */
const isKept = (item: Item, list: readonly Item[]) =>
  list.some((each) => isEqual(item, each) || (findName(item) && findName(item) === findName(each)))

/** Whether as many items lie between two items and the next ones that both lists have, on either side. */
function isSamePlace(oldList: readonly Item[], newList: readonly Item[], oldAt: number, newAt: number) {
  const sides = [
    [oldList.slice(0, oldAt).reverse(), newList.slice(0, newAt).reverse()],
    [oldList.slice(oldAt + 1), newList.slice(newAt + 1)],
  ] as const
  return sides.every(([oldSide, newSide]) => {
    const [oldEnd, newEnd] = [
      oldSide.findIndex((item) => isKept(item, newList)),
      newSide.findIndex((item) => isKept(item, oldList)),
    ]
    const [oldNext, newNext] = [oldSide[oldEnd], newSide[newEnd]]
    if (oldNext === undefined || newNext === undefined)
      return oldSide.length === newSide.length && oldNext === newNext
    return oldEnd === newEnd && isKept(oldNext, [newNext])
  })
}

it('finds an item again only where it is equal, has its name, or has changed in its place', () => {
  fc.assert(
    fc.property(items, items, (oldList, newList) => {
      const found = findItems(oldList, newList)
      for (const [oldAt, oldItem] of oldList.entries()) {
        const newAt = found[oldAt]
        const newItem = newAt === undefined ? undefined : newList[newAt]
        if (newAt === undefined || newItem === undefined || isEqual(oldItem, newItem)) continue
        if (findName(oldItem) === undefined) expect(isSamePlace(oldList, newList, oldAt, newAt)).toBe(true)
        else expect(findName(newItem)).toBe(findName(oldItem))
      }
      const places = found.filter((place) => place !== undefined)
      expect(new Set(places).size).toBe(places.length)
    }),
    { numRuns: 2000 * effort },
  )
})

const shuffled = items.chain((list) =>
  fc.record({
    list: fc.constant(list),
    moved: fc.shuffledSubarray([...list.keys()], { minLength: list.length }),
  }),
)

it('finds every item of a list in another order', () => {
  fc.assert(
    fc.property(shuffled, ({ list, moved }) => {
      const newList = moved.map((at) => list[at] ?? {})
      const found = findItems(list, newList).map((newAt) => newList[newAt ?? -1])
      expect(found.map((item) => item && renderContent(item))).toEqual(list.map(renderContent))
    }),
    { numRuns: 500 * effort },
  )
})

it('finds an item without a name that changed in its place', () => {
  fc.assert(
    fc.property(items, items, (before, after) => {
      const [oldItem, newItem] = [{ a: 5 }, { a: 6, b: 5 }]
      expect(findItems([...before, oldItem, ...after], [...before, newItem, ...after])[before.length]).toBe(
        before.length,
      )
    }),
    { numRuns: 500 * effort },
  )
})
