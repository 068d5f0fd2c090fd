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
    else if (frame) {
      const { type, isRepeated } = passKey(text, tree, node, frame)
      if (type) faults.push(faultAt(tree, node, frames, type))
      if (isRepeated) faults.push(faultAt(tree, node, frames, 'repeated'))
    }
    const end = marks[node + mark.next] ?? length
    if (end > node + nodeSize) frames.push({ end, keys: new Set(), step: -1 })
  }
  return faults
}

function passKey(text: string, { nodes: { marks }, keyOf, hasMerges }: Tree, node: number, frame: Frame) {
  const key = keyOf(node)
  const isRepeated = frame.keys.has(key) && !(hasMerges && key === mergeKey)
  frame.keys.add(key)
  frame.step = key
  return { type: keyType(text.slice(marks[node + mark.key], marks[node + mark.keyEnd])), isRepeated }
}

function faultAt({ nodes: { marks } }: Tree, node: number, frames: readonly Frame[], kind: KeyFault['kind']) {
  const range = { start: marks[node + mark.key] ?? 0, end: marks[node + mark.keyEnd] ?? 0 }
  return { path: frames.map(({ step }) => step), range, kind }
}

const number =
  /^(?:[-+]?(?:\d+|0o[0-7]+|0x[0-9a-fA-F]+|(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN))$/

/** What YAML's core schema makes of a key as it is written, if that is not a string. */
export function keyType(key: string): Exclude<KeyFault['kind'], 'repeated'> | undefined {
  if (!/^(?:[-+.\d~ntf]|$)/i.test(key)) return undefined
  if (/^(?:|~|null|Null|NULL)$/.test(key)) return 'null'
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(key)) return 'boolean'
  return number.test(key) ? 'number' : undefined
}
