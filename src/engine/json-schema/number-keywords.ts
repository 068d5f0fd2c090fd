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
  if (step <= 0) compiler.refuse('must be more than 0')
  return numeric('multipleOf', (instance) => isMultiple(instance, step), `a multiple of ${step}`)
}

/** Division in floating point leaves 0.3 / 0.1 beside 3: a quotient that near to a whole number is one. */
function isMultiple(instance: number, step: number): boolean {
  const quotient = instance / step
  const nearest = Math.round(quotient)
  return quotient === nearest || Math.abs(quotient - nearest) <= Number.EPSILON * Math.abs(nearest)
}

export const numberKeywords: KeywordTable = [
  ['maximum', maximum],
  ['minimum', minimum],
  ['exclusiveMaximum', exclusiveMaximum],
  ['exclusiveMinimum', exclusiveMinimum],
  ['multipleOf', multipleOf],
]
