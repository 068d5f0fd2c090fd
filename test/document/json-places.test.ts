import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findContainers } from '../../src/document/json-containers.ts'
import { createJsonPlaces } from '../../src/document/json-places.ts'
import type { Path } from '../../src/model/location.ts'

const text = fc.tuple(
  fc.json({ maxDepth: 5 }).map((json): unknown => JSON.parse(json)),
  fc.constantFrom(undefined, 1, '\t', ' \n\r\t'),
  fc.constantFrom('', ' \n'),
)

it('finds every scalar of any JSON where it stands, and every collection around its last value', () => {
  fc.assert(
    fc.property(text, ([value, indent, above]) => {
      const written = above + JSON.stringify(value, null, indent)
      const place = createJsonPlaces(written, findContainers(written))
      for (const [path, found] of entriesOf(value)) {
        const { start, end } = place(path)
        const children = typeof found === 'object' && found !== null ? entriesOf(found) : []
        const [last] = children.at(-1) ?? [[]]
        if (children.length > 1) expect(end).toBe(place([...path, ...last]).end)
        else expect(JSON.parse(written.slice(start, end))).toEqual(found)
      }
    }),
    { numRuns: 1000 },
  )
})

it.each<[string, number, readonly number[]]>([
  ['{"a": {"b": 1, "b": 2}, "c": [{"d": "e\\"f\\\\"}]}', 5, [4, 2, 4, 4]],
  ['[[],{},""]', 0, [3, 2, 3]],
  ['"{"', 0, []],
])('counts the keys of %s, and the containers', (written, keyCount, nexts) => {
  const found = findContainers(written)
  expect(found.keyCount).toBe(keyCount)
  expect([...found.nexts].slice(0, nexts.length)).toEqual(nexts)
})

it('has room for nothing but containers', () => {
  const written = '['.repeat(5000) + ']'.repeat(5000)
  expect(findContainers(written).ends[4999]).toBe(5001)
  expect(findContainers(written).ends[0]).toBe(10_000)
})

/** Every value with its path, in the order of the text. */
function entriesOf(value: unknown, path: Path = []): [Path, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [[path, value], ...children.flatMap(([key, child]) => entriesOf(child, [...path, key]))]
}
