import type { Check, Compiler, Keyword, KeywordTable } from './check.ts'
import { failed, valid } from './schema-error.ts'

function numeric(keyword: string, holds: (instance: number) => boolean, requirement: string): Check {
  return (instance) =>
    typeof instance !== 'number' || holds(instance)
      ? valid
      : failed(keyword, `must be ${requirement}, but is ${instance}`)
}

function limitOf(value: unknown, compiler: Compiler): number {
  return typeof value === 'number' ? value : compiler.refuse('must be a number')
}

/** Draft 4 wrote `exclusiveMaximum: true` beside the limit; later drafts made it a limit of its own. */
const maximum: Keyword = (value, schema, compiler) => {
  const limit = limitOf(value, compiler)
  return schema.exclusiveMaximum === true
    ? numeric('maximum', (instance) => instance < limit, `less than ${limit}`)
    : numeric('maximum', (instance) => instance <= limit, `at most ${limit}`)
}

const minimum: Keyword = (value, schema, compiler) => {
  const limit = limitOf(value, compiler)
  return schema.exclusiveMinimum === true
    ? numeric('minimum', (instance) => instance > limit, `more than ${limit}`)
    : numeric('minimum', (instance) => instance >= limit, `at least ${limit}`)
}

const exclusiveMaximum: Keyword = (value, _schema, compiler) => {
  if (typeof value === 'boolean') return undefined
  const limit = limitOf(value, compiler)
  return numeric('exclusiveMaximum', (instance) => instance < limit, `less than ${limit}`)
}

const exclusiveMinimum: Keyword = (value, _schema, compiler) => {
  if (typeof value === 'boolean') return undefined
  const limit = limitOf(value, compiler)
  return numeric('exclusiveMinimum', (instance) => instance > limit, `more than ${limit}`)
}

const multipleOf: Keyword = (value, _schema, compiler) => {
  const step = limitOf(value, compiler)
  if (!(step > 0 && step < Infinity)) compiler.refuse('must be more than 0')
  return numeric('multipleOf', (instance) => isMultiple(instance, step), `a multiple of ${step}`)
}

/** Exact for the digits as they are written: 0.3 is a multiple of 0.1. */
function isMultiple(instance: number, step: number): boolean {
  if (Number.isSafeInteger(instance) && Number.isSafeInteger(step)) return instance % step === 0
  if (!Number.isFinite(instance)) return false
  const exponent = Math.min(lastPlace(instance), lastPlace(step))
  return digits(instance, exponent) % digits(step, exponent) === 0n
}

/** The power of ten of a number's last digit: -2 for 0.75, 1 for 2e1. */
function lastPlace(value: number): number {
  const [, fraction = '', exponent = '0'] = /^[^.e]*\.?(\d*)(?:e(.+))?$/.exec(String(value)) ?? []
  return Number(exponent) - fraction.length
}

/** A number in units of a power of ten that is not above its last place. */
function digits(value: number, exponent: number): bigint {
  const written = String(value).replace(/e.+$/, '').replace('.', '')
  return BigInt(written) * 10n ** BigInt(lastPlace(value) - exponent)
}

export const numberKeywords: KeywordTable = [
  ['maximum', maximum],
  ['minimum', minimum],
  ['exclusiveMaximum', exclusiveMaximum],
  ['exclusiveMinimum', exclusiveMinimum],
  ['multipleOf', multipleOf],
]
