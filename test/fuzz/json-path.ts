/**
 * JSONPath against the plainest recursion over the same query, which is never text here. Both ways to run a query are
 * compared, alone and in one walk with others.
 */
import fc from 'fast-check'
import { isCarried, selectAll, walkAll } from '../engine/find-matches.ts'
import { oracle } from './oracle.ts'
import { value } from './values.ts'

interface Spot {
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/** A step as it is written, and where it leads from one spot. */
interface Step {
  readonly text: string
  readonly next: (spot: Spot) => readonly Spot[]
}

function childrenOf({ path, value: parent }: Spot): Spot[] {
  if (Array.isArray(parent))
    return parent.map((each: unknown, index) => ({ path: [...path, index], value: each }))
  if (typeof parent !== 'object' || parent === null) return []
  return Object.entries(parent).map(([key, each]) => ({ path: [...path, key], value: each }))
}

function withDescendants(spot: Spot): Spot[] {
  return [spot, ...childrenOf(spot).flatMap(withDescendants)]
}

/** Which children a selector takes, by key and number of siblings. */
interface Selector {
  readonly text: string
  readonly takes: (spot: Spot, siblings: unknown) => boolean
}

const keyOf = ({ path }: Spot) => path.at(-1)
const names = ['a', 'b', 'c', 'ab']
const members = fc.uniqueArray(fc.constantFrom(...names, '0', '1'), { minLength: 1, maxLength: 3 })
const bound = fc.option(fc.integer({ min: -3, max: 3 }), { nil: undefined })

const selector: fc.Arbitrary<Selector> = fc.oneof(
  fc.constant({ text: '[*]', takes: () => true }),
  members.map((member) => ({
    text: `[${member.map((name) => (/\d/.test(name) ? name : `'${name}'`)).join(',')}]`,
    takes: (spot: Spot) => member.includes(String(keyOf(spot))),
  })),
  fc
    .tuple(bound, bound, fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }))
    .map(([start, end, step]) => ({
      text: `[${start ?? ''}:${end ?? ''}${step === undefined ? '' : `:${step}`}]`,
      takes: (spot: Spot, siblings: unknown) =>
        Array.isArray(siblings) &&
        [...siblings.keys()]
          .slice(start, end)
          .filter((_, index) => index % (step ?? 1) === 0)
          .includes(Number(keyOf(spot))),
    })),
  fc.constantFrom(...names).map((name) => ({
    text: `[?(@property === '${name}')]`,
    takes: (spot: Spot) => keyOf(spot) === name,
  })),
  fc.tuple(fc.constantFrom(...names), fc.boolean()).map(([name, isNegated]) => ({
    text: `[?(${isNegated ? '!' : ''}(@ && @.${name}))]`,
    takes: ({ value: each }: Spot) => Boolean(childOf(each, name)) !== isNegated,
  })),
  fc.tuple(fc.constantFrom(...names), fc.integer({ min: -1, max: 3 })).map(([name, limit]) => ({
    text: `[?(@ && @.${name} > ${limit} && typeof @.${name} === 'number')]`,
    takes: ({ value: each }: Spot) => {
      const child = childOf(each, name)
      return typeof child === 'number' && child > limit
    },
  })),
)

function childOf(parent: unknown, name: string): unknown {
  const isObject = typeof parent === 'object' && parent !== null && Object.hasOwn(parent, name)
  return isObject ? Object.entries(parent).find(([key]) => key === name)?.[1] : undefined
}

const taken = ({ takes }: Selector, spot: Spot) =>
  childrenOf(spot).filter((child) => takes(child, spot.value))

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: selector.map((each) => ({ text: each.text, next: (spot: Spot) => taken(each, spot) })),
  },
  {
    weight: 2,
    arbitrary: selector
      // `..*` before another step has a meaning of its own: src/engine/jsonpath/query.ts.
      .filter(({ text }) => text !== '[*]')
      .map((each) => ({
        text: `..${each.text}`,
        next: (spot: Spot) => withDescendants(spot).flatMap((below) => taken(each, below)),
      })),
  },
)
interface Query {
  readonly steps: readonly Step[]
  readonly up: number
  readonly isKey: boolean
}
const steps = fc.array(step, { minLength: 1, maxLength: 4 })
const query = fc.record<Query>({ steps, up: fc.nat(1), isKey: fc.boolean() })
const cases = fc.record({
  document: fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, noNullPrototype: true }),
  queries: fc.array(query, { minLength: 1, maxLength: 4 }),
})

function textOf({ steps, up, isKey }: Query): string {
  return `$${steps.map(({ text }) => text).join('')}${'^'.repeat(up)}${isKey ? '~' : ''}`
}

function expected({ steps, up, isKey }: Query, root: unknown): string[] {
  let spots: readonly Spot[] = [{ path: [], value: root }]
  for (const { next } of steps) spots = spots.flatMap(next)
  if (up === 1) spots = spots.map(({ path }) => spotAt(root, path.slice(0, -1)))
  if (isKey) spots = spots.map(({ path }) => ({ path, value: path.at(-1) ?? null }))
  return unique(spots.map(({ path, value: each }) => `${path.join('|')} = ${JSON.stringify(each)}`))
}

function spotAt(root: unknown, path: Spot['path']): Spot {
  return path.reduce<Spot>((spot, key) => childrenOf(spot).find((child) => keyOf(child) === key) ?? spot, {
    path: [],
    value: root,
  })
}

const unique = (found: readonly string[]) => [...new Set(found)].toSorted()

export const run = oracle(cases, ({ document, queries }) => {
  const texts = queries.map(textOf)
  const carried = texts.filter(isCarried)
  const walked = new Map(walkAll(carried, document).map((found, index) => [carried[index], found]))
  return queries.map((each) => {
    const text = textOf(each)
    const wanted = expected(each, document)
    for (const found of [selectAll(text, document), walked.get(text)]) {
      if (found !== undefined && JSON.stringify(unique(found)) !== JSON.stringify(wanted))
        throw new Error(`${text} in ${JSON.stringify(document)}: ${unique(found)}; not ${wanted}`)
    }
    return wanted.length === 0 ? 'nothing found' : walked.has(text) ? 'found, carried' : 'found, alone'
  })
})
