import type { KeyFault } from './read-text.ts'
import { mark, mergeKey, nodeSize, type Tree } from './tree.ts'

interface Frame {
  /** Index of the node behind it. */
  readonly end: number
  readonly keys: Set<string>
  /** The key or index of the node that was passed last. */
  step: string | number
}

/** The keys of a text that occur more than once in a mapping, or that are not strings, in the order of the text. */
export function findKeyFaults(text: string, tree: Tree): readonly KeyFault[] {
  const { marks, length } = tree.nodes
  const frames: Frame[] = []
  const faults: KeyFault[] = []
  for (let node = 0; node < length; node += nodeSize) {
    while ((frames.at(-1)?.end ?? length) <= node) frames.pop()
    const frame = frames.at(-1)
    if (frame && marks[node + mark.key] === -1) frame.step = Number(frame.step) + 1
    else if (frame) faults.push(...passKey(text, tree, node, frame, frames))
    const end = marks[node + mark.next] ?? length
    if (end > node + nodeSize) frames.push({ end, keys: new Set(), step: -1 })
  }
  return faults
}

function passKey(
  text: string,
  { nodes: { marks }, keyOf, hasMerges }: Tree,
  node: number,
  frame: Frame,
  frames: readonly Frame[],
): readonly KeyFault[] {
  const range = { start: marks[node + mark.key] ?? 0, end: marks[node + mark.keyEnd] ?? 0 }
  const key = keyOf(node)
  const type = keyType(text.slice(range.start, range.end))
  const isRepeated = frame.keys.has(key) && !(hasMerges && key === mergeKey)
  frame.keys.add(key)
  frame.step = key
  const kinds = [type, isRepeated ? ('repeated' as const) : undefined]
  return kinds.flatMap((kind) => (kind ? [{ path: frames.map(({ step }) => step), range, kind }] : []))
}

const number =
  /^(?:[-+]?(?:\d+|0o[0-7]+|0x[0-9a-fA-F]+|(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN))$/

/** What YAML's core schema makes of a key as it is written, if that is not a string. */
export function keyType(key: string): Exclude<KeyFault['kind'], 'repeated'> | undefined {
  if (/^(?:~|null|Null|NULL)$/.test(key)) return 'null'
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(key)) return 'boolean'
  return number.test(key) ? 'number' : undefined
}
