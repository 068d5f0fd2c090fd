import { messageOf } from '../../model/system-error.ts'
import { compilePattern } from '../pattern.ts'
import { printCount } from '../print.ts'
import type { Compiler, Keyword, KeywordTable } from './check.ts'
import { countOf } from './count-of.ts'
import { formats } from './formats.ts'
import { failed, valid } from './schema-error.ts'

/** Lengths are in code points, as the specification has it. */
function lengthIn(instance: string): number {
  let length = 0
  for (const _ of instance) length++
  return length
}

const maxLength: Keyword = (value, _schema, compiler) => {
  const limit = countOf(value, compiler)
  return (instance) =>
    typeof instance !== 'string' || instance.length <= limit || lengthIn(instance) <= limit
      ? valid
      : failed(
          'maxLength',
          `must have at most ${printCount(limit, 'character')}, but has ${lengthIn(instance)}`,
        )
}

const minLength: Keyword = (value, _schema, compiler) => {
  const limit = countOf(value, compiler)
  return (instance) =>
    typeof instance !== 'string' || lengthIn(instance) >= limit
      ? valid
      : failed(
          'minLength',
          `must have at least ${printCount(limit, 'character')}, but has ${lengthIn(instance)}`,
        )
}

const pattern: Keyword = (value, _schema, compiler) => {
  if (typeof value !== 'string') compiler.refuse('must be a string')
  const expression = patternOf(String(value), compiler)
  return (instance) =>
    typeof instance !== 'string' || expression.test(instance)
      ? valid
      : failed('pattern', `must match ${value}`)
}

/** Without the `u` flag, as Spectral has ajv compile it. Throws SchemaCompileError. */
export function patternOf(source: string, compiler: Compiler): RegExp {
  try {
    return compilePattern(source)
  } catch (error) {
    return compiler.refuse(messageOf(error))
  }
}

/** A format that is not known asks for nothing: the specification calls them annotations. */
const format: Keyword = (value, _schema, compiler) => {
  if (typeof value !== 'string') compiler.refuse('must be a string')
  const holds = formats.get(String(value))
  return (
    holds && ((instance) => (holds(instance) ? valid : failed('format', `must be in the format "${value}"`)))
  )
}

export const stringKeywords: KeywordTable = [
  ['maxLength', maxLength],
  ['minLength', minLength],
  ['pattern', pattern],
  ['format', format],
]
