import type { Compiler } from './check.ts'

/** A keyword's value as a count. Throws SchemaCompileError. */
export function countOf(value: unknown, compiler: Compiler): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
    ? value
    : compiler.refuse('must be a whole number from 0 up')
}
