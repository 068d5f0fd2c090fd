import { isObject } from '../../model/record.ts'
import { skipSpace } from '../../text/json.ts'
import { isBracket } from '../char.ts'
import { createDocument, type ParsedDocument, readDocument, withoutMark } from '../document.ts'
import { readJson, toTree } from '../json.ts'
import { type Range, skipBlank } from '../lines.ts'
import { ParseError } from '../parse-error.ts'
import type { Note, ParsedText } from '../parsed-text.ts'
import { readPair } from '../simple/block.ts'
import { type Cursor, NotSimple } from '../simple/cursor.ts'
import { createCursor, finishReading, hasDocumentMark, hasOddCharacters } from '../simple/read.ts'
import { createNodes, mark, type NodeTable, nodeSize } from '../tree.ts'
import { type ChainLink, findLastNode, findWays, replaceValue, spliceNodes } from './chain.ts'

/** The versions of one text that is being edited. */
export interface Versions {
  /** Equals `parseDocument`, but an edit keeps the objects that it did not touch. Throws ParseError. */
  readonly read: (text: string, format: 'json' | 'yaml') => ParsedDocument
}

export function createVersions(): Versions {
  const series = {}
  let last: (ParsedVersion & { readonly document: ParsedDocument }) | undefined
  return {
    read: (text, format) => {
      const body = withoutMark(text)
      const before = last?.format === format ? last : undefined
      if (before?.text === body) return before.document
      const read = (before && reread(before, body)) ?? readDocument(body, format)
      const document = { ...createDocument(body, read), series }
      last = { format, text: body, read, document }
      return document
    },
  }
}

/** Undefined where the whole text is to be read. */
function reread(before: ParsedVersion, text: string) {
  const change = findChange(before.text, text)
  return before.format === 'json' ? rereadJson(before, text, change) : rereadYaml(before, text, change)
}

/**
 * The value, with texts of their own in it: one that was cut out of a document keeps the whole document in memory, and each
 * edit would leave another one there.
 */
export function detachText<Value>(value: Value): Value
export function detachText(value: unknown): unknown {
  if (typeof value === 'string') return copyText(value)
  if (isObject(value))
    for (const [key, member] of Object.entries(value)) Reflect.set(value, key, detachText(member))
  return value
}

function copyText(text: string): string {
  const copy: unknown = JSON.parse(JSON.stringify(text))
  return typeof copy === 'string' ? copy : text
}

/**
 * Reads only a value around the change: JSON that has another valid value in its place is valid. Undefined where there is
 * none, and for keys that occur twice.
 */
function rereadJson(
  { text: before, read }: ParsedVersion,
  text: string,
  change: TextChange,
): ParsedText | undefined {
  if (read.keyFaults().length > 0) return undefined
  const tree = read.tree()
  for (const way of findWays(tree, change.start, () => true)) {
    const { start, end } = measureNode(before, tree.nodes, way.at(-1)?.node ?? 0)
    if (start >= change.start || end <= change.before) continue
    if (end - start > before.length * largest) return undefined
    const part = readPart(text.slice(start, end + change.moved))
    if (part === undefined) continue
    if (part.keyFaults().length > 0) return undefined
    const value = replaceValue(read.value, way, part.value)
    if (value === undefined) return undefined
    const nodes = spliceNodes(
      tree.nodes,
      way,
      placed(part.tree().nodes, tree.nodes, way, start),
      change.moved,
    )
    return { value, notes: [], tree: () => toTree(text, nodes), keyFaults: () => [] }
  }
  return undefined

  /** The nodes of the part as those of the whole text. */
  function placed(
    { marks: own, length }: NodeTable,
    { marks }: NodeTable,
    way: readonly ChainLink[],
    start: number,
  ): NodeTable {
    const node = way.at(-1)?.node ?? 0
    const shifted = own.slice(0, length)
    for (let index = 0; index < length; index++)
      if (index % nodeSize !== mark.next && (own[index] ?? 0) >= 0) shifted[index] = (own[index] ?? 0) + start
    const [key = -1, keyEnd = -1] = [marks[node + mark.key], marks[node + mark.keyEnd]]
    shifted[mark.key] = key
    shifted[mark.keyEnd] = keyEnd
    if (key !== -1 && isBracket(text.charCodeAt(start))) shifted[mark.start] = keyEnd + 1
    return { marks: shifted, length }
  }
}

function readPart(text: string): ParsedText | undefined {
  try {
    return readJson(text)
  } catch (error) {
    if (error instanceof ParseError) return undefined
    throw error
  }
}

/** From the value's first character to behind its last: a node ends with the last value in it, a bracket comes later. */
function measureNode(text: string, nodes: NodeTable, node: number): Range {
  let [last, depth] = [node, 0]
  for (let next = findLastNode(nodes, last); next !== last; next = findLastNode(nodes, last)) {
    last = next
    depth++
  }
  let end = nodes.marks[last + mark.end] ?? 0
  for (; depth > 0; depth--) end = skipSpace(text, end) + 1
  return { start: skipSpace(text, nodes.marks[node + mark.start] ?? 0), end }
}

/**
 * Reads only a pair around the change, in the old text and in the new one. Where both reads end at the same token, whatever
 * follows is read in the same way. Undefined where there is none, and for a text that is not simple.
 */
function rereadYaml(
  { text: before, read }: ParsedVersion,
  text: string,
  change: TextChange,
): ParsedText | undefined {
  if (!read.isSimple || !before.endsWith('\n') || !text.endsWith('\n') || isSpecial(text, change))
    return undefined
  const tree = read.tree()
  const { marks } = tree.nodes
  const isBlock = (node: number) =>
    !isBracket(before.charCodeAt(skipBlank(before, marks[node + mark.start] ?? 0)))
  for (const way of findWays(tree, change.start, isBlock)) {
    const node = way.at(-1)?.node ?? 0
    const [key = -1, keyEnd = -1, , end = 0] = marks.subarray(node, node + mark.next)
    if (key === -1 || keyEnd >= change.start) continue
    if (end - key > before.length * largest) return undefined
    const old = readNode(before, key, way.length)
    const now = readNode(text, key, way.length)
    if (!old || !now || !endAlike(old.cursor, now.cursor, change)) continue
    const value = replaceValue(read.value, way, detachText(now.value))
    if (value === undefined || old.key !== now.key) return undefined
    const nodes = spliceNodes(tree.nodes, way, now.cursor.nodes, change.moved)
    const notes = spliceNotes(
      read.notes ?? [],
      { start: key, end: old.cursor.at },
      now.cursor.notes,
      change.moved,
    )
    const cursor = { ...createCursor(text, text.length, nodes), mayHaveTypedKeys: true }
    return finishReading(value, cursor, notes)
  }
  return undefined
}

/** What was noted of a text before a range and behind it, with what is noted of that now. */
function spliceNotes(
  before: readonly Note[],
  { start, end }: Range,
  fresh: readonly Note[],
  moved: number,
): readonly Note[] {
  return [
    ...before.filter((note) => note.end <= start),
    ...fresh,
    ...before
      .filter((note) => note.start >= end)
      .map((note) => ({ ...note, start: note.start + moved, end: note.end + moved })),
  ]
}

/** Characters and marks that a reader of the whole text looks for before it begins. */
function isSpecial(text: string, { start, after }: TextChange): boolean {
  const end = text.indexOf('\n', after)
  const lines = text.slice(text.lastIndexOf('\n', start - 1) + 1, end === -1 ? undefined : end + 1)
  return hasOddCharacters(lines) || hasDocumentMark(lines, 0)
}

/** Reads the pair that begins at an offset, as if all before it had been read. */
function readNode(text: string, at: number, depth: number) {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  const nodes = createNodes('')
  const cursor: Cursor = { ...createCursor(text, text.length, nodes), at, lineStart, depth }
  const mapping: Record<string, unknown> = {}
  try {
    readPair(cursor, at - lineStart, mapping)
  } catch (error) {
    if (error instanceof NotSimple) return undefined
    throw error
  }
  const [[key, value] = []] = Object.entries(mapping)
  return { cursor, key, value }
}

/** Both are behind the change, and at the same place in what is alike there. */
function endAlike(old: Cursor, now: Cursor, { before, moved }: TextChange): boolean {
  const isBehind = old.lineStart >= before
  return (
    isBehind &&
    now.at === old.at + moved &&
    now.lineStart === old.lineStart + moved &&
    now.indent === old.indent
  )
}

/** A text that has been read, without a byte order mark. */
interface ParsedVersion {
  readonly format: 'json' | 'yaml'
  readonly text: string
  readonly read: ParsedText
}

/** The part of a text up to which a value is read again by itself: larger ones are as well read with all the rest. */
const largest = 0.5

/** The one range in which two texts differ: what begins at `start` and ended at `before` ends at `after`. */
interface TextChange {
  readonly start: number
  readonly before: number
  readonly after: number
  /** Characters by which what follows has moved. */
  readonly moved: number
}

/** Texts of megabytes are compared by pieces: by characters takes ten times as long. */
const piece = 4096

function findChange(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length)
  const start = sameLength(most, (from, to) => before.slice(from, to) === after.slice(from, to))
  const [end, endAfter] = [before.length, after.length]
  const rest = sameLength(
    most - start,
    (from, to) => before.slice(end - to, end - from) === after.slice(endAfter - to, endAfter - from),
  )
  return { start, before: end - rest, after: endAfter - rest, moved: endAfter - end }
}

/** How far two texts are the same, up to `most`. */
function sameLength(most: number, isSame: (from: number, to: number) => boolean): number {
  let at = 0
  for (let size = piece; size >= 1; size = size === piece ? 64 : size === 64 ? 1 : 0)
    while (at + size <= most && isSame(at, at + size)) at += size
  return at
}
