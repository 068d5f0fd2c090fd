import { openArray, openObject } from '../char.ts'
import type { ParsedText } from '../parsed-text.ts'
import { readPair } from '../simple/block.ts'
import { type Cursor, NotSimple } from '../simple/cursor.ts'
import { createCursor, finishReading, hasDocumentMark, hasOddCharacters } from '../simple/read.ts'
import { skipBlank } from '../starts.ts'
import { createNodes, mark } from '../tree.ts'
import { findWays, replaceValue } from './chain.ts'
import type { TextChange } from './change.ts'
import { detached } from './detached.ts'
import { spliceNodes } from './splice-nodes.ts'
import { largest, type Version } from './version.ts'

/**
 * Reads only a pair around the change, in the old text and in the new one. Where both reads end at the same token, whatever
 * follows is read in the same way. Undefined where there is none, and for a text that is not simple.
 */
export function rereadYaml(
  { text: before, read }: Version,
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
    const value = replaceValue(read.value, way, detached(now.value))
    if (value === undefined || old.key !== now.key) return undefined
    const nodes = spliceNodes(tree.nodes, way, now.cursor.nodes, change.moved)
    return finishReading(value, createCursor(text, text.length, nodes))
  }
  return undefined
}

/** Characters and marks that a reader of the whole text looks for before it begins. */
function isSpecial(text: string, { start, after }: TextChange): boolean {
  const end = text.indexOf('\n', after)
  const lines = text.slice(text.lastIndexOf('\n', start - 1) + 1, end === -1 ? undefined : end + 1)
  return hasOddCharacters(lines) || hasDocumentMark(lines, 0)
}

function isBracket(code: number): boolean {
  return code === openObject || code === openArray
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
