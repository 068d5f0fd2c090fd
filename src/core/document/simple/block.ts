import { colon, dash, greater, hash, isBracket, pipe, tab } from '../char.ts'
import { closeCollection } from '../tree.ts'
import {
  type Cursor,
  endLine,
  endOfLine,
  enter,
  isBlank,
  isBreak,
  placeCollection,
  placeScalar,
  skipSpaces,
  startItem,
  startValue,
  throwGivenUp,
  toToken,
} from './cursor.ts'
import { readEntry } from './flow.ts'
import { readMemberKey } from './member-key.ts'
import { assertPlain, findPlainStop, isIndicator, readPlain, trimEnd } from './plain.ts'
import { isQuote, readQuoted, startsQuoted } from './quoted.ts'

/**
 * Reads the node that begins in `column`, on a line of its own or behind a dash, and whose parent is indented by
 * `parent`. Like all that reads a value here, it leaves the cursor at the next token, on a later line. A token that
 * stands where no collection goes on ends them all, and the reader of the document gives up.
 */
export function readNode(cursor: Cursor, parent: number, column: number, node: number): unknown {
  if (startsItem(cursor)) return readSequence(cursor, column, node)
  return startsPair(cursor) ? readMapping(cursor, column, node) : readInline(cursor, parent + 1, node)
}

function startsItem({ text, at }: Cursor): boolean {
  return text.charCodeAt(at) === dash && isBlank(text.charCodeAt(at + 1))
}

function startsPair(cursor: Cursor): boolean {
  const { text, at, lineStart } = cursor
  if (!startsQuoted(cursor))
    return !isIndicator(text.charCodeAt(at)) && text.charCodeAt(findPlainStop(text, at)) === colon
  readQuoted(cursor)
  const isPair = cursor.lineStart === lineStart && text.charCodeAt(cursor.at) === colon
  cursor.at = at
  cursor.lineStart = lineStart
  return isPair
}

function readSequence(cursor: Cursor, column: number, node: number): unknown[] {
  const items: unknown[] = []
  let last = node
  begin(cursor, node)
  do {
    last = startItem(cursor)
    cursor.at++
    items.push(readItem(cursor, column, last))
  } while (cursor.indent === column && startsItem(cursor))
  end(cursor, node, last)
  return items
}

/** An absent item is just behind its dash. */
function readItem(cursor: Cursor, column: number, node: number): unknown {
  const { at } = cursor
  if (!endsLine(cursor)) return readNode(cursor, column, cursor.at - cursor.lineStart, node)
  endLine(cursor)
  if (cursor.indent > column) return readNode(cursor, column, cursor.indent, node)
  placeScalar(cursor, node, at, at)
  return null
}

function readMapping(cursor: Cursor, column: number, node: number): Record<string, unknown> {
  const mapping: Record<string, unknown> = {}
  let last = node
  begin(cursor, node)
  do {
    last = readPair(cursor, column, mapping)
  } while (cursor.indent === column)
  end(cursor, node, last)
  return mapping
}

/** Reads the pair that begins in `column` into its mapping; gives the node of its value. */
export function readPair(cursor: Cursor, column: number, mapping: Record<string, unknown>): number {
  const { at: start } = cursor
  const isQuoted = startsQuoted(cursor)
  const name = isQuoted ? readQuotedName(cursor) : readPlainName(cursor)
  const key = readMemberKey(cursor, mapping, name, isQuoted)
  const node = startValue(cursor, start, isQuoted ? cursor.at : start + name.length)
  cursor.at++
  mapping[key] = readPairValue(cursor, column, node)
  return node
}

/** Each leaves the cursor at the colon behind the name. */
function readPlainName(cursor: Cursor): string {
  const { text, at } = cursor
  assertPlain(cursor, false)
  const stop = findPlainStop(text, at)
  if (text.charCodeAt(stop) !== colon) throwGivenUp()
  cursor.at = stop
  return text.slice(at, trimEnd(text, stop))
}

function readQuotedName(cursor: Cursor): string {
  const { text, lineStart } = cursor
  const name = readQuoted(cursor)
  const { at } = cursor
  const isName = text.charCodeAt(at) === colon && isBlank(text.charCodeAt(at + 1))
  if (!isName || cursor.lineStart !== lineStart) throwGivenUp()
  return name
}

function readPairValue(cursor: Cursor, column: number, node: number): unknown {
  if (!endsLine(cursor)) return readInline(cursor, column + 1, node)
  endLine(cursor)
  if (cursor.indent > column) return readNode(cursor, column, cursor.indent, node)
  if (cursor.indent === column && startsItem(cursor)) return readSequence(cursor, column, node)
  return null
}

/** Passes the spaces behind a mark; whether its line has nothing else but a comment. */
function endsLine(cursor: Cursor): boolean {
  const { text, at } = cursor
  cursor.at = skipSpaces(text, at)
  const code = text.charCodeAt(cursor.at)
  return isBreak(code) || (code === hash && cursor.at > at)
}

function readInline(cursor: Cursor, least: number, node: number): unknown {
  const { text, at: start } = cursor
  const code = text.charCodeAt(start)
  if (code === pipe || code === greater) return readBlockScalar(cursor, least, node)
  const value = readScalarOrFlow(cursor, least, node)
  endLine(cursor)
  return value
}

function readScalarOrFlow(cursor: Cursor, least: number, node: number): unknown {
  const { text, at: start } = cursor
  const code = text.charCodeAt(start)
  if (isBracket(code) || isQuote(code)) return readEnclosed(cursor, least, node)
  assertPlain(cursor, false)
  return readPlain(cursor, least, node)
}

/** Reads a value in brackets or quotes. */
function readEnclosed(cursor: Cursor, least: number, node: number): unknown {
  const { at: start, lineStart } = cursor
  const value = readEntry(cursor, node)
  if (cursor.lineStart !== lineStart) cursor.notes.push({ kind: 'lines', start, end: cursor.at, least })
  return value
}

function begin(cursor: Cursor, node: number): void {
  enter(cursor)
  placeCollection(cursor, node)
}

function end(cursor: Cursor, node: number, last: number): void {
  closeCollection(cursor.nodes, node, last)
  cursor.depth--
}

/** The `|` or `>` of a block scalar and what stands behind it: its style, chomping and indentation. */
const header = /([|>])(?:([-+])([1-9])?|([1-9])([-+])?)? *(?: #.*)?\r?\n/y

/** Reads a block scalar with the lines that follow its header; these are indented by `least` or more. */
function readBlockScalar(cursor: Cursor, least: number, node: number): string {
  const { text, at: start } = cursor
  header.lastIndex = start
  const found = header.exec(text)
  if (!found || header.lastIndex > cursor.end) throwGivenUp()
  const [, style, chompingFirst, indentLast, indentFirst, chompingLast] = found
  const digit = indentFirst ?? indentLast
  cursor.at = header.lastIndex
  const lines = readLines(cursor, least, digit === undefined ? undefined : least + Number(digit) - 1)
  const region = text.slice(header.lastIndex, cursor.at)
  placeScalar(cursor, node, start, header.lastIndex + region.trimEnd().length)
  toToken(cursor)
  return joinLines(lines, style === '>', chompingFirst ?? chompingLast)
}

/**
 * The lines of a block scalar without their indentation, which is that of the first line with content unless it is
 * `given`. Lines without content are empty.
 */
function readLines(cursor: Cursor, least: number, given: number | undefined): string[] {
  const { text } = cursor
  const lines: string[] = []
  let indent = given
  let widestBlank = 0
  for (;;) {
    const { at: lineStart } = cursor
    const at = skipSpaces(text, lineStart)
    const column = at - lineStart
    if (isBreak(text.charCodeAt(at))) {
      // The parser has a rule of its own for blanks that no break ends.
      if (at === cursor.end && column > 0) throwGivenUp()
      widestBlank = Math.max(widestBlank, column)
      lines.push(text.slice(Math.min(lineStart + (indent ?? column), at), at))
    } else {
      if (at === text.length || column < (indent ?? least)) return lines
      indent ??= widestBlank > column || text.charCodeAt(at) === tab ? throwGivenUp() : column
      lines.push(text.slice(lineStart + indent, endOfLine(text, at)))
    }
    cursor.at = text.indexOf('\n', at) + 1
  }
}

function joinLines(lines: string[], isFolded: boolean, chomping: string | undefined): string {
  let blanks = 0
  while (lines.length > 0 && lines.at(-1) === '') {
    lines.pop()
    blanks++
  }
  const hasContent = lines.length > 0
  const text = isFolded ? fold(lines) : lines.join('\n')
  if (chomping === '-') return text
  if (chomping === '+') return text + '\n'.repeat(hasContent ? blanks + 1 : blanks)
  return hasContent ? `${text}\n` : ''
}

/** Lines that are indented further keep their breaks; between others one break is a space. */
function fold(lines: readonly string[]): string {
  let text = ''
  let blanks = 0
  let isFirst = true
  let wasIndented = false
  for (const line of lines) {
    if (line === '') {
      blanks++
      continue
    }
    const isIndented = line.startsWith(' ') || line.startsWith('\t')
    const keepsBreak = isIndented ? !isFirst : wasIndented
    const isJoined = blanks === 0 && !keepsBreak && !isIndented && !isFirst
    text += (isJoined ? ' ' : '\n'.repeat(keepsBreak ? blanks + 1 : blanks)) + line
    blanks = 0
    isFirst = false
    wasIndented = isIndented
  }
  return text
}
