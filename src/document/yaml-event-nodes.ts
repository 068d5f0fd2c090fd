import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml'
import type { Range } from './lines.ts'
import { addNode, closeCollection, createNodes, mark, type Tree } from './tree.ts'

/** What an anchor comes before: the node, and the event. */
interface Anchor {
  readonly node: number
  readonly index: number
}

/** The nodes of one document by its parser's events. Needs stack for each level, as the parser did. */
export function treeOfEvents(text: string, events: readonly Event[]): Tree {
  const nodes = createNodes(text)
  const targets = new Map<number, number>()
  const anchors = new Map<string, Anchor>()
  let next = 1

  /** `key` is the index of the event of the key. */
  function addValue(key: number, keyEnd: number): number {
    const index = next++
    const event = events[index]
    const own = event ? rangeOf(text, event, keyEnd) : { start: 0, end: 0 }
    const isOwn = keyEnd === -1 || event?.type === EVENT_ID.SCALAR
    const node = addNode(nodes, key, keyEnd, isOwn ? own.start : keyEnd + 1)
    nodes.marks[node + mark.end] = own.end
    noteAnchor(index, node)
    if (event?.type !== EVENT_ID.MAPPING && event?.type !== EVENT_ID.SEQUENCE) return node
    const last = event.type === EVENT_ID.MAPPING ? addPairs() : addItems()
    if (last === -1) nodes.marks[node + mark.end] = closingBracket(text, own.start)
    else closeCollection(nodes, node, last)
    return node
  }

  /** Gives the last value; -1 where there is none. */
  function addPairs(): number {
    for (let last = -1; ; ) {
      const index = next++
      const key = events[index]
      if (!key || key.type === EVENT_ID.POP) return last
      last = addValue(noteKey(key, index), rangeOf(text, key, -1).end)
    }
  }

  function addItems(): number {
    let last = -1
    while (next < events.length && events[next]?.type !== EVENT_ID.POP) last = addValue(-1, -1)
    next++
    return last
  }

  function noteAnchor(index: number, node: number): void {
    const event = events[index]
    const name = event && anchorName(text, event)
    if (name === undefined) return
    const target = anchors.get(name)?.node
    if (event?.type !== EVENT_ID.ALIAS) anchors.set(name, { node, index })
    else if (target !== undefined) targets.set(node, target)
  }

  /** A key is a scalar or an alias of one: the parser takes no other. */
  function noteKey(key: Event, index: number): number {
    const name = anchorName(text, key)
    if (name === undefined) return index
    if (key.type === EVENT_ID.ALIAS) return anchors.get(name)?.index ?? index
    anchors.set(name, { node: -1, index })
    return index
  }

  function keyOf(node: number): string {
    const event = events[nodes.marks[node + mark.key] ?? -1]
    if (event?.type !== EVENT_ID.SCALAR) return ''
    return event.valueStart < 0 ? 'null' : getScalarValue(text, event)
  }

  addValue(-1, -1)
  return { nodes, keyOf, hasMerges: true, targetOf: (node) => targets.get(node) }
}

function anchorName(text: string, event: Event): string | undefined {
  if (!('anchorStart' in event) || event.anchorStart < 0) return undefined
  return text.slice(event.anchorStart, event.anchorEnd)
}

function rangeOf(text: string, event: Event, keyEnd: number): Range {
  switch (event.type) {
    case EVENT_ID.SCALAR:
      return scalarRange(text, event, keyEnd)
    case EVENT_ID.ALIAS:
      return { start: event.anchorStart - 1, end: event.anchorEnd }
    case EVENT_ID.MAPPING:
    case EVENT_ID.SEQUENCE:
      return { start: event.start, end: event.start }
    default:
      return { start: 0, end: 0 }
  }
}

/** A scalar as written: with its quotes, or from the `|` or `>` of a block. An absent one is just behind its key. */
function scalarRange(text: string, event: ScalarEvent, keyEnd: number): Range {
  if (event.valueStart < 0) return { start: Math.max(keyEnd + 1, 0), end: Math.max(keyEnd + 1, 0) }
  switch (event.style) {
    case SCALAR_STYLE.SINGLE_QUOTED:
    case SCALAR_STYLE.DOUBLE_QUOTED:
      return { start: event.valueStart - 1, end: event.valueEnd + 1 }
    case SCALAR_STYLE.LITERAL_BLOCK:
    case SCALAR_STYLE.FOLDED_BLOCK:
      return blockRange(text, event)
    default:
      return { start: event.valueStart, end: event.valueEnd }
  }
}

function blockRange(text: string, event: ScalarEvent): Range {
  const lineEnd = event.valueStart - 1
  const lineStart = text.lastIndexOf('\n', lineEnd - 1) + 1
  const header = text.slice(lineStart, lineEnd).search(/[|>][-+0-9]*[ \t]*(?:#.*)?\r?$/)
  const content = text.slice(event.valueStart, event.valueEnd).trimEnd()
  return { start: header < 0 ? event.valueStart : lineStart + header, end: event.valueStart + content.length }
}

/** Behind the bracket that closes an empty flow collection. */
function closingBracket(text: string, start: number): number {
  const closing = text.startsWith('{', start) ? '}' : text.startsWith('[', start) ? ']' : undefined
  const at = closing === undefined ? -1 : text.indexOf(closing, start)
  return at === -1 ? start : at + 1
}
