import {
  backslash,
  closeArray,
  closeObject,
  colon,
  doubleQuote,
  hash,
  isBracket,
  isFlowMark,
  openArray,
  openObject,
} from '../char.ts'
import type { Range } from '../lines.ts'
import { isBlank, isBreak } from '../simple/cursor.ts'
import { isQuote } from '../simple/quoted.ts'

export interface Walk {
  readonly text: string
  /** The comments that begin right behind something else, without a blank. */
  readonly tightComments: Range[]
  /** The brackets and quotes that are not closed, in the order of the text. */
  unclosed: readonly number[]
}

/** Gives the offset behind the value in brackets or quotes that begins at `start`, or fills `unclosed`. */
export function skipValue(walk: Walk, start: number): number {
  return isQuote(walk.text.charCodeAt(start)) ? skipQuoted(walk, start) : skipBrackets(walk, start)
}

export function startsValue(code: number): boolean {
  return isBracket(code) || isQuote(code)
}

function skipQuoted(walk: Walk, start: number): number {
  const { text } = walk
  const quote = text.charCodeAt(start)
  const marks = quote === doubleQuote ? inDoubleQuotes : inSingleQuotes
  for (let at = findNext(marks, text, start + 1); at < text.length; at = findNext(marks, text, at + 1)) {
    const code = text.charCodeAt(at)
    if (endsDocument(text, at)) break
    if (code === backslash && quote === doubleQuote) at++
    else if (code === quote) {
      if (quote === doubleQuote || text.charCodeAt(at + 1) !== quote) return at + 1
      at++
    }
  }
  walk.unclosed = [start]
  return text.length
}

function skipBrackets(walk: Walk, start: number): number {
  const { text } = walk
  const open: number[] = []
  for (let at = start; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (endsDocument(text, at)) break
    if (isBracket(code)) open.push(at)
    if (code === closeArray || code === closeObject) {
      if (!closes(code, text.charCodeAt(open.at(-1) ?? start))) break
      open.pop()
      if (open.length === 0) return at + 1
    }
    at = skipToken(walk, at)
  }
  walk.unclosed = [...open, ...walk.unclosed]
  return text.length
}

function closes(code: number, opening: number): boolean {
  return opening === (code === closeArray ? openArray : openObject)
}

function skipToken(walk: Walk, at: number): number {
  const { text } = walk
  const code = text.charCodeAt(at)
  if (isBlank(code) || isFlowMark(code)) return at + 1
  if (code === hash) return skipComment(walk, at)
  if (isQuote(code)) return skipColon(text, skipQuoted(walk, at))
  return skipPlain(text, at)
}

/** Passes the colon of a key in quotes, which needs no blank behind it. */
function skipColon(text: string, end: number): number {
  let at = end
  while (isBlank(text.charCodeAt(at))) at++
  return text.charCodeAt(at) === colon ? at + 1 : end
}

/** Passes a comment; notes it if no blank comes before it. */
export function skipComment({ text, tightComments }: Walk, start: number): number {
  const end = endOfLine(text, start)
  if (start > 0 && !isBlank(text.charCodeAt(start - 1))) tightComments.push({ start, end })
  return end
}

/** Passes a mark, an alias, an anchor or a tag, or a plain scalar in brackets; its later lines may begin with quotes. */
function skipPlain(text: string, start: number): number {
  const isWord = '&*!'.includes(text.charAt(start))
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isFlowMark(code)) return Math.max(at, start + 1)
    if (endsDocument(text, at)) return at
    if (isWord && isBlank(code)) return at
    if (code === hash && at > start && isBlank(text.charCodeAt(at - 1))) return at
    if (code === colon || (at === start && '?-'.includes(text.charAt(at)))) {
      const next = text.charCodeAt(at + 1)
      if (isSpaceOrEnd(next) || isFlowMark(next)) return Math.max(at, start + 1)
    }
  }
  return text.length
}

/** Whether the line break at `at` comes before a mark that begins or ends a document. */
function endsDocument(text: string, at: number): boolean {
  return isBreak(text.charCodeAt(at)) && isMark(text, at + 1)
}

/** Whether a document begins or ends on the line. */
export function isMark(text: string, lineStart: number): boolean {
  const isDashes = text.startsWith('---', lineStart) || text.startsWith('...', lineStart)
  return isDashes && isSpaceOrEnd(text.charCodeAt(lineStart + 3))
}

export function endOfLine(text: string, from: number): number {
  return findNext(lineBreak, text, from)
}

const lineBreak = /[\r\n]/g
const inDoubleQuotes = /["\\\r\n]/g
const inSingleQuotes = /['\r\n]/g

/** Where a pattern of one character matches next; the end of the text if nowhere. Faster than a look at each character. */
export function findNext(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length
}

export function isSpaceOrEnd(code: number): boolean {
  return Number.isNaN(code) || isBlank(code)
}
