import { messageOf } from '../../model/system-error.ts'
import { compilePattern } from '../pattern.ts'
import type { Compiler, Keyword, KeywordTable } from './check.ts'
import { formats } from './formats.ts'
import { lengthKeywords } from './limit-keywords.ts'
import { failed, valid } from './schema-error.ts'

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

export const stringKeywords: KeywordTable = [...lengthKeywords, ['pattern', pattern], ['format', format]]
