/**
 * The core functions against the plainest predicate of what the documentation of Spectral says of each. `json-schema.ts`
 * stands for the function `schema`.
 */
import fc from 'fast-check'
import { runFunction } from '../engine/functions/run-function.ts'
import { oracle } from './oracle.ts'
import { plainValue, value } from './values.ts'

interface Case {
  readonly name: string
  readonly target: unknown
  readonly options?: unknown
  readonly holds: boolean
}

const isObject = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
const keysAmong = (given: object, names: readonly string[]) => names.filter((name) => name in given).length
const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'ab'), { minLength: 2, maxLength: 3 })
const limit = fc.integer({ min: -1, max: 4 })

function sizeOf(given: unknown): number | undefined {
  if (typeof given === 'number') return given
  if (typeof given === 'string' || Array.isArray(given)) return given.length
  return isObject(given) ? Object.keys(given).length : undefined
}

const words = fc
  .array(fc.constantFrom('a', 'b', 'A', 'B', '1', '-', '_', '.'), { maxLength: 6 })
  .map((letters) => letters.join(''))

/** Without digits first, and without two capitals in a row in `camel` and `pascal`, for which see casing.test.ts. */
const casings: Readonly<Record<string, (text: string) => boolean>> = {
  flat: (text) => text === text.toLowerCase() && !/[-_.]/.test(text),
  kebab: (text) => text === text.toLowerCase() && !/[_.]/.test(text) && !text.split('-').includes(''),
  snake: (text) => text === text.toLowerCase() && !/[-.]/.test(text) && !text.split('_').includes(''),
  cobol: (text) => text === text.toUpperCase() && !/[_.]/.test(text) && !text.split('-').includes(''),
  macro: (text) => text === text.toUpperCase() && !/[-.]/.test(text) && !text.split('_').includes(''),
}
const startsRight = (text: string) => /^[a-zA-Z]/.test(text)

const cases = fc.oneof(
  fc.constantFrom('truthy', 'falsy', 'defined', 'undefined').chain((name) =>
    fc.option(value, { nil: undefined }).map((target): Case => {
      const isThere = name === 'defined' || name === 'undefined' ? target !== undefined : Boolean(target)
      return { name, target, holds: isThere === (name === 'truthy' || name === 'defined') }
    }),
  ),
  fc.tuple(value, names).map(([target, properties]): Case => {
    return {
      name: 'xor',
      target,
      options: { properties },
      holds: !isObject(target) || keysAmong(target, properties) === 1,
    }
  }),
  fc.tuple(value, names).map(([target, properties]): Case => {
    return {
      name: 'or',
      target,
      options: { properties },
      holds: !isObject(target) || keysAmong(target, properties) > 0,
    }
  }),
  fc.tuple(value, limit, limit).map(([target, min, max]): Case => {
    const size = sizeOf(target)
    return {
      name: 'length',
      target,
      options: { min, max },
      holds: size === undefined || (size >= min && size <= max),
    }
  }),
  fc.tuple(value, fc.array(plainValue, { minLength: 1, maxLength: 4 })).map(([target, values]): Case => {
    const isScalar = typeof target !== 'object' || target === null
    return {
      name: 'enumeration',
      target,
      options: { values },
      holds: !isScalar || values.some((each) => each === target),
    }
  }),
  fc
    .tuple(value, fc.constantFrom('a', 'b', '1'), fc.constantFrom('a', 'b', '1'))
    .map(([target, match, notMatch]): Case => {
      const holds = typeof target !== 'string' || (target.includes(match) && !target.includes(notMatch))
      return { name: 'pattern', target, options: { match, notMatch }, holds }
    }),
  fc
    .tuple(words, fc.constantFrom(...Object.keys(casings)), fc.boolean())
    .map(([target, type, disallowDigits]): Case => {
      const isWritten =
        startsRight(target) && casings[type]?.(target) === true && !(disallowDigits && /\d/.test(target))
      return { name: 'casing', target, options: { type, disallowDigits }, holds: target === '' || isWritten }
    }),
  fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 4 }).map((target): Case => {
    return {
      name: 'alphabetical',
      target,
      holds: JSON.stringify(target) === JSON.stringify(target.toSorted()),
    }
  }),
  fc.array(limit, { maxLength: 4 }).map((ids): Case => {
    const sorted = ids.toSorted((a, b) => a - b)
    const target = ids.map((id) => ({ id }))
    const holds = JSON.stringify(ids) === JSON.stringify(sorted)
    return { name: 'alphabetical', target, options: { keyedBy: 'id' }, holds }
  }),
  fc
    .tuple(fc.constantFrom('string', 'integer', 'number', 'boolean'), fc.array(plainValue, { maxLength: 3 }))
    .map(([type, values]): Case => {
      const isOf = (given: unknown) => (type === 'integer' ? Number.isInteger(given) : typeof given === type)
      return { name: 'typedEnum', target: { type, enum: values }, holds: values.every(isOf) }
    }),
)

export const run = oracle(cases, ({ name, target, options, holds }) => {
  if ((runFunction(name, target, options).length === 0) !== holds)
    throw new Error(
      `${name} ${JSON.stringify(options)} must ${holds ? 'hold' : 'fail'} for ${JSON.stringify(target)}`,
    )
  return `${name} ${holds ? 'holds' : 'fails'}`
})
