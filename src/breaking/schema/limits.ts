/** A keyword that bounds what is valid, and whether a greater value allows more. */
export interface Limit {
  readonly keyword: string
  readonly sign: 1 | -1
  /** The same bound, without the value itself or with it. */
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

type Schema = Readonly<Record<string, unknown>>

/** The bounds of all schemas together; without an entry, there is none. */
export function limitsOf(schemas: readonly Schema[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const limit of limits) {
    const values = schemas.flatMap((schema) => limitOf(schema, limit) ?? [])
    if (values.length > 0) found.set(limit.keyword, Math[limit.sign === 1 ? 'min' : 'max'](...values))
  }
  return found
}

/** Until 3.0, a bound became exclusive by a keyword next to it. */
function limitOf(schema: Schema, { keyword, other = '' }: Limit): number | undefined {
  const isExclusive = keyword.startsWith('exclusive')
  const isMarked = schema[isExclusive ? keyword : other] === true
  const value = schema[isMarked && isExclusive ? other : keyword]
  return typeof value === 'number' && (isExclusive || !isMarked) ? value : undefined
}

/** Whether the bound with or without the value itself says the same or more. */
export function isCovered(
  known: ReadonlyMap<string, number>,
  { keyword, sign, other = '' }: Limit,
  most: number,
) {
  const value = known.get(other)
  if (value === undefined) return false
  return keyword.startsWith('exclusive') ? value * sign < most : value * sign <= most
}

/** What all values are a multiple of that are one of each of some numbers; 0 if there are none. */
export function multipleOf(written: readonly unknown[]): number {
  const factors = written.filter((each) => typeof each === 'number').filter((each) => each > 0)
  return factors.reduce((some, other) => (some === 0 ? other : common(some, other)), 0)
}

/** The least common multiple, also of fractions; the greater number where they are too fine to tell. */
function common(some: number, other: number): number {
  const scale = scales.find((each) => [some, other].every((factor) => isWhole(factor * each)))
  if (scale === undefined) return Math.max(some, other)
  const [first, second] = [Math.round(some * scale), Math.round(other * scale)]
  return ((first / divisor(first, second)) * second) / scale
}

const scales = Array.from({ length: 10 }, (_, digits) => 10 ** digits)

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-9 && Math.round(value) > 0
}

function divisor(some: number, other: number): number {
  return other === 0 ? some : divisor(other, some % other)
}
