import { closeArray, closeObject, colon, comma, hash, openArray, openObject, space, tab } from '../char.ts'
import { closeCollection, mark } from '../tree.ts'
import { resolveScalar } from './core-scalar.ts'
import {
  type Cursor,
  enter,
  giveUp,
  isBreak,
  placeCollection,
  placeScalar,
  skipBreak,
  skipSpaces,
  startItem,
  startValue,
} from './cursor.ts'
import { memberKey } from './member-key.ts'
import { assertPlain, findFlowStop, trimEnd } from './plain.ts'
import { readQuoted, startsQuoted } from './quoted.ts'

/** Reads a collection in brackets; its later lines are indented by `least` or more. */
export function readFlow(cursor: Cursor, least: number, node: number): unknown {
  const { text, nodes, at: start } = cursor
  placeCollection(cursor, node)
  enter(cursor)
  cursor.at++
  const value = text.charCodeAt(start) === openObject ? {} : []
  const last = Array.isArray(value) ? readItems(cursor, least, value) : readMembers(cursor, least, value)
  cursor.depth--
  if (last !== -1) closeCollection(nodes, node, last)
  else if (text.slice(start + 1, cursor.at - 1).trim() === '') nodes.marks[node + mark.end] = cursor.at
  else giveUp()
  return value
}

/** Gives the node of the last item; -1 where there is none. */
function readItems(cursor: Cursor, least: number, items: unknown[]): number {
  for (let last = -1; ; ) {
    if (closes(cursor, least, closeArray)) return last
    last = startItem(cursor, items.length)
    items.push(readEntry(cursor, least, last))
    skipComma(cursor, least, closeArray)
  }
}

function readMembers(cursor: Cursor, least: number, members: Record<string, unknown>): number {
  for (let last = -1; ; ) {
    if (closes(cursor, least, closeObject)) return last
    const { at: start } = cursor
    const isQuoted = startsQuoted(cursor)
    const name = isQuoted ? readQuoted(cursor, least) : readBare(cursor)
    if (cursor.text.charCodeAt(cursor.at++) !== colon) giveUp()
    const key = memberKey(cursor, members, name, start, isQuoted)
    last = startValue(cursor, name, start)
    skipSeparation(cursor, least)
    members[key] = readEntry(cursor, least, last)
    skipComma(cursor, least, closeObject)
  }
}

function readEntry(cursor: Cursor, least: number, node: number): unknown {
  const { text, at: start } = cursor
  const code = text.charCodeAt(start)
  if (code === openObject || code === openArray) return readFlow(cursor, least, node)
  const value = startsQuoted(cursor) ? readQuoted(cursor, least) : resolveScalar(readBare(cursor))
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
function closes(cursor: Cursor, least: number, closing: number): boolean {
  skipSeparation(cursor, least)
  if (cursor.text.charCodeAt(cursor.at) !== closing) return false
  cursor.at++
  return true
}

function skipComma(cursor: Cursor, least: number, closing: number): void {
  skipSeparation(cursor, least)
  const code = cursor.text.charCodeAt(cursor.at)
  if (code === comma) cursor.at++
  else if (code !== closing) giveUp()
}

function skipSeparation(cursor: Cursor, least: number): void {
  const { text, lineStart: firstLine } = cursor
  for (;;) {
    const at = skipSpaces(text, cursor.at)
    const code = text.charCodeAt(at)
    const isComment = code === hash && (at === cursor.lineStart || text.charCodeAt(at - 1) === space)
    if (!isComment && !isBreak(code)) {
      const isTooFarLeft = cursor.lineStart !== firstLine && at - cursor.lineStart < least
      if (isTooFarLeft || code === tab || at >= text.length) giveUp()
      cursor.at = at
      return
    }
    cursor.lineStart = isComment ? text.indexOf('\n', at) + 1 : skipBreak(text, at)
    cursor.at = cursor.lineStart
  }
}
