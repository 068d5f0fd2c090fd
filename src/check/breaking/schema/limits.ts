import { isRecord } from '../../../core/model/record.ts'
import { type AnyNumber, compareNumbers, isNumber } from '../numbers.ts'

/** A keyword that bounds what is valid, and whether a greater value allows more. */
export interface Limit {
  readonly keyword: string
  readonly sign: 1 | -1
  /** The keyword for the same bound without the value itself, or with it. */
  readonly other?: string
}

export const limits: readonly Limit[] = [
  { keyword: 'maxLength', sign: 1 },
  { keyword: 'minLength', sign: -1 },
  { keyword: 'maxItems', sign: 1 },
  { keyword: 'minItems', sign: -1 },
  { keyword: 'maxProperties', sign: 1 },
  { keyword: 'minProperties', sign: -1 },
  { keyword: 'maxContains', sign: 1 },
  { keyword: 'minContains', sign: -1 },
  { keyword: 'maximum', sign: 1, other: 'exclusiveMaximum' },
  { keyword: 'exclusiveMaximum', sign: 1, other: 'maximum' },
  { keyword: 'minimum', sign: -1, other: 'exclusiveMinimum' },
  { keyword: 'exclusiveMinimum', sign: -1, other: 'minimum' },
]

/** The type of the values that a keyword bounds: others are valid. */
export function findBounded(keyword: string): string {
  if (/Length$/.test(keyword)) return 'string'
  if (/(?:Items|Contains)$/.test(keyword)) return 'array'
  return /Properties$/.test(keyword) ? 'object' : 'number'
}

/** Whether a value is not valid by a bound. */
export function isPast(value: unknown, { keyword, sign }: Limit, bound: AnyNumber): boolean {
  const size = measure(value, findBounded(keyword))
  const distance = size === undefined ? -1 : compareNumbers(size, bound) * sign
  return distance > 0 || (distance === 0 && keyword.startsWith('exclusive'))
}

function measure(value: unknown, type: string): AnyNumber | undefined {
  if (type === 'number') return isNumber(value) ? value : undefined
  if (type === 'string') return typeof value === 'string' ? [...value].length : undefined
  if (type === 'array') return Array.isArray(value) ? value.length : undefined
  return isRecord(value) && !isNumber(value) ? Object.keys(value).length : undefined
}

type LimitSchema = Readonly<Record<string, unknown>>

/** The bounds of all schemas together; without an entry, there is none. */
export function readLimits(schemas: readonly LimitSchema[]): ReadonlyMap<string, AnyNumber> {
  const found = new Map<string, AnyNumber>()
  for (const limit of limits) {
    const values = schemas.flatMap((schema) => readLimit(schema, limit) ?? [])
    const isImplied = schemas.some(
      ({ contains, minContains = 1 }) => contains !== undefined && minContains === 1,
    )
    if (limit.keyword === 'minContains' && values.length > 0 && isImplied) values.push(1)
    const [tightest] = values.sort((some, other) => compareNumbers(some, other) * limit.sign)
    if (tightest !== undefined) found.set(limit.keyword, tightest)
  }
  return found
}

/** Until 3.0, a bound became exclusive by a keyword next to it. How often something is contained is about what is beside it. */
function readLimit(schema: LimitSchema, { keyword, other = '' }: Limit): AnyNumber | undefined {
  if (/Contains$/.test(keyword) && schema.contains === undefined) return undefined
  const isExclusive = keyword.startsWith('exclusive')
  const isMarked = schema[isExclusive ? keyword : other] === true
  const value = schema[isMarked && isExclusive ? other : keyword]
  return isNumber(value) && (isExclusive || !isMarked) ? value : undefined
}

/** Whether the bound with or without the value itself says the same or more. */
export function isBoundCovered(
  known: ReadonlyMap<string, AnyNumber>,
  { keyword, sign, other = '' }: Limit,
  most: AnyNumber,
  areIntegers: boolean,
) {
  const value = known.get(other)
  if (value === undefined) return false
  if (keyword.startsWith('exclusive')) return compareNumbers(value, most) * sign < 0
  const isNextTo = areIntegers && typeof value === 'number'
  const next = sign > 0 ? Math.ceil(Number(value)) - 1 : Math.floor(Number(value)) + 1
  return compareNumbers(isNextTo ? next : value, most) * sign <= 0
}

/** The number of which every common multiple of the given ones is a multiple; 0 if there are none. */
export function joinMultiples(written: readonly unknown[]): AnyNumber {
  const factors = written.filter(isNumber).filter((each) => compareNumbers(each, 0) > 0)
  const [first = 0, ...others] = factors
  const isOne = others.every((each) => compareNumbers(each, first) === 0)
  return isOne ? first : factors.map((factor) => Number(String(factor))).reduce(common)
}

/** The least common multiple, also of fractions; the greater number where they are too fine to tell. */
function common(first: number, second: number): number {
  const scale = scales.find((power) => isWhole(first * power) && isWhole(second * power))
  if (scale === undefined) return Math.max(first, second)
  const [whole, factor] = [Math.round(first * scale), Math.round(second * scale)]
  return ((whole / divisor(whole, factor)) * factor) / scale
}

const scales = Array.from({ length: 10 }, (_, digits) => 10 ** digits)

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-9 && Math.round(value) > 0
}

function divisor(first: number, second: number): number {
  return second === 0 ? first : divisor(second, first % second)
}
