import type { Misreading, PlacedKeyFault } from '../model/source-document.ts'
import type { Range } from './lines.ts'
import { findPath, iterateNodes, mark, mergeKey, nodeSize, type Tree } from './tree.ts'

interface KeyFault extends Pick<PlacedKeyFault, 'path' | 'kind'> {
  readonly range: Range
}

/** What a reader noted on its way: a value in brackets or quotes over several lines, or a comment right behind one. */
export interface Note extends Range {
  readonly kind: 'lines' | 'comment'
  /** YAML wants the later lines of the value in this column, or further right. */
  readonly least: number
}

export interface UnplacedMisreading extends Omit<Misreading, 'location'> {
  readonly range: Range
}

/** Text that has been parsed; the rest is found in it on demand. */
export interface ParsedText {
  readonly value: unknown
  /** Read by `simple/`. */
  readonly isSimple?: boolean
  /** Absent for a text of which nothing is known. */
  readonly notes?: readonly Note[]
  readonly tree: () => Tree
  readonly keyFaults: () => readonly KeyFault[]
  /** Characters that not all readers take alike; absent for a text without any. */
  readonly strays?: () => readonly UnplacedMisreading[]
}

/** The keys of a text that occur more than once in a mapping, or that are not strings, in the order of the text. */
export function findKeyFaults(text: string, tree: Tree): readonly KeyFault[] {
  return [...findTypedKeys(text, tree), ...findRepeats(tree)].sort((a, b) => a.range.start - b.range.start)
}

/** The keys of a text that are not strings, in the order of the text. */
export function findTypedKeys(text: string, tree: Tree): readonly KeyFault[] {
  const { marks, length } = tree.nodes
  const faults: KeyFault[] = []
  for (let node = 0; node < length; node += nodeSize) {
    const key = marks[node + mark.key] ?? -1
    const keyEnd = marks[node + mark.keyEnd]
    // A key that is absent has no letters.
    if (key === -1 || (keyEnd !== key && isName(text.charCodeAt(key)))) continue
    const kind = findKeyType(text.slice(key, keyEnd))
    if (kind) faults.push(createFault(tree, node, kind))
  }
  return faults
}

/** The first merge key behind another one of its mapping: some readers refuse that. */
export function findRepeatedMerges(
  text: string,
  readTree: () => Tree,
): readonly { range: Range; reason: string }[] {
  const reason = 'a mapping has two `<<`: write one with a list, as some YAML readers refuse the file'
  if (!text.includes(mergeKey) || !readTree().hasMerges) return []
  return findRepeats(readTree(), true)
    .slice(0, 1)
    .map(({ range }) => ({ range, reason }))
}

function findRepeats(tree: Tree, ofMerges = false): readonly KeyFault[] {
  const { nodes, keyOf, hasMerges } = tree
  const faults: KeyFault[] = []
  for (let parent = 0; parent < nodes.length; parent += nodeSize) {
    const keys = new Set<string>()
    for (const node of iterateNodes(nodes, parent)) {
      if (nodes.marks[node + mark.key] === -1) break
      const key = keyOf(node)
      if (keys.has(key) && (hasMerges && key === mergeKey) === ofMerges)
        faults.push(createFault(tree, node, 'repeated'))
      keys.add(key)
    }
  }
  return faults
}

function createFault(tree: Tree, node: number, kind: KeyFault['kind']): KeyFault {
  const { marks } = tree.nodes
  const range = { start: marks[node + mark.key] ?? 0, end: marks[node + mark.keyEnd] ?? 0 }
  return { path: findPath(tree, node), range, kind }
}

const number =
  /^(?:[-+]?(?:\d+|0o[0-7]+|0x[0-9a-fA-F]+|(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN))$/

/** Whether a key that begins so is a string: most begin with a quote, a slash or a letter that no other key begins with. */
function isName(first: number): boolean {
  return names[first] === 1
}

const names = new Uint8Array(128)
for (const each of '"/abcdeghijklmopqrsuvwxyzABCDEGHIJKLMOPQRSUVWXYZ$_') names[each.charCodeAt(0)] = 1

/** The type that YAML's core schema gives a plain key; undefined for a string. */
function findKeyType(key: string): Exclude<KeyFault['kind'], 'repeated'> | undefined {
  if (!/^(?:[-+.\d]|(?:~|null|true|false)?$)/i.test(key)) return undefined
  if (/^(?:|~|null|Null|NULL)$/.test(key)) return 'null'
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(key)) return 'boolean'
  return number.test(key) ? 'number' : undefined
}
