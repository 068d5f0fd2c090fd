import { isObject } from '../model/record.ts'
import { findJsonFault, isEscaped, skipString } from '../text/json.ts'
import { closeArray, closeObject, colon, comma, doubleQuote, openArray, openObject, space } from './char.ts'
import { findConflict, ParseError } from './parse-error.ts'
import { findKeyFaults, type ParsedText } from './parsed-text.ts'
import { isBlank } from './simple/cursor.ts'
import { addNode, createNodes, mark, type NodeTable, nodeSize, type Tree } from './tree.ts'

/** Reads JSON. If a key occurs twice the last value counts, as everywhere. Throws ParseError. */
export function readJson(text: string): ParsedText {
  const value = parse(text)
  let made: JsonTree | undefined
  const tree = () => {
    made ??= readJsonTree(text)
    return made
  }
  return {
    value,
    notes: [],
    tree,
    // Nearly all texts have as many keys as their values: none needs a look then.
    keyFaults: () => {
      const count = countKeys(value)
      const isPlain = (made?.keyCount ?? countColons(text)) === count || tree().keyCount === count
      return isPlain ? [] : findKeyFaults(text, tree())
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const { reason, line, column } = findJsonFault(text)
    throw findConflict(text) ?? new ParseError(reason, line, column)
  }
}

function countKeys(root: unknown): number {
  const open = [root]
  let count = 0
  for (let value = open.pop(); isObject(value); value = open.pop()) {
    const children: unknown[] = Array.isArray(value) ? value : Object.values(value)
    if (children !== value) count += children.length
    for (const child of children) if (isObject(child)) open.push(child)
  }
  return count
}

/** Counts the keys of valid JSON text in a tenth of the time that its nodes take. A string may look like more of them, never fewer. */
function countColons(text: string): number {
  let count = 0
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let before = at - 1
    while (isBlank(text.charCodeAt(before))) before--
    if (text.charCodeAt(before) === doubleQuote && !isEscaped(text, before)) count++
  }
  return count
}

interface JsonTree extends Tree {
  /** How many keys are written. */
  readonly keyCount: number
}

/** The nodes of valid JSON text; deep text needs no stack. */
export function readJsonTree(text: string): JsonTree {
  const nodes = createNodes(text)
  /** The collections that are open, and of each whether it is an object. */
  const open: number[] = []
  const kinds: boolean[] = []
  let isInObject = false
  let [key, keyEnd, keyCount] = [-1, -1, 0]
  /** Where the value ends that was read last. */
  let end = 0

  /** A collection under a key begins behind the key's colon. */
  function enter(code: number, at: number): void {
    open.push(addNode(nodes, key, keyEnd, key === -1 ? at : keyEnd + 1))
    key = keyEnd = -1
    isInObject = code === openObject
    kinds.push(isInObject)
  }

  function leave(at: number): void {
    const node = open.pop() ?? 0
    if (nodes.length === node + nodeSize) end = at
    nodes.marks[node + mark.end] = end
    nodes.marks[node + mark.next] = nodes.length
    kinds.pop()
    isInObject = kinds.at(-1) === true
  }

  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    // White space: the text is valid, and has no other characters up to a space.
    if (code <= space || code === comma || code === colon) at++
    else if (code === openObject || code === openArray) enter(code, at++)
    else if (code === closeObject || code === closeArray) leave(++at)
    else if (code === doubleQuote && isInObject && key === -1) {
      key = at
      keyCount++
      at = keyEnd = skipString(text, at)
    } else {
      const node = addNode(nodes, key, keyEnd, at)
      key = keyEnd = -1
      at = end = skipScalar(text, at)
      nodes.marks[node + mark.end] = end
    }
  }
  return { ...toTree(text, nodes), keyCount }
}

export function toTree(text: string, nodes: NodeTable): Tree {
  const readKey = (node: number) => {
    const written = text.slice(nodes.marks[node + mark.key], nodes.marks[node + mark.keyEnd])
    return written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1)
  }
  return { nodes, hasMerges: false, keyOf: readKey, targetOf: () => undefined }
}

/** Texts have quotes; a number, true, false or null ends before a mark or white space. */
function skipScalar(text: string, offset: number): number {
  if (text.charCodeAt(offset) === doubleQuote) return skipString(text, offset)
  let at = offset
  for (let code = text.charCodeAt(at); code > space && !isMark(code); code = text.charCodeAt(at)) at++
  return at
}

function isMark(code: number): boolean {
  return code === comma || code === closeArray || code === closeObject
}
