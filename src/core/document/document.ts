import type { Location, Path } from '../model/location.ts'
import { once } from '../model/once.ts'
import type { SourceDocument } from '../model/source-document.ts'
import { listLineStarts } from '../text/places.ts'
import { readJson } from './json.ts'
import { collectStarts, createLocator, type Range, skipBlank } from './lines.ts'
import { findLoosePlaces } from './loose.ts'
import { ParseError } from './parse-error.ts'
import { parseYaml } from './parse-yaml.ts'
import { findRepeatedMerges, type ParsedText, type UnplacedMisreading } from './parsed-text.ts'
import { isQuote } from './simple/quoted.ts'
import { readSimpleYaml } from './simple/read.ts'
import {
  addNode,
  createNodes,
  findPath,
  iterateNodes,
  mark,
  mergeKey,
  type NodeTable,
  nodeSize,
  type Tree,
} from './tree.ts'

export { ParseError } from './parse-error.ts'

/** A document, and what it was read as. */
export interface ParsedDocument extends SourceDocument {
  readonly parsed: ParsedText
}

/**
 * Reads a document. Nothing is looked up in the text until `locate` is first called. An object or array under a key
 * begins behind the key's colon and ends with the last value in it, as Spectral has it; any other value is its own
 * characters. If a key occurs twice the last value counts. Throws ParseError.
 */
export function parseDocument(text: string, format: 'json' | 'yaml'): ParsedDocument {
  const body = withoutMark(text)
  return createDocument(body, readDocument(body, format))
}

/** A file that is nothing but a text, such as a description in Markdown. */
export function createTextDocument(text: string): SourceDocument {
  const body = withoutMark(text)
  const nodes = createNodes('')
  nodes.marks[addNode(nodes, -1, -1, 0) + mark.end] = body.length
  const tree: Tree = { nodes, keyOf: () => '', hasMerges: false, targetOf: () => undefined }
  return createDocument(body, { value: body, notes: [], tree: () => tree, keyFaults: () => [] })
}

export function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** Creates what has been read of a text, with the places in it. */
export function createDocument(body: string, read: ParsedText): ParsedDocument {
  const lines = once(() => listLineStarts(body))
  const toLocation = createLocator(body, lines)
  const places = once(() => createPlaces(read.tree()))
  const keyFaults = once(read.keyFaults)
  const { notes = [] } = read
  const starts = once(() => collectStarts(read.tree().nodes, body))
  const secondLine = body.indexOf('\n') + 1
  /** Spectral counts a root that begins on the second line from the first: a lone comment or `---` above it. */
  const ofRoot = ({ start, end }: Range): Range => {
    const isSecondLine = start === secondLine && places()([]).start === secondLine
    return { start: isSecondLine ? 0 : start, end }
  }
  return {
    text: body,
    value: read.value,
    parsed: read,
    locate: (path) => toLocation(ofRoot(places()(path))),
    locateKey: (path) => {
      const { key, ...value } = places()(path)
      const isBehindKey = key?.end === value.start - 1
      return toLocation(isBehindKey && /[\s:{[&*!]/.test(body.charAt(value.start)) ? key : ofRoot(value))
    },
    locateName: (path) => {
      const { key, ...value } = places()(path)
      return toLocation(key ?? ofRoot(value))
    },
    locateStart: (path) => {
      const { start, end } = places()(path)
      return toLocation({ start: Math.min(skipBlank(body, start), body.length), end })
    },
    textOf: (path) => {
      const { start, end } = places()(path)
      return body.slice(start, end)
    },
    beginsAt: (line, char) => starts().has((lines()[line - 1] ?? Number.NaN) + char - 1),
    keyFaults: () =>
      keyFaults().map(({ path, kind, range }) => ({ path, kind, location: toLocation(range) })),
    misreadings: () =>
      [...findLostQuotes(body, read, toLocation), ...(read.strays?.() ?? [])].map(
        ({ range, ...misreading }) => ({ ...misreading, location: toLocation(range) }),
      ),
    loosePlaces: () =>
      [...findLoosePlaces(body, notes), ...findRepeatedMerges(body, read.tree)].map(({ range, reason }) => ({
        reason,
        location: toLocation(range),
      })),
  }
}

/** Where texts in quotes may be over several lines: the first nodes, and where the last one begins at the latest. */
function listLines(text: string, nodes: NodeTable, notes: ParsedText['notes']) {
  if (!notes) return [{ first: 0, end: text.length + 1 }]
  return notes.flatMap(({ kind, start, end }) =>
    kind === 'lines' ? [{ first: findFirstNode(nodes, start), end }] : [],
  )
}

/** The first node that begins at an offset or behind it: nodes begin in the order of the text. */
function findFirstNode({ marks, length }: NodeTable, offset: number): number {
  let [low, high] = [0, length / nodeSize]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((marks[middle * nodeSize + mark.start] ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low * nodeSize
}

/** Texts in quotes over several lines of which one looks like a key and is not indented further than the key of the text. */
export function findLostQuotes(
  text: string,
  read: Pick<ParsedText, 'tree' | 'notes'>,
  toLocation = createLocator(text),
): readonly UnplacedMisreading[] {
  if (read.notes?.every(({ kind }) => kind !== 'lines')) return []
  const tree = read.tree()
  return listLines(text, tree.nodes, read.notes).flatMap(({ first, end }) =>
    searchQuotes(text, tree, first, end, toLocation),
  )
}

function searchQuotes(
  text: string,
  tree: Tree,
  first: number,
  end: number,
  toLocation: (range: Range) => Location,
): readonly UnplacedMisreading[] {
  const { marks, length } = tree.nodes
  const found: UnplacedMisreading[] = []
  for (let node = first; node < length; node += nodeSize) {
    const start = marks[node + mark.start] ?? 0
    if (start >= end) break
    const isScalar = marks[node + mark.next] === node + nodeSize
    if (!isScalar || !isQuote(text.charCodeAt(start))) continue
    const range = findKey(text, start, marks[node + mark.end] ?? 0, marks[node + mark.key] ?? -1)
    if (!range) continue
    const opening = `the ${text.charAt(start)} of line ${toLocation({ start, end: start }).start_line}`
    const reason = `the key ${text.slice(range.start, range.end)} is read as text: close ${opening}, or indent this line if text is meant`
    found.push({ path: findPath(tree, node), reason, range })
  }
  return found
}

/** The indentation of a line, what may precede a key, and the key: prose has words before a colon, and seldom one alone. */
const keyLine =
  /(?<=[\r\n])([ \t]*)((?:- +)*(?:[&!]\S*[ \t]+)*)("[^"\r\n]*"|'[^'\r\n]*'|''[^'\r\n]*''|[^\s,[\]{}#&*!|>'"%@`]\S*?)[ \t]*:(?=\s)/g

function findKey(text: string, start: number, end: number, key: number): Range | undefined {
  const written = text.slice(start, end)
  // Few texts have a colon at the end of a word.
  if (!/:\s/.test(written) || !/[\r\n]/.test(written)) return undefined
  const node = key === -1 ? start : key
  const least = findLeastIndent(text, node, start)
  const lineStart = text.lastIndexOf('\n', node - 1) + 1
  const isInBrackets = /[[{]/.test(text.slice(lineStart, node))
  for (const { index, 1: indent = '', 2: marks = '', 3: name = '' } of written.matchAll(keyLine)) {
    const nameStart = start + index + indent.length + marks.length
    // In brackets an entry stands where it likes: behind a line that ends like one, and further left than the text.
    const before = written.slice(Math.max(0, index - 80), index).trimEnd()
    const isEntry = isInBrackets && indent.length < node - lineStart && /[}\]],?$/.test(before)
    if (indent.length < least || isEntry) return { start: nameStart, end: nameStart + name.length }
  }
  return undefined
}

/** How far lines are indented that clearly go on with a text: further than its key or dash, or as far as it if that begins its line. */
function findLeastIndent(text: string, node: number, start: number): number {
  const lineStart = text.lastIndexOf('\n', node - 1) + 1
  const [before = ''] = /^[ \t]*(?:[-?:][ \t]+)*/.exec(text.slice(lineStart, start)) ?? []
  if (lineStart + before.length < start) return before.length + 1
  return before.trimEnd().length || before.length || 1
}

/** The range of a value, with its key's. An object or array begins right behind its key's colon. */
interface NodePlaces extends Range {
  readonly key?: Range
}

type Children = (segment: string | number) => number | undefined

/**
 * Finds values in a text by its nodes. An alias is where a path ends: what it stands for is elsewhere. A value
 * that a merge key brought in is found where it is written.
 */
export function createPlaces({ nodes, keyOf, targetOf, hasMerges }: Tree): (path: Path) => NodePlaces {
  const { marks } = nodes
  const listed = new Map<number, Children>()

  function indexChildren(node: number): Children {
    let children = listed.get(node)
    if (!children) {
      children = listChildren([...iterateNodes(nodes, node)])
      listed.set(node, children)
    }
    return children
  }

  function listChildren(children: readonly number[]): Children {
    if (areItems(children)) return (segment) => children[Number(segment)]
    const pairs = new Map<string, number>()
    const merged: number[] = []
    for (const node of children) {
      const key = keyOf(node)
      if (hasMerges && key === mergeKey) merged.push(node)
      else pairs.set(key, node)
    }
    return (segment) => pairs.get(String(segment)) ?? findMerged(merged, segment)
  }

  function findMerged(sources: readonly number[], segment: string | number): number | undefined {
    for (const source of sources) {
      const node = targetOf(source) ?? source
      const children = [...iterateNodes(nodes, node)]
      const found = areItems(children) ? findMerged(children, segment) : indexChildren(node)(segment)
      if (found !== undefined) return found
    }
    return undefined
  }

  function areItems([first]: readonly number[]): boolean {
    return first !== undefined && marks[first + mark.key] === -1
  }

  return (path) => {
    let node = 0
    for (const segment of path) {
      const child = indexChildren(node)(segment)
      if (child === undefined) break
      node = child
    }
    return placeNode(node)
  }

  function placeNode(node: number): NodePlaces {
    const [start = 0, key = -1, keyEnd = -1] = [
      marks[node + mark.start],
      marks[node],
      marks[node + mark.keyEnd],
    ]
    const place = { start, end: marks[node + mark.end] ?? 0 }
    return key >= 0 ? { ...place, key: { start: key, end: keyEnd } } : place
  }
}

/** Reads a text without a byte order mark. Throws ParseError. */
export function readDocument(text: string, format: 'json' | 'yaml'): ParsedText {
  if (text.trim() === '') throw new ParseError('the document is empty', 1, 1)
  return format === 'json' ? readJson(text) : (readSimpleYaml(text) ?? parseYaml(text))
}
