import {
  accept,
  type ExpressionCursor,
  expect,
  fail,
  isAtEnd,
  read,
  readStringLiteral,
  showNext,
  skipWhitespace,
  startsWithToken,
} from './cursor.ts'
import { parseExpression } from './parse-expression.ts'
import type { Query, QueryStep, StepSelector } from './query.ts'

export { JsonPathError } from './cursor.ts'

/** Several times the longest in use; what is built from an expression is as deep as that is long. */
const maxLength = 5000

/**
 * Reads a JSONPath expression in the dialect that Spectral rulesets are written in: Goessner's, with `^`, `~` and the
 * `@` words of jsonpath-plus. A name after a dot may hold anything but `.`, `[`, `^` and `~`, as in `$.paths./users`;
 * a comma parts two names.
 * Throws JsonPathError.
 */
export function parseJsonPath(text: string): Query {
  // Spectral reads the first as the second.
  const written = text.trimEnd().replaceAll('[*~]', '[*]~')
  const cursor: ExpressionCursor = { text: written, at: 0, depth: 0 }
  if (text.length > maxLength)
    fail(cursor, `the expression is longer than ${maxLength} characters`, maxLength)
  skipWhitespace(cursor)
  if (!accept(cursor, '$')) fail(cursor, 'a JSONPath starts with $')
  const steps: QueryStep[] = []
  while (!isAtEnd(cursor) && !isLastDot(cursor)) steps.push(parseStep(cursor))
  return { text, steps: cutAfterKey(steps) }
}

/** Steps after a `~` are ignored, as in Spectral: a key has no children. */
function cutAfterKey(steps: readonly QueryStep[]): readonly QueryStep[] {
  const key = steps.findIndex(({ kind }) => kind === 'key')
  return key === -1 ? steps : steps.slice(0, key + 1)
}

/** A dot at the end says nothing, as Spectral has it. */
function isLastDot({ text, at }: ExpressionCursor): boolean {
  return text.charAt(at) === '.' && at === text.length - 1
}

function parseStep(cursor: ExpressionCursor): QueryStep {
  if (accept(cursor, '^')) return { kind: 'parent' }
  if (accept(cursor, '~')) return { kind: 'key' }
  if (read(cursor, /\.{2,}/y) !== undefined) {
    if (isAtEnd(cursor) || startsWithToken(cursor, '^') || startsWithToken(cursor, '~'))
      return { kind: 'containers' }
    return { kind: 'child', deep: true, selector: parseSelector(cursor) }
  }
  // Spectral reads `.~` as `..~`, `.[` as `..[`, and `[[` too.
  if (startsWithToken(cursor, '.~')) {
    cursor.at++
    return { kind: 'containers' }
  }
  if (startsWithToken(cursor, '[[')) return { kind: 'child', deep: true, selector: parseSelector(cursor) }
  if (startsWithToken(cursor, '.['))
    return { kind: 'child', deep: accept(cursor, '.'), selector: parseSelector(cursor) }
  if (!accept(cursor, '.') && !startsWithToken(cursor, '[')) {
    const dot = /^\$\w/.test(cursor.text) && cursor.at === 1 ? '; put a dot after $' : ''
    fail(cursor, `., .., [, ^ or ~ expected, not ${showNext(cursor)}${dot}`)
  }
  return { kind: 'child', deep: false, selector: parseSelector(cursor) }
}

function parseSelector(cursor: ExpressionCursor): StepSelector {
  if (accept(cursor, '[')) return parseBracket(cursor)
  const shorthand = read(cursor, /@[a-z]+\(\s*\)/y)
  if (shorthand)
    return { kind: 'filter', test: parseExpression({ text: shorthand, at: 0, depth: 0 }), text: shorthand }
  const name = read(cursor, /[^.[^~]+/y)
  if (name === undefined) return fail(cursor, `a name, * or [ expected, not ${showNext(cursor)}`)
  const members = name.includes(',') && !/^'[^']+'$/.test(name) ? splitNames(name) : [name]
  if (members.includes('*')) return { kind: 'wildcard' }
  return { kind: 'members', members: members.map((member) => /^'(.+)'$/.exec(member)?.[1] ?? member) }
}

/** Spectral reads `.get,post` as `[get,post]`. */
function splitNames(text: string): string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return names.length > 0 ? names : [text]
}

/** Rulesets in the wild have brackets too many, `[[schema]]` or `[x]]`, which Spectral passes over. */
function parseBracket(cursor: ExpressionCursor): StepSelector {
  read(cursor, /[[\s]+/y)
  const selector = accept(cursor, '?') ? parseFilter(cursor) : parsePlain(cursor)
  read(cursor, /\]+/y)
  return selector
}

function parsePlain(cursor: ExpressionCursor): StepSelector {
  const selector = parseScript(cursor) ?? parseSlice(cursor) ?? parseMembers(cursor)
  expect(cursor, ']')
  return selector
}

/**
 * The text between a filter and the next step, as in `[?(@.a)]get`, says nothing: Spectral passes
 * over it, too.
 */
function parseFilter(cursor: ExpressionCursor): StepSelector {
  const start = cursor.at
  const test = parseExpression(cursor)
  const text = cursor.text.slice(start, cursor.at)
  expect(cursor, ']')
  read(cursor, /[^.[\]^~]+/y)
  return { kind: 'filter', test, text }
}

/** `(@.length-1)` and its like: an index that counts from the end. */
function parseScript(cursor: ExpressionCursor): StepSelector | undefined {
  if (!startsWithToken(cursor, '(')) return undefined
  const script = read(cursor, /\(\s*@\s*(?:\.\s*length|\[\s*["']length["']\s*\])\s*-\s*\d+\s*\)/y)
  if (script === undefined)
    return fail(cursor, 'in parentheses, only scripts such as (@.length-1) are supported')
  const back = Number(/\d+(?=\s*\)$)/.exec(script)?.[0])
  return { kind: 'slice', start: -back, end: back === 1 ? undefined : 1 - back, step: 1 }
}

function parseSlice(cursor: ExpressionCursor): StepSelector | undefined {
  const start = cursor.at
  const slice = read(cursor, /(-?\d+)?\s*:\s*(-?\d+)?(?:\s*:\s*(-?\d+)?)?(?=\s*\])/y)
  if (slice === undefined) return undefined
  const [from, to, by] = slice.split(':').map((part) => (part.trim() === '' ? undefined : Number(part)))
  if (by !== undefined && by < 1) return fail(cursor, 'the step of a slice must be at least 1', start)
  return { kind: 'slice', start: from ?? 0, end: to, step: by ?? 1 }
}

function parseMembers(cursor: ExpressionCursor): StepSelector {
  const members: (string | number)[] = []
  do {
    skipWhitespace(cursor)
    if (accept(cursor, '*')) {
      skipWhitespace(cursor)
      if (members.length > 0 || !startsWithToken(cursor, ']')) fail(cursor, '* must be alone in its brackets')
      return { kind: 'wildcard' }
    }
    members.push(parseMember(cursor))
    skipWhitespace(cursor)
  } while (accept(cursor, ',') && !startsWithToken(cursor, ']'))
  return members.length === 1 && typeof members[0] === 'number' && members[0] < 0
    ? { kind: 'slice', start: members[0], end: members[0] === -1 ? undefined : members[0] + 1, step: 1 }
    : { kind: 'members', members }
}

function parseMember(cursor: ExpressionCursor): string | number {
  if (startsWithToken(cursor, '"') || startsWithToken(cursor, "'")) return readStringLiteral(cursor)
  const start = cursor.at
  const name = read(cursor, /[^\],'"]+/y)?.trim()
  if (!name) return fail(cursor, `a name, an index, *, ? or a slice expected, not ${showNext(cursor)}`, start)
  // Spectral reads `[01]` as `[1]`.
  return /^(?:\d+|-(?:0|[1-9]\d*))$/.test(name) ? Number(name) : name
}
