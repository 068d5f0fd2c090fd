import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPlaces } from '../../../src/core/document/document.ts'
import { readJsonTree } from '../../../src/core/document/json.ts'
import type { Path } from '../../../src/core/model/location.ts'
import { effort } from '../../effort.ts'

const text = fc.tuple(
  fc.json({ maxDepth: 5 }).map((json): unknown => JSON.parse(json)),
  fc.constantFrom(undefined, 1, '\t', ' \n\r\t'),
  fc.constantFrom('', ' \n'),
)

it('finds every scalar of any JSON where it stands, and every collection around its last value', () => {
  fc.assert(
    fc.property(text, ([value, indent, above]) => {
      const written = above + JSON.stringify(value, null, indent)
      const place = createPlaces(readJsonTree(written))
      for (const [path, found] of entriesOf(value)) {
        const { start, end } = place(path)
        const children = typeof found === 'object' && found !== null ? entriesOf(found) : []
        const [last] = children.at(-1) ?? [[]]
        if (children.length > 1) expect(end).toBe(place([...path, ...last]).end)
        else expect(JSON.parse(written.slice(start, end))).toEqual(found)
      }
    }),
    { numRuns: 400 * effort },
  )
})

it.each<[string, number]>([
  ['{"a": {"b": 1, "b": 2}, "c": [{"d": "e\\"f\\\\"}]}', 5],
  ['[[],{},""]', 0],
  ['"{"', 0],
])('counts the keys of %s', (written, keyCount) => {
  expect(readJsonTree(written).keyCount).toBe(keyCount)
})

it('takes a key that YAML merges for a name, and needs no stack', () => {
  expect(createPlaces(readJsonTree('{"<<": {"a": 1}, "\\u0062": 2}'))(['<<', 'a'])).toEqual({
    start: 13,
    end: 14,
    key: { start: 8, end: 11 },
  })
  expect(createPlaces(readJsonTree('{"<<": {"a": 1}, "\\u0062": 2}'))(['b']).start).toBe(27)
  const deep = '['.repeat(50_000) + ']'.repeat(50_000)
  expect(createPlaces(readJsonTree(deep))([])).toEqual({ start: 0, end: 50_001 })
})

/** Every value with its path, in the order of the text. */
function entriesOf(value: unknown, path: Path = []): [Path, unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [[path, value], ...children.flatMap(([key, child]) => entriesOf(child, [...path, key]))]
}
