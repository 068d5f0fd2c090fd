import { backslash, doubleQuote, singleQuote, space, tab } from '../char.ts'
import { type Cursor, foldBreaks, foldText, isBreak, throwGivenUp } from './cursor.ts'

/** YAML's one-character escapes: each character of `escaped` stands for the one at the same index of `meant`. */
const escaped = '0abtnvfre "/\\N_LP'
const meant = '\0\x07\b\t\n\v\f\r\x1b "/\\\x85\xa0\u2028\u2029'
const escapes = new Map([...escaped].map((character, index) => [character, meant.charAt(index)]))

export function isQuote(code: number): boolean {
  return code === doubleQuote || code === singleQuote
}

export function startsQuoted({ text, at }: Cursor): boolean {
  return isQuote(text.charCodeAt(at))
}

/** Reads the quoted scalar that begins at the cursor; its later lines may be indented at will. */
export function readQuoted(cursor: Cursor): string {
  const { text, at: start } = cursor
  const quote = text.charCodeAt(start)
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at)
    if (code > singleQuote && code !== backslash) continue
    if (code === quote) {
      if (quote === singleQuote && text.charCodeAt(at + 1) === quote) break
      cursor.at = at + 1
      return text.slice(start + 1, at)
    }
    if (isBreak(code) || code === backslash) break
  }
  cursor.at = start + 1
  cursor.opened.push(start)
  const long = readLong(cursor, quote)
  cursor.opened.pop()
  return long
}

function readLong(cursor: Cursor, quote: number): string {
  const { text } = cursor
  const parts: string[] = []
  let from = cursor.at
  /** The offset after the last character that a line break would leave. */
  let kept = from
  for (let at = from; ; ) {
    const code = text.charCodeAt(at)
    const isDoubled = code === quote && quote === singleQuote && text.charCodeAt(at + 1) === quote
    if (code === quote && !isDoubled) {
      cursor.at = at + 1
      parts.push(text.slice(from, at))
      return parts.join('')
    }
    if (isDoubled || isBreak(code) || (code === backslash && quote === doubleQuote)) {
      cursor.at = at
      parts.push(text.slice(from, isBreak(code) ? kept : at), readSpecial(cursor))
      at = from = kept = cursor.at
    } else {
      at++
      if (code !== space && code !== tab) kept = at
    }
  }
}

function readSpecial(cursor: Cursor): string {
  const { text, at } = cursor
  const code = text.charCodeAt(at)
  if (isBreak(code)) return foldText(foldBreaks(cursor, 0))
  cursor.at = at + 2
  if (code === singleQuote) return "'"
  if (isBreak(text.charCodeAt(at + 1))) {
    cursor.at = at + 1
    foldBreaks(cursor, 0)
    return ''
  }
  return escapes.get(text.charAt(at + 1)) ?? readCodePoint(cursor)
}

function readCodePoint(cursor: Cursor): string {
  const { text, at } = cursor
  const kind = text.charAt(at - 1)
  const length = kind === 'u' ? 4 : kind === 'x' ? 2 : throwGivenUp()
  const digits = text.slice(at, at + length)
  if (digits.length !== length || !/^[0-9a-fA-F]+$/.test(digits)) throwGivenUp()
  cursor.at = at + length
  return String.fromCharCode(Number.parseInt(digits, 16))
}
