import type { LoosePlace } from '../../model/source-document.ts'
import { findPosition } from '../../text/places.ts'
import {
  carriageReturn,
  colon,
  dash,
  greater,
  hash,
  isBracket,
  newline,
  percent,
  pipe,
  question,
  space,
  tab,
} from '../char.ts'
import type { Range } from '../lines.ts'
import type { ParsedText } from '../parsed-text.ts'
import { isBreak, skipSpaces } from '../simple/cursor.ts'
import { isQuote } from '../simple/quoted.ts'
import { mark, type NodeTable, nodeSize } from '../tree.ts'
import {
  endOfLine,
  findNext,
  isMark,
  isSpaceOrEnd,
  skipComment,
  skipValue,
  startsValue,
  type Walk,
} from './skip-value.ts'

/**
 * Where a text is read as libyaml reads it, though YAML does not allow it: the first place of each kind, in the order of the
 * text. Takes a text that can be read, and time in proportion to it.
 */
export function findLoosePlaces(
  text: string,
  { isSimple, tree }: Pick<ParsedText, 'isSimple' | 'tree'>,
): readonly (Omit<LoosePlace, 'location'> & { readonly range: Range })[] {
  const { looseLines, tightComments } = (isSimple && findInNodes(text, tree().nodes)) || findValues(text)
  const places = [
    ...looseLines.slice(0, 1).map((range) => ({ range, reason: looseLine })),
    ...tightComments.slice(0, 1).map((range) => ({ range, reason: tightComment })),
  ]
  return places.sort((a, b) => a.range.start - b.range.start)
}

const refused = 'some YAML readers refuse the file'
const looseLine = `a line in brackets or quotes is indented no further than its key: indent it, ${refused}`
const tightComment = `a comment begins right behind brackets or quotes: put a blank before the #, ${refused}`

/**
 * Reads the places off the nodes, in a fraction of the time of `findValues`. Undefined for a text that has brackets over
 * several lines, or a `#` on the line where a quote or bracket ends: its nodes do not say enough.
 */
function findInNodes(
  text: string,
  { marks, length }: NodeTable,
): Pick<FoundValues, 'looseLines' | 'tightComments'> | undefined {
  const looseLines: Range[] = []
  for (let node = 0; node < length; ) {
    const next = marks[node + mark.next] ?? length
    const start = findStart(text, marks, node)
    const isFlow = isBracket(text.charCodeAt(start))
    if (isFlow || (next === node + nodeSize && isQuote(text.charCodeAt(start)))) {
      const end = marks[node + mark.end] ?? start
      const column = findColumn(text, marks[node + mark.key] ?? -1, start)
      if (column === undefined || hasComment(text, end) || (isFlow && spansLines(text, start, end)))
        return undefined
      noteLooseLine({ text, column, looseLines }, start, end)
    }
    node = isFlow ? next : node + nodeSize
  }
  return { looseLines, tightComments: [] }
}

/** Where a value is written: a collection under a key has its start right behind the key. */
function findStart(text: string, marks: NodeTable['marks'], node: number): number {
  const keyEnd = marks[node + mark.keyEnd] ?? -1
  const start = marks[node + mark.start] ?? 0
  if (keyEnd === -1 || start !== keyEnd + 1 || start === marks[node + mark.end]) return start
  beforeValue.lastIndex = keyEnd
  return beforeValue.test(text) ? beforeValue.lastIndex : start
}

const beforeValue = / *:(?:\s|#.*)*/y

/** The column of the key or dash before a value. */
function findColumn(text: string, key: number, start: number): number | undefined {
  let at = key === -1 ? start - 1 : key
  while (key === -1 && isSpaceOrEnd(text.charCodeAt(at)) && at > 0) at--
  if (key === -1 && text.charCodeAt(at) !== dash) return undefined
  return at - (text.lastIndexOf('\n', at) + 1)
}

function hasComment(text: string, end: number): boolean {
  return text.slice(end, endOfLine(text, end)).includes('#')
}

/** Whether brackets close on a later line. `end` is that of the last value in them: a comma or a bracket may follow. */
function spansLines(text: string, start: number, end: number): boolean {
  const lineEnd = endOfLine(text, end)
  if (endOfLine(text, start) !== lineEnd || /,\s*$/.test(text.slice(end, lineEnd))) return true
  openLine.lastIndex = lineEnd
  return openLine.test(text)
}

const openLine = /(?:\s|#.*)*[,\]}]/y

/** Why a text cannot be read. */
export interface LooseProblem {
  /** Where the value or bracket begins that the problem is in. */
  readonly start: number
  readonly offset: number
  readonly reason: string
}

interface FoundValues {
  /**
   * The outermost values in brackets or quotes that the parser may refuse: over several lines, with a tab on their line, or with
   * a comment that has no blank before it.
   */
  readonly values: readonly Range[]
  readonly tightComments: readonly Range[]
  /** The first line of each value that is indented no further than the key or dash before it. */
  readonly looseLines: readonly Range[]
  /** The first value that ends too early, and each bracket or quote that is never closed. */
  readonly problems: readonly LooseProblem[]
}

interface LineWalk extends Walk {
  readonly values: Range[]
  readonly looseLines: Range[]
  readonly problems: LooseProblem[]
  at: number
  lineStart: number
  hasTab: boolean
  /** Column of the last key or dash: what is indented further goes on with its value. */
  column: number
}

/**
 * Finds where the brackets and quotes of a YAML text begin and end, from its marks, indentation and plain and block scalars
 * alone. A text that is not valid may have them elsewhere: the parser decides. Takes time in proportion to the text.
 */
export function findValues(text: string): FoundValues {
  const walk: LineWalk = {
    text,
    values: [],
    tightComments: [],
    looseLines: [],
    problems: [],
    unclosed: [],
    at: 0,
    lineStart: 0,
    hasTab: false,
    column: -1,
  }
  while (walk.at < text.length) passLine(walk)
  return walk
}

/** Scans a line and its continuation lines. */
function passLine(walk: LineWalk): void {
  const { text, at } = walk
  walk.lineStart = at
  walk.hasTab = text.slice(at, endOfLine(text, at)).includes('\t')
  if (isMark(text, at)) {
    walk.column = -1
    walk.at += 3
  }
  walk.at = skipBlanks(text, walk.at)
  for (let node = walk.at; node !== -1; ) node = passToken(walk, node)
  walk.at = skipLineEnd(text, endOfLine(text, walk.at))
}

/** Gives where the node begins that the next token belongs to; -1 at the last token of the line. */
function passToken(walk: LineWalk, node: number): number {
  const { text, at } = walk
  const code = text.charCodeAt(at)
  if (isSpaceOrEnd(code) || code === hash || (code === percent && at === walk.lineStart)) return -1
  if ((code === dash || code === question || code === colon) && isSpaceOrEnd(text.charCodeAt(at + 1))) {
    walk.column = (code === colon ? node : at) - walk.lineStart
    walk.at = skipBlanks(text, at + 1)
    return walk.at
  }
  if ('&*!'.includes(text.charAt(at))) {
    walk.at = skipBlanks(text, skipWord(text, at))
    return node
  }
  if (startsValue(code)) return passValue(walk, node)
  return code === pipe || code === greater ? passBlock(walk) : passPlain(walk, node)
}

function passValue(walk: LineWalk, node: number): number {
  const { text, at: start } = walk
  const comments = walk.tightComments.length
  const end = skipValue(walk, start)
  if (walk.unclosed.length > 0) return refuseUnclosed(walk)
  walk.at = skipBlanks(text, end)
  const next = text.charCodeAt(walk.at)
  const hasLines = /[\r\n]/.test(text.slice(start, end))
  const isKey = next === colon && isSpaceOrEnd(text.charCodeAt(walk.at + 1))
  const isRefused = hasLines && next !== hash && !isSpaceOrEnd(next)
  if (next === hash) skipComment(walk, walk.at)
  if (isRefused)
    refuse(walk, start, () => (isKey ? 'a key must be on one line' : endsEarly(text, start, end)))
  if (hasLines && !isRefused) noteLooseLine(walk, start, end)
  const isOdd = hasLines || walk.hasTab || walk.tightComments.length > comments
  if (isOdd && !isRefused) walk.values.push({ start, end })
  return isKey ? node : -1
}

function noteLooseLine(
  { text, column, looseLines }: Pick<LineWalk, 'text' | 'column' | 'looseLines'>,
  start: number,
  end: number,
): void {
  for (let at = skipLineEnd(text, endOfLine(text, start)); at < end; ) {
    const line = { start: skipBlanks(text, at), end: Math.min(endOfLine(text, at), end) }
    const isLoose = countSpaces(text, at) <= column && line.start < line.end
    if (isLoose) return void looseLines.push(line)
    at = skipLineEnd(text, endOfLine(text, at))
  }
}

function refuseUnclosed(walk: LineWalk): -1 {
  const { text, unclosed, problems } = walk
  for (const start of unclosed)
    problems.push({ start, offset: start, reason: `the ${text.charAt(start)} is not closed` })
  walk.at = text.length
  return -1
}

function refuse({ problems }: LineWalk, start: number, reason: () => string): void {
  if (problems.length === 0) problems.push({ start, offset: start, reason: reason() })
}

/** A missing quote is often noticed at the next one, some lines below. */
function endsEarly(text: string, start: number, end: number): string {
  return `the ${text.charAt(start)} ends in line ${findPosition(text, end - 1).line}, with more text behind it`
}

/** A block scalar has all lines that are indented further than its key. */
function passBlock(walk: LineWalk): -1 {
  const { text } = walk
  for (let end = endOfLine(text, walk.at); ; end = endOfLine(text, skipLineEnd(text, end))) {
    walk.at = end
    const next = skipLineEnd(text, end)
    if (next === text.length || !(isEmptyLine(text, next) || continuesValue(walk, next))) return -1
  }
}

function passPlain(walk: LineWalk, node: number): number {
  const { text } = walk
  for (;;) {
    const stop = findPlainStop(text, walk.at)
    walk.at = stop
    if (text.charCodeAt(stop) === colon) return node
    let next = skipLineEnd(text, stop)
    while (isBreak(text.charCodeAt(stop)) && next < text.length && isEmptyLine(text, next))
      next = skipLineEnd(text, endOfLine(text, next))
    if (next <= stop || next === text.length || !continuesValue(walk, next)) return -1
    const content = skipBlanks(text, next)
    if (text.charCodeAt(content) === hash) return -1
    walk.at = content
  }
}

const plainEnd = /[\r\n:#]/g

/** Where a plain scalar stops on its line: at the colon of a key, a comment or the line's end. */
function findPlainStop(text: string, from: number): number {
  for (let at = findNext(plainEnd, text, from); at < text.length; at = findNext(plainEnd, text, at + 1)) {
    const code = text.charCodeAt(at)
    if (isBreak(code)) return at
    if (code === colon && isSpaceOrEnd(text.charCodeAt(at + 1))) return at
    if (code === hash && isSpaceOrEnd(text.charCodeAt(at - 1))) return at
  }
  return text.length
}

/** Whether the line that begins at `lineStart` goes on with the value of the last key or dash. */
function continuesValue({ text, column }: LineWalk, lineStart: number): boolean {
  return countSpaces(text, lineStart) > column && !isMark(text, lineStart)
}

function countSpaces(text: string, lineStart: number): number {
  return skipSpaces(text, lineStart) - lineStart
}

function isEmptyLine(text: string, lineStart: number): boolean {
  return isBreak(text.charCodeAt(skipBlanks(text, lineStart)))
}

function skipWord(text: string, from: number): number {
  let at = from
  while (!isSpaceOrEnd(text.charCodeAt(at))) at++
  return at
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === space || text.charCodeAt(at) === tab) at++
  return at
}

/** The offset behind the line break at `at`. */
function skipLineEnd(text: string, at: number): number {
  if (!isBreak(text.charCodeAt(at))) return at
  return text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === newline ? at + 2 : at + 1
}
