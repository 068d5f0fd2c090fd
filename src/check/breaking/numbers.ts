import { isObject, isRecord } from '../../core/model/record.ts'

/** A number that JavaScript would round, as the text has it. */
interface WrittenNumber {
  readonly written: string
  readonly toString: () => string
}

export type AnyNumber = number | WrittenNumber

/** The digits of a number that may be rounded; undefined where the number is what is written. */
type FindDigits = (holder: object, key: string) => string | undefined

/** The value under a key of an object, with each rounded number in it replaced by what is written. */
export function withWritten(holder: object, key: string, find: FindDigits): unknown {
  const value: unknown = Reflect.get(holder, key)
  if (typeof value === 'number') return keepWritten(value, find(holder, key))
  if (!isObject(value) || isWritten(value)) return value
  const entries = Object.entries(value)
  const exact = entries.map(([name]) => [name, withWritten(value, name, find)] as const)
  if (exact.every(([, inner], index) => inner === entries[index]?.[1])) return value
  return Array.isArray(value) ? exact.map(([, inner]) => inner) : Object.fromEntries(exact)
}

function keepWritten(value: number, written: string | undefined): AnyNumber {
  if (written === undefined || isSameDecimal(written, String(value))) return value
  const plain = plainText(readDecimal(written))
  return { written: plain, toString: () => plain }
}

/** Equal for equal numbers. */
function plainText({ sign, digits, size }: Decimal): string {
  const minus = sign < 0 ? '-' : ''
  if (Math.abs(size) > longestPlain) return `${minus}0.${digits}e${size}`
  const whole = digits.slice(0, Math.max(size, 0)).padEnd(size, '0') || '0'
  const fraction = digits
    .slice(Math.max(size, 0))
    .padStart(digits.length - Math.min(size, digits.length), '0')
  return `${minus}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

const longestPlain = 50

export function isWritten(value: unknown): value is WrittenNumber {
  return isRecord(value) && typeof value.written === 'string' && Object.hasOwn(value, 'toString')
}

export function isNumber(value: unknown): value is AnyNumber {
  return typeof value === 'number' || isWritten(value)
}

export function isWhole({ written }: WrittenNumber): boolean {
  const { digits, size } = readDecimal(written)
  return digits.length <= size
}

/** Negative, 0 or positive, by all digits. */
export function compareNumbers(first: AnyNumber, second: AnyNumber): number {
  if (typeof first === 'number' && typeof second === 'number') return first === second ? 0 : first - second
  return compareDecimals(readDecimal(String(first)), readDecimal(String(second)))
}

/** JSON with the digits of numbers as they are written. Keys keep their order, unless they are sorted. */
export function renderJson(value: unknown, sort = false): string {
  if (isWritten(value)) return value.written
  if (Array.isArray(value)) return `[${value.map((each) => renderJson(each, sort)).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'undefined'
  const keys = sort ? Object.keys(value).sort() : Object.keys(value)
  return `{${keys.map((key) => `${JSON.stringify(key)}:${renderJson(value[key], sort)}`).join(',')}}`
}

interface Decimal {
  readonly sign: -1 | 0 | 1
  /** Without zeros around them; as a fraction behind the point, times ten to the power of `size`. */
  readonly digits: string
  readonly size: number
}

export function isDecimal(text: string): boolean {
  return decimal.test(text)
}

const decimal = /^([-+]?)(?=\.?\d)(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/

function isSameDecimal(first: string, second: string): boolean {
  return compareDecimals(readDecimal(first), readDecimal(second)) === 0
}

/** Reads what is not a decimal, such as Infinity, is compared by its sign alone. */
function readDecimal(text: string): Decimal {
  const [, minus, whole = '', fraction = '', exponent = '0'] = decimal.exec(text) ?? []
  const all = whole + fraction
  const digits = all.replace(/^0+/, '').replace(/0+$/, '')
  const size = whole.length + Number(exponent) - (/^0*/.exec(all)?.[0].length ?? 0)
  const sign = minus === '-' || text === '-Infinity' ? -1 : 1
  if (whole + fraction === '') return { sign, digits: '1', size: Number.POSITIVE_INFINITY }
  return digits === '' ? { sign: 0, digits, size: 0 } : { sign, digits, size }
}

function compareDecimals(first: Decimal, second: Decimal): number {
  if (first.sign !== second.sign) return first.sign - second.sign
  if (first.size !== second.size) return first.size < second.size ? -first.sign : first.sign
  if (first.digits === second.digits) return 0
  return first.digits < second.digits ? -first.sign : first.sign
}
