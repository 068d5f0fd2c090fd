import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml'
import type { Range } from './lines.ts'
import { addNode, closeCollection, createNodes, mark, nodeSize, type Tree } from './tree.ts'
import { findAnchor } from './yaml-aliases.ts'

/** What an anchor comes before: the node, unless that is a key, and the event. */
interface Anchor {
  readonly node: number | undefined
  readonly event: Event
}

/** The nodes of one document by its parser's events. Needs stack for each level, as the parser did. */
export function treeOfEvents(text: string, events: readonly Event[]): Tree {
  const nodes = createNodes(text)
  // The key of node n is at n / nodeSize.
  const keys: Event[] = []
  const targets = new Map<number, number>()
  const anchors = new Map<string, Anchor>()
  let next = 1

  function addValue(key?: Event): number {
    const event = events[next++]
    const { start: keyStart, end: keyEnd } = key ? measureEvent(text, key, -1) : { start: -1, end: -1 }
    const own = event ? measureEvent(text, event, keyEnd) : { start: 0, end: 0 }
    const isOwn = !key || event?.type === EVENT_ID.SCALAR
    const node = addNode(nodes, keyStart, keyEnd, isOwn ? own.start : keyEnd + 1)
    nodes.marks[node + mark.end] = own.end
    if (key) keys[node / nodeSize] = noteAnchor(key, undefined)?.event ?? key
    const target = event && noteAnchor(event, node)?.node
    if (target !== undefined) targets.set(node, target)
    if (event?.type === EVENT_ID.MAPPING) close(node, own.start, addPairs())
    if (event?.type === EVENT_ID.SEQUENCE) close(node, own.start, addItems())
    return node
  }

  function close(node: number, start: number, last: number): void {
    if (last === -1) nodes.marks[node + mark.end] = closingBracket(text, start)
    else closeCollection(nodes, node, last)
  }

  /** Gives the last value; -1 where there is none. A key is a scalar or an alias of one: the parser takes no other. */
  function addPairs(): number {
    for (let last = -1; ; ) {
      const key = events[next++]
      if (!key || key.type === EVENT_ID.POP) return last
      last = addValue(key)
    }
  }

  function addItems(): number {
    let last = -1
    while (next < events.length && events[next]?.type !== EVENT_ID.POP) last = addValue()
    next++
    return last
  }

  function noteAnchor(event: Event, node: number | undefined): Anchor | undefined {
    const name = findAnchor(text, event)
    if (name === undefined) return undefined
    if (event.type === EVENT_ID.ALIAS) return anchors.get(name)
    anchors.set(name, { node, event })
    return undefined
  }

  function readKey(node: number): string {
    const key = keys[node / nodeSize]
    if (key?.type !== EVENT_ID.SCALAR) return ''
    return key.valueStart < 0 ? 'null' : getScalarValue(text, key)
  }

  addValue()
  return { nodes, keyOf: readKey, hasMerges: true, targetOf: (node) => targets.get(node) }
}

function measureEvent(text: string, event: Event, keyEnd: number): Range {
  if (event.type === EVENT_ID.SCALAR) return scalarRange(text, event, keyEnd)
  if (event.type === EVENT_ID.ALIAS) return { start: event.anchorStart - 1, end: event.anchorEnd }
  const start = 'start' in event ? event.start : 0
  return { start, end: start }
}

/** A scalar as written: with its quotes, or from the `|` or `>` of a block. An absent one is just behind its key. */
function scalarRange(text: string, event: ScalarEvent, keyEnd: number): Range {
  if (event.valueStart < 0) return { start: Math.max(keyEnd + 1, 0), end: Math.max(keyEnd + 1, 0) }
  const { style, valueStart: start, valueEnd: end } = event
  if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED)
    return { start: start - 1, end: end + 1 }
  return style === SCALAR_STYLE.PLAIN ? { start, end } : blockRange(text, event)
}

function blockRange(text: string, event: ScalarEvent): Range {
  const lineEnd = event.valueStart - 1
  const lineStart = text.lastIndexOf('\n', lineEnd - 1) + 1
  const header = text.slice(lineStart, lineEnd).search(/[|>][-+0-9]*[ \t]*(?:#.*)?\r?$/)
  const content = text.slice(event.valueStart, event.valueEnd).trimEnd()
  return { start: header < 0 ? event.valueStart : lineStart + header, end: event.valueStart + content.length }
}

/** The end of an empty flow collection. */
function closingBracket(text: string, start: number): number {
  const closing = text.startsWith('{', start) ? '}' : text.startsWith('[', start) ? ']' : undefined
  const at = closing === undefined ? -1 : text.indexOf(closing, start)
  return at === -1 ? start : at + 1
}
