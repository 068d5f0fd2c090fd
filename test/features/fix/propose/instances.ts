import { isRecord } from '../../../../src/core/model/record.ts'

/** Values at the edges of what schemas say: what they name, what is just beside it, lists of all lengths, objects with each part missing. */
export function instancesFor(schemas: unknown): readonly unknown[] {
  const named = [...scalarsIn(schemas)]
  const scalars = distinct([null, true, 0, 1.5, '', 'a', ...named, ...named.flatMap(besides)]).slice(0, 24)
  const few = scalars.slice(0, 9)
  const lists = [
    [],
    ...few.map((each) => [each]),
    ...few.flatMap((one) => [few[0], 'a', 1].map((each) => [one, each])),
  ]
  const keys = distinct([...keysIn(schemas), 'other']).slice(0, 4)
  const objects = [0, 1, 2].flatMap((shift) => partsOf(keys).map((part) => toObject(part, few, shift)))
  const inner = [...lists.slice(0, 6), ...objects.slice(0, 6)]
  const nested = [
    ...inner.map((each) => [each]),
    ...keys.flatMap((key) => inner.map((each) => ({ [key]: each }))),
  ]
  return distinct([...scalars, ...lists, ['a', 1, null], few, ...objects, ...nested])
}

function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

function* scalarsIn(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) yield value
  else for (const each of Object.values(value)) yield* scalarsIn(each)
}

function besides(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value - 1, value + 1, 'x'.repeat(Math.max(0, Math.min(value, 5)))]
  return typeof value === 'string' ? [`${value}x`, value.slice(1)] : []
}

function keysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = isRecord(value) && isRecord(value.properties) ? Object.keys(value.properties) : []
  return [...own, ...Object.values(value).flatMap(keysIn)]
}

/** All choices of some keys. */
function partsOf([key, ...others]: readonly string[]): readonly (readonly string[])[] {
  if (key === undefined) return [[]]
  return partsOf(others).flatMap((part) => [part, [key, ...part]])
}

function toObject(keys: readonly string[], values: readonly unknown[], shift: number) {
  return Object.fromEntries(keys.map((key, index) => [key, values[(index * 2 + shift * 3) % values.length]]))
}
