import { closeArray, closeObject, colon, comma, hash, isBracket, openObject, tab } from '../char.ts'
import { closeCollection, mark } from '../tree.ts'
import {
  type Cursor,
  enter,
  isBreak,
  passComment,
  placeCollection,
  placeScalar,
  skipBreak,
  skipSpaces,
  startItem,
  startValue,
  throwGivenUp,
} from './cursor.ts'
import { readMemberKey } from './member-key.ts'
import { assertPlain, findFlowStop, resolveScalar, trimEnd } from './plain.ts'
import { readQuoted, startsQuoted } from './quoted.ts'

/** Reads a collection in brackets; its later lines may be indented at will. */
function readFlow(cursor: Cursor, node: number): unknown {
  const { text, nodes, at: start } = cursor
  placeCollection(cursor, node)
  enter(cursor)
  cursor.opened.push(start)
  cursor.at++
  const [value, closing] = text.charCodeAt(start) === openObject ? [{}, '}'] : [[], ']']
  const last = Array.isArray(value) ? readItems(cursor, value) : readMembers(cursor, value)
  cursor.opened.pop()
  cursor.depth--
  if (last !== -1) closeCollection(nodes, node, last)
  // The parser takes the first closing bracket for its end, which may be one in a comment.
  else if (text.indexOf(closing, start) === cursor.at - 1) nodes.marks[node + mark.end] = cursor.at
  else throwGivenUp()
  return value
}

/** Gives the node of the last item; -1 where there is none. */
function readItems(cursor: Cursor, items: unknown[]): number {
  for (let last = -1; ; ) {
    if (closes(cursor, closeArray)) return last
    last = startItem(cursor)
    items.push(readEntry(cursor, last))
    skipComma(cursor, closeArray)
  }
}

function readMembers(cursor: Cursor, members: Record<string, unknown>): number {
  for (let last = -1; ; ) {
    if (closes(cursor, closeObject)) return last
    const { at: start } = cursor
    const isQuoted = startsQuoted(cursor)
    const name = isQuoted ? readQuoted(cursor) : readBare(cursor)
    const { at: end } = cursor
    const key = readMemberKey(cursor, members, name, isQuoted)
    cursor.at = skipSpaces(cursor.text, end)
    if (cursor.text.charCodeAt(cursor.at++) !== colon) throwGivenUp()
    last = startValue(cursor, start, end)
    skipSeparation(cursor)
    members[key] = readEntry(cursor, last)
    skipComma(cursor, closeObject)
  }
}

export function readEntry(cursor: Cursor, node: number): unknown {
  const { text, at: start } = cursor
  const code = text.charCodeAt(start)
  if (isBracket(code)) return readFlow(cursor, node)
  const value = startsQuoted(cursor) ? readQuoted(cursor) : resolveScalar(readBare(cursor))
  placeScalar(cursor, node, start, cursor.at)
  return value
}

function readBare(cursor: Cursor): string {
  const { text, at: start } = cursor
  assertPlain(cursor, true)
  cursor.at = trimEnd(text, findFlowStop(text, start))
  return text.slice(start, cursor.at)
}

/** Passes what may precede the closing bracket, and the bracket if it is there. */
function closes(cursor: Cursor, closing: number): boolean {
  skipSeparation(cursor)
  if (cursor.text.charCodeAt(cursor.at) !== closing) return false
  cursor.at++
  return true
}

function skipComma(cursor: Cursor, closing: number): void {
  skipSeparation(cursor)
  const code = cursor.text.charCodeAt(cursor.at)
  if (code === comma) cursor.at++
  else if (code !== closing) throwGivenUp()
}

/** Passes blanks, line breaks and comments. */
function skipSeparation(cursor: Cursor): void {
  const { text } = cursor
  for (;;) {
    const at = skipSpaces(text, cursor.at)
    const code = text.charCodeAt(at)
    if (code !== hash && !isBreak(code)) {
      if (code === tab || at >= text.length) throwGivenUp()
      cursor.at = at
      return
    }
    cursor.lineStart = code === hash ? passComment(cursor, at) : skipBreak(text, at)
    cursor.at = cursor.lineStart
  }
}
