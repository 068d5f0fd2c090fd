import { isRecord } from '../model/record.ts'
import { tryMake } from '../model/try-make.ts'
import { findPosition } from './places.ts'

/** JSON of a value whose large integers are `bigint`: on one line, or laid out by `step`. */
export function exactJson(value: unknown, step = '', margin = '\n'): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = margin + step
  const colon = step === '' ? ':' : ': '
  const parts = Array.isArray(value)
    ? value.map((item) => exactJson(item, step, inner))
    : Object.entries(value).map(([key, item]) => JSON.stringify(key) + colon + exactJson(item, step, inner))
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (step === '' || parts.length === 0) return open + parts.join(',') + close
  return open + inner + parts.join(`,${inner}`) + margin + close
}

/** Undefined where the text is not JSON. */
export function parsedJson(text: string): unknown {
  return tryMake((): unknown => JSON.parse(text))
}

/** The value with the keys of each object in one order. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isRecord(value)) return value
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, sortKeys(value[key])]))
}

const stringToken = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const wordToken = /true|false|null/y

const descriptions = {
  value: 'a value',
  'first-item': 'a value or ]',
  key: 'a quoted key',
  'first-key': 'a quoted key or }',
  colon: 'a colon',
  end: 'the end of the text',
}

type Expected = keyof typeof descriptions | 'next'

/**
 * Finds where text that JSON.parse refused stops being JSON, from 1, and why; its own messages differ between versions and often name no place.
 * Deep text needs no stack.
 */
export function findJsonFault(text: string) {
  const closers: string[] = []
  let expected: Expected = 'value'
  let at = skipSpace(text, 0)
  while (at < text.length) {
    const found = text.charAt(at)
    const move: TokenStep | undefined = step(text, at, expected, closers)
    if (!move)
      return {
        reason: `${describe(expected, closers)} expected, not ${show(found)}${explainMistake(found, expected, closers)}`,
        ...findPosition(text, at),
      }
    expected = move.expected
    at = skipSpace(text, move.end)
  }
  return {
    reason: `${describe(expected, closers)} expected, but the text ends`,
    ...findPosition(text, text.length),
  }
}

interface TokenStep {
  readonly expected: Expected
  readonly end: number
}

function step(text: string, at: number, expected: Expected, closers: string[]): TokenStep | undefined {
  const found = text.charAt(at)
  if (found === closers.at(-1) && (expected === 'next' || expected.startsWith('first-'))) {
    closers.pop()
    return { expected: expectAfterValue(closers), end: at + 1 }
  }
  switch (expected) {
    case 'value':
    case 'first-item':
      return stepIntoValue(text, at, closers)
    case 'key':
    case 'first-key':
      return skipToken(stringToken, text, at, 'colon')
    case 'colon':
      return found === ':' ? { expected: 'value', end: at + 1 } : undefined
    case 'next':
      return found === ',' ? { expected: closers.at(-1) === '}' ? 'key' : 'value', end: at + 1 } : undefined
    case 'end':
      return undefined
  }
}

function stepIntoValue(text: string, at: number, closers: string[]): TokenStep | undefined {
  const found = text.charAt(at)
  if (found === '{' || found === '[') {
    closers.push(found === '{' ? '}' : ']')
    return { expected: found === '{' ? 'first-key' : 'first-item', end: at + 1 }
  }
  const token = found === '"' ? stringToken : /[-\d]/.test(found) ? numberToken : wordToken
  return skipToken(token, text, at, expectAfterValue(closers))
}

function skipToken(token: RegExp, text: string, at: number, expected: Expected): TokenStep | undefined {
  token.lastIndex = at
  return token.test(text) ? { expected, end: token.lastIndex } : undefined
}

/** The offset of the first character from `offset` on that is not white space in JSON. */
export function skipSpace(text: string, offset: number): number {
  let at = offset
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at
    at++
  }
}

/** The offset behind the string whose opening quote is at `offset`. */
export function skipString(text: string, offset: number): number {
  let at = text.indexOf('"', offset + 1)
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at === -1 ? text.length : at + 1
}

const backslash = 0x5c

/** Whether backslashes before an offset mean that what is there is no mark. */
export function isEscaped(text: string, offset: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(offset - 1 - backslashes) === backslash) backslashes++
  return backslashes % 2 === 1
}

function expectAfterValue(closers: readonly string[]): Expected {
  return closers.length > 0 ? 'next' : 'end'
}

function describe(expected: Expected, closers: readonly string[]): string {
  return expected === 'next' ? `a comma or ${closers.at(-1)}` : descriptions[expected]
}

function show(found: string): string {
  return found < ' ' ? `the character U+${found.charCodeAt(0).toString(16).padStart(4, '0')}` : found
}

/** Recognises comments and trailing commas, which JSON does not have. */
function explainMistake(found: string, expected: Expected, closers: readonly string[]): string {
  if (found === '#' || found === '/') return ' (JSON has no comments)'
  const isCommaLast =
    found === closers.at(-1) && (expected === 'key' || (expected === 'value' && found === ']'))
  return isCommaLast ? ' (remove the comma before it)' : ''
}
