import { isRecord } from '../../core/model/record.ts'
import { printCount } from '../print.ts'
import type { Compiler, Keyword, KeywordTable, SchemaCheck } from './check.ts'
import { createErrors, valid } from './schema-error.ts'

/** The size of what a pair of keywords is for; undefined for an instance of another type. */
type SizeOf = (instance: unknown) => number | undefined

function createLimits(name: string, unit: string, sizeOf: SizeOf): KeywordTable {
  const keyword = (prefix: string, words: string, holds: (size: number, limit: number) => boolean) => {
    const made: Keyword = (value, _schema, compiler) => {
      const limit = readCount(value, compiler)
      return (instance) => {
        const size = sizeOf(instance)
        if (size === undefined || holds(size, limit)) return valid
        return createErrors(prefix + name, `must have ${words} ${printCount(limit, unit)}, but has ${size}`)
      }
    }
    return [prefix + name, made] as const
  }
  return [
    keyword('max', 'at most', (size, limit) => size <= limit),
    keyword('min', 'at least', (size, limit) => size >= limit),
  ]
}

/** Lengths are in code points, as the specification has it. */
function countCharacters(instance: string): number {
  let length = 0
  for (const _ of instance) length++
  return length
}

export const lengthKeywords = createLimits('Length', 'character', (instance) =>
  typeof instance === 'string' ? countCharacters(instance) : undefined,
)
export const itemsKeywords = createLimits('Items', 'item', (instance) =>
  Array.isArray(instance) ? instance.length : undefined,
)
export const propertiesKeywords = createLimits('Properties', 'key', (instance) =>
  isRecord(instance) ? Object.keys(instance).length : undefined,
)

/** A keyword's value as a count. Throws SchemaCompileError. */
export function readCount(value: unknown, compiler: Compiler): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
    ? value
    : compiler.refuse('must be a whole number from 0 up')
}

function checkNumber(
  keyword: string,
  holds: (instance: number) => boolean,
  requirement: string,
): SchemaCheck {
  return (instance) =>
    typeof instance !== 'number' || holds(instance)
      ? valid
      : createErrors(keyword, `must be ${requirement}, but is ${instance}`)
}

function readLimit(value: unknown, compiler: Compiler): number {
  return typeof value === 'number' ? value : compiler.refuse('must be a number')
}

interface NumberBound {
  readonly words: string
  readonly holds: (instance: number, limit: number) => boolean
}

const atMost: NumberBound = { words: 'at most', holds: (instance, limit) => instance <= limit }
const lessThan: NumberBound = { words: 'less than', holds: (instance, limit) => instance < limit }
const atLeast: NumberBound = { words: 'at least', holds: (instance, limit) => instance >= limit }
const moreThan: NumberBound = { words: 'more than', holds: (instance, limit) => instance > limit }

function checkNumberBound(
  keyword: string,
  value: unknown,
  { words, holds }: NumberBound,
  compiler: Compiler,
): SchemaCheck {
  const limit = readLimit(value, compiler)
  return checkNumber(keyword, (instance) => holds(instance, limit), `${words} ${limit}`)
}

/** Draft 4 wrote `exclusiveMaximum: true` beside the limit; later drafts made it a limit of its own. */
const maximum: Keyword = (value, schema, compiler) =>
  checkNumberBound('maximum', value, schema.exclusiveMaximum === true ? lessThan : atMost, compiler)

const minimum: Keyword = (value, schema, compiler) =>
  checkNumberBound('minimum', value, schema.exclusiveMinimum === true ? moreThan : atLeast, compiler)

const exclusiveMaximum: Keyword = (value, _schema, compiler) =>
  typeof value === 'boolean' ? undefined : checkNumberBound('exclusiveMaximum', value, lessThan, compiler)

const exclusiveMinimum: Keyword = (value, _schema, compiler) =>
  typeof value === 'boolean' ? undefined : checkNumberBound('exclusiveMinimum', value, moreThan, compiler)

const multipleOf: Keyword = (value, _schema, compiler) => {
  const step = readLimit(value, compiler)
  if (!(step > 0 && step < Infinity)) compiler.refuse('must be more than 0')
  return checkNumber('multipleOf', (instance) => isMultiple(instance, step), `a multiple of ${step}`)
}

/** Exact for the digits as they are written: 0.3 is a multiple of 0.1. */
function isMultiple(instance: number, step: number): boolean {
  if (Number.isSafeInteger(instance) && Number.isSafeInteger(step)) return instance % step === 0
  if (!Number.isFinite(instance)) return false
  const exponent = Math.min(findLastPlace(instance), findLastPlace(step))
  return toDigits(instance, exponent) % toDigits(step, exponent) === 0n
}

/** The power of ten of a number's last digit: -2 for 0.75, 1 for 2e1. */
function findLastPlace(value: number): number {
  const [, fraction = '', exponent = '0'] = /^[^.e]*\.?(\d*)(?:e(.+))?$/.exec(String(value)) ?? []
  return Number(exponent) - fraction.length
}

/** A number in units of a power of ten that is not above its last place. */
function toDigits(value: number, exponent: number): bigint {
  const written = String(value).replace(/e.+$/, '').replace('.', '')
  return BigInt(written) * 10n ** BigInt(findLastPlace(value) - exponent)
}

export const numberKeywords: KeywordTable = [
  ['maximum', maximum],
  ['minimum', minimum],
  ['exclusiveMaximum', exclusiveMaximum],
  ['exclusiveMinimum', exclusiveMinimum],
  ['multipleOf', multipleOf],
]
