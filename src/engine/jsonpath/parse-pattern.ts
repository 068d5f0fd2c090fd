import { compilePattern as compile } from '../pattern.ts'
import { type Cursor, fail, read } from './cursor.ts'
import type { Expression } from './query.ts'

/** A pattern between slashes, which comes next. */
export function parseRegex(cursor: Cursor): Expression {
  const start = cursor.at
  const literal = read(cursor, /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y)
  if (literal === undefined) return fail(cursor, 'the pattern is not closed', start)
  const end = literal.lastIndexOf('/')
  return {
    kind: 'regex',
    pattern: compilePattern(cursor, literal.slice(1, end), literal.slice(end + 1), start),
  }
}

function compilePattern(cursor: Cursor, source: string, flags: string, start: number): RegExp {
  try {
    return compile(source, flags)
  } catch {
    return fail(cursor, `/${source}/${flags} is not a regular expression`, start)
  }
}

/** The pattern that an expression spells, as `/.../` or as a string; nothing else is taken for one. */
export function toPattern(cursor: Cursor, expression: Expression, start: number): RegExp {
  if (expression.kind === 'regex') return expression.pattern
  if (expression.kind === 'literal' && typeof expression.value === 'string') {
    return compilePattern(cursor, expression.value, '', start)
  }
  return fail(cursor, 'a pattern must be a literal: /.../ or a string', start)
}
