import { findTypedKeys, type Note, type ParsedText } from '../parsed-text.ts'
import { addNode, createNodes, type Tree } from '../tree.ts'
import { readNode } from './block.ts'
import { type Cursor, endLine, isBlank, NotSimple, throwGivenUp, toToken } from './cursor.ts'
import { readMemberName } from './member-key.ts'

/** Characters that a parser may refuse or give a meaning: see `strays.ts`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const odd = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const oddCodePoint = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\p{Surrogate}\ufeff\ufffe\uffff]/u
const loneReturn = /\r(?!\n)/

/**
 * Reads the part of YAML that nearly all documents keep to: one document whose root is a collection; block and flow
 * collections with keys that are texts on one line; scalars of every style. Gives exactly what `parseYaml` gives, or
 * undefined: for a text that has anything else, anchors, tags, tabs between tokens and repeated keys among them, and
 * for every text that `parseYaml` refuses. Takes time in proportion to the text.
 */
export function readSimpleYaml(text: string): ParsedText | undefined {
  if (hasOddCharacters(text)) return undefined
  const cursor = startCursor(text)
  return tryReading(() => finishReading(readRoot(cursor), cursor))
}

/** What is known of a text where its reading was given up; undefined for one that is simple. */
export function findStop(text: string): Cursor | undefined {
  const cursor = startCursor(text)
  return tryReading(() => readRoot(cursor)) === undefined ? cursor : undefined
}

function tryReading<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof NotSimple) return undefined
    throw error
  }
}

export function hasOddCharacters(text: string): boolean {
  // The second question is asked of few texts: of those with characters beyond the 16-bit plane, such as emoji.
  return (odd.test(text) && oddCodePoint.test(text)) || (text.includes('\r') && loneReturn.test(text))
}

function startCursor(body: string): Cursor {
  return createCursor(body.endsWith('\n') ? body : `${body}\n`, body.length)
}

function readRoot(cursor: Cursor): unknown {
  passStart(cursor)
  const value = readNode(cursor, -1, 0, addNode(cursor.nodes, -1, -1, -1))
  if (cursor.at < cursor.text.length || typeof value !== 'object') throwGivenUp()
  return value
}

/** A cursor at the beginning of a text that ends in a line break, which may have been added behind `end`. */
export function createCursor(text: string, end: number, nodes = createNodes(text)): Cursor {
  const place = { at: 0, lineStart: 0, indent: 0, depth: 0 }
  return { text, end, nodes, ...place, opened: [], notes: [], mayHaveTypedKeys: false }
}

export function finishReading(
  value: unknown,
  cursor: Cursor,
  notes: readonly Note[] = cursor.notes,
): ParsedText {
  const readKey = (node: number) => readMemberName(cursor, node)
  const tree: Tree = { nodes: cursor.nodes, keyOf: readKey, hasMerges: false, targetOf: () => undefined }
  return {
    value,
    isSimple: true,
    notes,
    tree: () => tree,
    keyFaults: () => (cursor.mayHaveTypedKeys ? findTypedKeys(cursor.text, tree) : []),
  }
}

/** Whether a mark at the beginning of a line may begin or end a document. */
export function hasDocumentMark(text: string, from: number): boolean {
  return ['---', '...'].some((mark) => text.startsWith(mark, from) || text.includes(`\n${mark}`, from))
}

/** Passes what may precede the root. Gives up where the root is indented, and where another document may begin. */
function passStart(cursor: Cursor): void {
  const { text } = cursor
  toToken(cursor)
  if (cursor.indent === 0 && text.startsWith('---', cursor.at) && isBlank(text.charCodeAt(cursor.at + 3))) {
    cursor.at += 3
    endLine(cursor)
  }
  const { at, indent } = cursor
  if (hasDocumentMark(text, at) || indent !== 0) throwGivenUp()
}
