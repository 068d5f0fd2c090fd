import { array, assert, constantFrom, property, uniqueArray } from 'fast-check'
import { expect, it } from 'vitest'
import { runFunction } from './run-function.ts'

const get = { get: { responses: {} } }
const toPaths = (routes: readonly string[]) => Object.fromEntries(routes.map((route) => [route, get]))
const types = { i: 'integer', n: 'number', s: 'string', b: 'boolean' }

function listPairs(name: string, routes: readonly string[]): string[] {
  const parameters = Object.entries(types).map(([key, type]) => ({ name: key, in: 'path', schema: { type } }))
  const paths = Object.fromEntries(routes.map((route) => [route, { ...get, parameters }]))
  return runFunction(name, {}, undefined, { root: { paths } }).map(
    ({ message, path }) => `${/`(.*)`/.exec(message)?.[1]} ${path?.[1]}`,
  )
}

/** Whether one value fits two segments; `{x}` has no type. */
function canMeet(one: string, other: string): boolean {
  const [first, second] = [one, other].map((segment) => /^\{(.)\}$/.exec(segment)?.[1])
  const numeric = ['i', 'n']
  if (first === undefined && second === undefined) return one === other
  if (first === undefined) return canMeet(other, one)
  if (second !== undefined)
    return (
      first === 'x' ||
      second === 'x' ||
      first === second ||
      [first, second].every((each) => numeric.includes(each))
    )
  const holds = { i: /^\d+$/, n: /^[\d.]+$/, b: /^true$/, s: /^/, x: /^/ }
  return holds[first as keyof typeof holds].test(other)
}

function comparePair(earlier: string, later: string): 'alike' | 'more specific' | undefined {
  const [first, second] = [earlier.slice(1).split('/'), later.slice(1).split('/')]
  if (first.length !== second.length || !first.every((each, at) => canMeet(each, second[at] ?? '')))
    return undefined
  const difference = first.findIndex((each, at) => each.startsWith('{') !== second[at]?.startsWith('{'))
  if (difference === -1) return 'alike'
  return second[difference]?.startsWith('{') ? undefined : 'more specific'
}

const segment = constantFrom('a', '1', '2.5', 'true', '{x}', '{i}', '{n}', '{s}', '{b}')
const route = array(segment, { minLength: 1, maxLength: 3 }).map((segments) => `/${segments.join('/')}`)

it('finds the rivals that a comparison of each with each finds', () => {
  assert(
    property(uniqueArray(route, { minLength: 2, maxLength: 25 }), (routes) => {
      const rivals = (kind: string) =>
        routes.flatMap((later, at) =>
          routes
            .slice(0, at)
            .flatMap((earlier) => (comparePair(earlier, later) === kind ? `${earlier} ${later}` : [])),
        )
      expect(listPairs('noAmbiguousPaths', routes)).toEqual(rivals('alike'))
      expect(listPairs('pathsSpecificityOrder', routes)).toEqual(rivals('more specific'))
    }),
  )
})

/** Each with each would be 450 million pairs. */
it('does not compare each route with each', () => {
  const paths = toPaths(Array.from({ length: 30_000 }, (_, index) => `/a/{x}/b${index}`))
  for (const name of ['noAmbiguousPaths', 'pathsSpecificityOrder'])
    expect(runFunction(name, {}, undefined, { root: { paths } })).toEqual([])
})
