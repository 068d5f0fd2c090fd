import { carriageReturn, hash, newline, space, tab } from '../char.ts'
import type { Note } from '../parsed-text.ts'
import { addNode, mark, type NodeTable } from '../tree.ts'

/** A text that is being read. `at` and `indent` move; every line of the text ends in a line break. */
export interface Cursor {
  readonly text: string
  /** Where the document's own text ends; a line break may have been added. */
  readonly end: number
  readonly nodes: NodeTable
  at: number
  /** Where the line of `at` begins. */
  lineStart: number
  /** Column of the token that `toToken` found; -1 behind the last. */
  indent: number
  depth: number
  /** Where the brackets and quotes begin that are being read: a text that is given up tells by these what is not closed. */
  readonly opened: number[]
  /** In the order of their ends. */
  readonly notes: Note[]
  /** Some key may be no text. */
  mayHaveTypedKeys: boolean
}

/** Deeper texts are left to the parser, which counts otherwise. */
const maxDepth = 100

/** Thrown where a text leaves what is understood here. */
export class NotSimple extends Error {}

export function throwGivenUp(): never {
  throw new NotSimple()
}

export function isBreak(code: number): boolean {
  return code === newline || code === carriageReturn
}

/** A colon or a dash is a mark only before a blank. */
export function isBlank(code: number): boolean {
  return code === space || code === newline || code === carriageReturn || code === tab
}

export function skipSpaces(text: string, from: number): number {
  let at = from
  while (text.charCodeAt(at) === space) at++
  return at
}

/** The offset after the line break at `at`. */
export function skipBreak(text: string, at: number): number {
  return text.charCodeAt(at) === carriageReturn ? at + 2 : at + 1
}

/**
 * From behind a value or a mark to the next token on a later line: nothing but a comment may stand between. Right behind a
 * quote or bracket it needs no space: that ends the value, and most readers take it.
 */
export function endLine(cursor: Cursor): void {
  const { text } = cursor
  const at = skipSpaces(text, cursor.at)
  const code = text.charCodeAt(at)
  if (isBreak(code)) cursor.at = skipBreak(text, at)
  else if (code === hash && ` '"]}`.includes(text.charAt(at - 1))) cursor.at = passComment(cursor, at)
  else throwGivenUp()
  toToken(cursor)
}

/** Gives the offset of the next line. */
export function passComment({ text, notes }: Cursor, start: number): number {
  const next = text.indexOf('\n', start) + 1
  if (start > 0 && !isBlank(text.charCodeAt(start - 1)))
    notes.push({ kind: 'comment', start, end: endOfLine(text, start), least: 0 })
  return next
}

/** The end of the line without its break. */
export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  if (end === -1) return text.length
  return text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end
}

/** From the beginning of a line to the first token, over empty lines and comments. */
export function toToken(cursor: Cursor): void {
  const { text } = cursor
  for (let lineStart = cursor.at; ; ) {
    const at = skipSpaces(text, lineStart)
    const code = text.charCodeAt(at)
    if (isBreak(code)) lineStart = skipBreak(text, at)
    else if (code === hash) lineStart = text.indexOf('\n', at) + 1
    else {
      if (code === tab) throwGivenUp()
      cursor.at = at
      cursor.lineStart = lineStart
      cursor.indent = at < text.length ? at - lineStart : -1
      return
    }
  }
}

/**
 * From a line break inside a scalar or a flow collection to the text of a later line, indented by `least` or more.
 * Gives the number of breaks that were passed.
 */
export function foldBreaks(cursor: Cursor, least: number): number {
  const { text } = cursor
  let breaks = 0
  let at = cursor.at
  while (isBreak(text.charCodeAt(at))) {
    cursor.lineStart = skipBreak(text, at)
    at = skipSpaces(text, cursor.lineStart)
    breaks++
  }
  if (at >= text.length || at - cursor.lineStart < least || text.charCodeAt(at) === tab) throwGivenUp()
  cursor.at = at
  return breaks
}

export function foldText(breaks: number): string {
  return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1)
}

export function enter(cursor: Cursor): void {
  if (++cursor.depth > maxDepth) throwGivenUp()
}

export function startItem({ nodes }: Cursor): number {
  return addNode(nodes, -1, -1, -1)
}

export function startValue({ nodes }: Cursor, keyStart: number, keyEnd: number): number {
  return addNode(nodes, keyStart, keyEnd, keyEnd + 1)
}

export function placeScalar({ nodes: { marks } }: Cursor, node: number, start: number, end: number): void {
  marks[node + mark.start] = start
  marks[node + mark.end] = end
}

/** Sets where a collection begins, unless that is behind its key. */
export function placeCollection({ nodes: { marks }, at }: Cursor, node: number): void {
  if (marks[node + mark.start] === -1) marks[node + mark.start] = at
}
