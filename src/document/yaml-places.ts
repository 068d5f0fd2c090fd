import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE, type ScalarEvent } from 'js-yaml'
import type { Path } from '../model.ts'
import type { Range } from './lines.ts'
import { linkYamlEvents } from './yaml-tree.ts'

interface Place {
  /** Index of the value's event. */
  readonly index: number
  /** Offset behind the key, its closing quote included; -1 for an item and the root. */
  readonly keyEnd: number
}

interface Children {
  readonly get: (segment: string | number) => Place | undefined
  readonly last: Place | undefined
}

const mergeKey = '<<'

/**
 * Finds values in YAML text by its events. An alias is where a path ends: what it stands for is elsewhere. A value
 * that a merge key brought in is found where it is written.
 */
export function createYamlPlaces(text: string, events: readonly Event[]): (path: Path) => Range {
  const tree = linkYamlEvents(text, events)
  const listed = new Map<number, Children>()

  function childrenOf(index: number): Children | undefined {
    const type = events[index]?.type
    if (type !== EVENT_ID.MAPPING && type !== EVENT_ID.SEQUENCE) return undefined
    let children = listed.get(index)
    if (!children) {
      children = type === EVENT_ID.MAPPING ? listPairs(index) : listItems(index)
      listed.set(index, children)
    }
    return children
  }

  function listItems(sequence: number): Children {
    const items: Place[] = []
    const end = tree.next(sequence) - 1
    for (let index = sequence + 1; index < end; index = tree.next(index)) items.push({ index, keyEnd: -1 })
    return { get: (segment) => items[Number(segment)], last: items.at(-1) }
  }

  function listPairs(mapping: number): Children {
    const pairs = new Map<string, Place>()
    const merged: number[] = []
    let last: Place | undefined
    const end = tree.next(mapping) - 1
    for (let key = mapping + 1; key < end; key = tree.next(key + 1)) {
      const event = events[key]
      if (event?.type !== EVENT_ID.SCALAR) return { get: (segment) => pairs.get(String(segment)), last }
      last = { index: key + 1, keyEnd: scalarRange(text, event, -1).end }
      const name = event.valueStart < 0 ? 'null' : getScalarValue(text, event)
      if (name === mergeKey) merged.push(key + 1)
      else pairs.set(name, last)
    }
    return { get: (segment) => pairs.get(String(segment)) ?? findMerged(merged, segment), last }
  }

  function findMerged(sources: readonly number[], segment: string | number): Place | undefined {
    for (const source of sources) {
      const index = tree.target(source) ?? source
      const found =
        events[index]?.type === EVENT_ID.SEQUENCE
          ? findMerged(itemsOf(index), segment)
          : childrenOf(index)?.get(segment)
      if (found) return found
    }
    return undefined
  }

  function itemsOf(sequence: number): number[] {
    const items: number[] = []
    const end = tree.next(sequence) - 1
    for (let index = sequence + 1; index < end; index = tree.next(index)) items.push(index)
    return items
  }

  function find(path: Path): Place {
    let place: Place = { index: tree.root, keyEnd: -1 }
    for (const segment of path) {
      const child = childrenOf(place.index)?.get(segment)
      if (!child) break
      place = child
    }
    return place
  }

  function endOf(place: Place): number {
    let last = place
    for (let child = childrenOf(last.index)?.last; child; child = childrenOf(last.index)?.last) last = child
    return rangeOf(last).end
  }

  function rangeOf({ index, keyEnd }: Place): Range {
    const event = events[index]
    if (event?.type === EVENT_ID.SCALAR) return scalarRange(text, event, keyEnd)
    if (event?.type === EVENT_ID.ALIAS) return { start: event.anchorStart - 1, end: event.anchorEnd }
    if (event?.type !== EVENT_ID.MAPPING && event?.type !== EVENT_ID.SEQUENCE) return { start: 0, end: 0 }
    return { start: event.start, end: closingBracket(text, event.start) }
  }

  return (path) => {
    const place = find(path)
    const isScalar = events[place.index]?.type === EVENT_ID.SCALAR
    const start = isScalar || place.keyEnd === -1 ? rangeOf(place).start : place.keyEnd + 1
    return { start, end: endOf(place) }
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
