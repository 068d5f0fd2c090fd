import { isRecord } from '../../model/record.ts'
import { printCount } from '../print.ts'
import type { Compiler, Keyword, KeywordTable } from './check.ts'
import { failed, valid } from './schema-error.ts'

/** The size of what a pair of keywords is for; undefined for an instance of another type. */
type SizeOf = (instance: unknown) => number | undefined

function limits(name: string, unit: string, sizeOf: SizeOf): KeywordTable {
  const keyword = (prefix: string, words: string, holds: (size: number, limit: number) => boolean) => {
    const made: Keyword = (value, _schema, compiler) => {
      const limit = countOf(value, compiler)
      return (instance) => {
        const size = sizeOf(instance)
        if (size === undefined || holds(size, limit)) return valid
        return failed(prefix + name, `must have ${words} ${printCount(limit, unit)}, but has ${size}`)
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
function lengthIn(instance: string): number {
  let length = 0
  for (const _ of instance) length++
  return length
}

export const lengthKeywords = limits('Length', 'character', (instance) =>
  typeof instance === 'string' ? lengthIn(instance) : undefined,
)
export const itemsKeywords = limits('Items', 'item', (instance) =>
  Array.isArray(instance) ? instance.length : undefined,
)
export const propertiesKeywords = limits('Properties', 'key', (instance) =>
  isRecord(instance) ? Object.keys(instance).length : undefined,
)

/** A keyword's value as a count. Throws SchemaCompileError. */
export function countOf(value: unknown, compiler: Compiler): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
    ? value
    : compiler.refuse('must be a whole number from 0 up')
}
