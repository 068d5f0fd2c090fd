import { compilePattern as compile } from '../pattern.ts'
import type { Expression } from './query.ts'

/** Text that is not a JSONPath: why, and the 0-based offset at which reading stopped. */
export class JsonPathError extends Error {
  readonly reason: string
  readonly offset: number

  constructor(reason: string, offset: number) {
    super(`${reason} (at character ${offset + 1})`)
    this.name = 'JsonPathError'
    this.reason = reason
    this.offset = offset
  }
}

/** A place in an expression's text, moved forward by those who read it. */
export interface ExpressionCursor {
  readonly text: string
  at: number
  /** How many expressions the one being read is inside of. */
  depth: number
}

export function isAtEnd(cursor: ExpressionCursor): boolean {
  return cursor.at >= cursor.text.length
}

export function skipWhitespace(cursor: ExpressionCursor): void {
  while (/\s/.test(cursor.text.charAt(cursor.at))) cursor.at++
}

export function startsWithToken(cursor: ExpressionCursor, token: string): boolean {
  return cursor.text.startsWith(token, cursor.at)
}

/** Moves over `token` if it comes next. */
export function accept(cursor: ExpressionCursor, token: string): boolean {
  if (!startsWithToken(cursor, token)) return false
  cursor.at += token.length
  return true
}

/** Moves over `token`, which must come next after any spaces. */
export function expect(cursor: ExpressionCursor, token: string): void {
  skipWhitespace(cursor)
  if (!accept(cursor, token)) fail(cursor, `${token} expected, not ${showNext(cursor)}`)
}

/** Moves over what a sticky expression finds here, and gives it. */
export function read(cursor: ExpressionCursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at
  const [found] = pattern.exec(cursor.text) ?? []
  if (found === undefined) return undefined
  cursor.at += found.length
  return found
}

export function fail(cursor: ExpressionCursor, reason: string, at = cursor.at): never {
  throw new JsonPathError(reason, at)
}

export function showNext(cursor: ExpressionCursor): string {
  return isAtEnd(cursor) ? 'the end' : cursor.text.charAt(cursor.at)
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** A string in either kind of quotes, which comes next. */
export function readStringLiteral(cursor: ExpressionCursor): string {
  const start = cursor.at
  const quote = cursor.text.charAt(cursor.at++)
  let value = ''
  while (!isAtEnd(cursor)) {
    const next = cursor.text.charAt(cursor.at++)
    if (next === quote) return value
    value += next === '\\' ? readEscape(cursor) : next
  }
  return fail(cursor, 'the string is not closed', start)
}

function readEscape(cursor: ExpressionCursor): string {
  const unicode = read(cursor, /u[0-9a-fA-F]{4}/y)
  if (unicode) return String.fromCharCode(Number.parseInt(unicode.slice(1), 16))
  const escaped = cursor.text.charAt(cursor.at++)
  return escapes[escaped] ?? escaped
}

/** A pattern between slashes, which comes next. */
export function parseRegex(cursor: ExpressionCursor): Expression {
  const start = cursor.at
  const literal = read(cursor, /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y)
  if (literal === undefined) return fail(cursor, 'the pattern is not closed', start)
  const end = literal.lastIndexOf('/')
  return {
    kind: 'regex',
    pattern: compilePattern(cursor, literal.slice(1, end), literal.slice(end + 1), start),
  }
}

function compilePattern(cursor: ExpressionCursor, source: string, flags: string, start: number): RegExp {
  try {
    return compile(source, flags)
  } catch {
    return fail(cursor, `/${source}/${flags} is not a regular expression`, start)
  }
}

/** The pattern that an expression spells, as `/.../` or as a string; nothing else is taken for one. */
export function toPattern(cursor: ExpressionCursor, expression: Expression, start: number): RegExp {
  if (expression.kind === 'regex') return expression.pattern
  if (expression.kind === 'literal' && typeof expression.value === 'string') {
    return compilePattern(cursor, expression.value, '', start)
  }
  return fail(cursor, 'a pattern must be a literal: /.../ or a string', start)
}
