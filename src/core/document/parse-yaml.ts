import {
  CORE_SCHEMA,
  constructFromEvents,
  EVENT_ID,
  type Event,
  getScalarValue,
  mergeTag,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from 'js-yaml'
import { once } from '../model/once.ts'
import type { Range } from './lines.ts'
import { findLooseFault } from './loose-fault.ts'
import {
  createParseError,
  describeYamlFault,
  findPlainFault,
  maxDepth,
  ParseError,
  tooDeep,
  type YamlFault,
} from './parse-error.ts'
import { findKeyFaults, type ParsedText } from './parsed-text.ts'
import { readSimpleYaml } from './simple/read.ts'
import { findStrays } from './strays.ts'
import { addNode, closeCollection, createNodes, mark, nodeSize, type Tree } from './tree.ts'

const schema = once(() => CORE_SCHEMA.withTags(mergeTag))

export function parseYaml(text: string): ParsedText {
  const { events, value } = parse(text)
  const tree = once(() => readEventTree(text, events))
  const strays = () => findStrays(text, listQuoted(events))
  return { value, tree, keyFaults: () => findKeyFaults(text, tree()), strays }
}

function parse(text: string): { events: readonly Event[]; value: unknown } {
  let events: readonly Event[] = []
  try {
    events = parseEvents(text, { maxDepth })
    assertOneDocument(text, events)
    const fault = findAliasFault(text, events)
    if (fault) throw createParseError(text, fault.offset, fault.reason)
    const [value] = constructFromEvents([...events], { source: text, schema: schema(), json: true })
    return { events, value }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const { reason, mark } = error
    const offset = /complex keys/.test(reason) ? findComplexKey(events) : (mark?.position ?? 0)
    const plain = findPlainFault(text, (mark?.line ?? 0) + 1)
    if (plain) throw plain
    if (reason.startsWith('nesting exceeded')) throw createParseError(text, offset, tooDeep)
    const found =
      events.length > 0 ? { reason, offset } : findLooseFault(text, { reason, offset }, findYamlFault)
    const fault = describeYamlFault(text, found, isReadable)
    throw createParseError(text, fault.offset, fault.reason)
  }
}

/** Whether the text is a mapping or a list, or nothing. */
function isReadable(text: string): boolean {
  if (readSimpleYaml(text)) return true
  try {
    const [, content] = parseEvents(text, { maxDepth })
    return content?.type !== EVENT_ID.SCALAR || isAbsent(content)
  } catch {
    return false
  }
}

/** Why js-yaml refuses a text. */
function findYamlFault(text: string): YamlFault | undefined {
  try {
    parseEvents(text, { maxDepth })
    return undefined
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    return { reason: error.reason, offset: error.mark?.position ?? 0 }
  }
}

function listQuoted(events: readonly Event[]): readonly Range[] {
  return events.flatMap((event) =>
    event.type === EVENT_ID.SCALAR && isQuoted(event) ? [findScalarRange('', event)] : [],
  )
}

function isQuoted({ style }: ScalarEvent): boolean {
  return style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED
}

interface OpenCollection {
  readonly start: number
  readonly isMapping: boolean
  /** How many keys and values it has. */
  count: number
}

/** Where the first list or mapping is that is the key of a mapping. Of a mapping that begins with it, that is where the mapping is. */
function findComplexKey(events: readonly Event[]): number {
  const open: OpenCollection[] = []
  for (const event of events) {
    const parent = open.at(-1)
    if (event.type === EVENT_ID.POP) open.pop()
    else if (event.type === EVENT_ID.SCALAR || event.type === EVENT_ID.ALIAS) addEntry(parent)
    else {
      const start = 'start' in event ? event.start : 0
      if (addEntry(parent)) return parent?.start === start - 1 ? parent.start : start
      open.push({ start, isMapping: event.type === EVENT_ID.MAPPING, count: 0 })
    }
  }
  return 0
}

/** Whether it is a key. */
function addEntry(parent: OpenCollection | undefined): boolean {
  return parent?.isMapping === true && parent.count++ % 2 === 0
}

function assertOneDocument(text: string, events: readonly Event[]): void {
  const [, second] = events.flatMap(({ type }, at) => (type === EVENT_ID.DOCUMENT ? [at] : []))
  const offset = second === undefined ? undefined : findContentOffset(events.slice(second))
  if (offset !== undefined) throw createParseError(text, offset, 'found a second document (---)')
  if (events.length === 0 || isAbsent(events[1])) throw new ParseError('the document is empty', 1, 1)
}

function isAbsent(content: Event | undefined): boolean {
  return content?.type === EVENT_ID.SCALAR && content.valueStart < 0
}

/** Undefined behind a last `---` or `...` with nothing below it. */
function findContentOffset(events: readonly Event[]): number | undefined {
  for (const event of events) {
    if (event.type === EVENT_ID.SCALAR && event.valueStart >= 0) return event.valueStart
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) return event.start
    if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1
  }
  return undefined
}

/** The target of an anchor: its event, and its node unless it is a key. */
interface Anchor {
  readonly node: number | undefined
  readonly event: Event
}

/** The nodes of one document by its parser's events. Needs stack for each level, as the parser did. */
function readEventTree(text: string, events: readonly Event[]): Tree {
  const nodes = createNodes(text)
  // The key of node n is at n / nodeSize.
  const keys: Event[] = []
  const targets = new Map<number, number>()
  const anchors = new Map<string, Anchor>()
  let next = 1
  /** Where the scalars and the beginnings of collections end that were read. */
  let passed = 0

  /** An absent value is just behind its key, an absent item or key at its mark. */
  function measure(event: Event | undefined, keyEnd?: number): Range {
    const absent = isAbsent(event) && (keyEnd === undefined ? findMark(text, passed) : keyEnd + 1)
    const range = absent === false ? measureEvent(text, event) : { start: absent, end: absent }
    passed = Math.max(passed, range.end)
    return range
  }

  function addValue(key?: Event): number {
    const event = events[next++]
    const { start: keyStart, end: keyEnd } = key ? measure(key) : { start: -1, end: -1 }
    const own = measure(event, key && keyEnd)
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
    if (last === -1) nodes.marks[node + mark.end] = findClosingBracket(text, start)
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

/** What may precede a mark: the ends of other nodes, and what belongs to an absent one. */
const beforeMark = /(?:[\s:,[\]{}]|[&!]\S*|(?<!\S)#[^\r\n]*)*/y

/** Behind the next dash, or at the next `?`, from the end of what comes before. */
function findMark(text: string, from: number): number {
  beforeMark.lastIndex = from
  beforeMark.test(text)
  const { lastIndex: at } = beforeMark
  return text.startsWith('-', at) ? at + 1 : at
}

function measureEvent(text: string, event: Event | undefined): Range {
  if (event?.type === EVENT_ID.SCALAR) return findScalarRange(text, event)
  if (event?.type === EVENT_ID.ALIAS) return { start: event.anchorStart - 1, end: event.anchorEnd }
  const start = event && 'start' in event ? event.start : 0
  return { start, end: start }
}

/** A scalar as written: with its quotes, or from the `|` or `>` of a block. */
function findScalarRange(text: string, event: ScalarEvent): Range {
  const { style, valueStart: start, valueEnd: end } = event
  if (isQuoted(event)) return { start: start - 1, end: end + 1 }
  return style === SCALAR_STYLE.PLAIN ? { start, end } : findBlockRange(text, event)
}

function findBlockRange(text: string, event: ScalarEvent): Range {
  const lineEnd = event.valueStart - 1
  const lineStart = text.lastIndexOf('\n', lineEnd - 1) + 1
  const header = text.slice(lineStart, lineEnd).search(/[|>][-+0-9]*[ \t]*(?:#[^\n]*)?\r?$/)
  const content = text.slice(event.valueStart, event.valueEnd).trimEnd()
  return { start: header < 0 ? event.valueStart : lineStart + header, end: event.valueStart + content.length }
}

/** The end of an empty flow collection. */
function findClosingBracket(text: string, start: number): number {
  const closing = text.startsWith('{', start) ? '}' : text.startsWith('[', start) ? ']' : undefined
  const at = closing === undefined ? -1 : text.indexOf(closing, start)
  return at === -1 ? start : at + 1
}

/** Beyond this many nodes, once aliases are written out, a text is taken for a bomb. */
const maxExpandedNodes = 2_000_000

/**
 * Finds what is wrong with the aliases of a document, if anything: one inside its own anchor has no end, and
 * a few lines of aliases to aliases can stand for more nodes than any memory holds.
 */
function findAliasFault(text: string, events: readonly Event[]): YamlFault | undefined {
  const sizes = new Map<string, number>()
  const open: { readonly anchor: string | undefined; size: number }[] = [{ anchor: undefined, size: 0 }]

  function close(size: number, anchor: string | undefined): void {
    const parent = open.at(-1)
    if (parent) parent.size += size
    if (anchor !== undefined) sizes.set(anchor, size)
  }

  function alias(name: string, offset: number): YamlFault | undefined {
    if (open.some(({ anchor }) => anchor === name)) {
      return { reason: `the alias *${name} is inside its own anchor`, offset }
    }
    close(sizes.get(name) ?? 1, undefined)
    if (open.every(({ size }) => size <= maxExpandedNodes)) return undefined
    return { reason: 'the aliases expand to too many nodes', offset }
  }

  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      const closed = open.pop()
      if (closed) close(closed.size, closed.anchor)
    } else if (event.type === EVENT_ID.ALIAS) {
      const fault = alias(text.slice(event.anchorStart, event.anchorEnd), event.anchorStart)
      if (fault) return fault
    } else if (event.type === EVENT_ID.SCALAR) close(1, findAnchor(text, event))
    else open.push({ anchor: findAnchor(text, event), size: 1 })
  }
  return undefined
}

function findAnchor(text: string, event: Event): string | undefined {
  if (!('anchorStart' in event) || event.anchorStart < 0) return undefined
  return text.slice(event.anchorStart, event.anchorEnd)
}
