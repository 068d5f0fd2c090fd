import { colon, dash, greater, hash, openArray, openObject, pipe } from '../char.ts'
import { closeCollection } from '../tree.ts'
import { readBlockScalar } from './block-scalar.ts'
import {
  type Cursor,
  endLine,
  enter,
  isBlank,
  isBreak,
  placeCollection,
  placeScalar,
  skipSpaces,
  startItem,
  startValue,
  throwGivenUp,
} from './cursor.ts'
import { readFlow } from './flow.ts'
import { memberKey } from './member-key.ts'
import { assertPlain, findPlainStop, isIndicator, readPlain, trimEnd } from './plain.ts'
import { readQuoted, startsQuoted } from './quoted.ts'

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

function readItem(cursor: Cursor, column: number, node: number): unknown {
  if (!endsLine(cursor)) return readNode(cursor, column, cursor.at - cursor.lineStart, node)
  endLine(cursor)
  if (cursor.indent > column) return readNode(cursor, column, cursor.indent, node)
  placeScalar(cursor, node, 0, 0)
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
  const key = memberKey(mapping, name, isQuoted)
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
  if (code === openObject || code === openArray) return readFlow(cursor, node)
  if (startsQuoted(cursor)) {
    const value = readQuoted(cursor)
    placeScalar(cursor, node, start, cursor.at)
    return value
  }
  assertPlain(cursor, false)
  return readPlain(cursor, least, node)
}

function begin(cursor: Cursor, node: number): void {
  enter(cursor)
  placeCollection(cursor, node)
}

function end(cursor: Cursor, node: number, last: number): void {
  closeCollection(cursor.nodes, node, last)
  cursor.depth--
}
