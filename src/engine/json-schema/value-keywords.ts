import { readMessage } from '../../core/model/system-error.ts'
import { compilePattern } from '../pattern.ts'
import { print, printList } from '../print.ts'
import type { Compiler, Keyword, KeywordTable } from './check.ts'
import { formats } from './formats.ts'
import { lengthKeywords } from './limit-keywords.ts'
import { alwaysSeen } from './run-node.ts'
import { failed, valid } from './schema-error.ts'
import { jsonEqual, readTypeSet, setOfTypes, types } from './values.ts'

/** The types a schema allows. OpenAPI's `nullable: true` adds null to them. Throws SchemaCompileError. */
export const type: Keyword = (value, schema, compiler) => {
  if (typeof value !== 'string' && !Array.isArray(value))
    return compiler.refuse('must be a type or a list of types')
  const allowed = [value].flat().map(String)
  const unknown = allowed.find((name) => !types.some((known) => known === name))
  if (unknown !== undefined) compiler.refuse(`"${unknown}" is not a type; use one of ${types.join(', ')}`)
  if (schema.nullable === true) allowed.push('null')
  const set = setOfTypes(allowed)
  return (instance) =>
    (readTypeSet(instance) & set) !== 0
      ? valid
      : failed('type', `must be of type ${allowed.join(' or ')}, but is ${print(instance)}`)
}

const reference: Keyword = (value, _schema, compiler) => {
  if (typeof value !== 'string') return compiler.refuse('must be a string')
  return alwaysSeen(compiler.reference(value))
}

const constant: Keyword = (value) => {
  return (instance) => (jsonEqual(instance, value) ? valid : failed('const', `must be ${print(value)}`))
}

const enumeration: Keyword = (value, _schema, compiler) => {
  const allowed: readonly unknown[] = Array.isArray(value) ? value : compiler.refuse('must be a list')
  return (instance) =>
    allowed.indexOf(instance) !== -1 || allowed.some((candidate) => jsonEqual(instance, candidate))
      ? valid
      : failed('enum', `must be one of ${printList(allowed)}, but is ${print(instance)}`)
}

/** The keywords that look at an instance of any type, but for the combinators. */
export const anyKeywords: KeywordTable = [
  ['$ref', reference],
  ['$dynamicRef', reference],
  ['$recursiveRef', reference],
  ['const', constant],
  ['enum', enumeration],
]

const pattern: Keyword = (value, _schema, compiler) => {
  if (typeof value !== 'string') compiler.refuse('must be a string')
  const expression = createPattern(String(value), compiler)
  return (instance) =>
    typeof instance !== 'string' || expression.test(instance)
      ? valid
      : failed('pattern', `must match ${value}`)
}

/** Without the `u` flag, as Spectral has ajv compile it. Throws SchemaCompileError. */
export function createPattern(source: string, compiler: Compiler): RegExp {
  try {
    return compilePattern(source)
  } catch (error) {
    return compiler.refuse(readMessage(error))
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
