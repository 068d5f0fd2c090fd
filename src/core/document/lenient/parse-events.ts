import { COLLECTION_STYLE, EVENT_ID, type Event, parseEvents, SCALAR_STYLE, YAMLException } from 'js-yaml'
import type { Range } from '../lines.ts'
import { findValues, type LooseProblem } from './find-loose-places.ts'

/** The start of js-yaml's reason for a text that is nested more deeply than it accepts. */
export const tooDeep = 'nesting exceeded'

/** A value in brackets or quotes, parsed as a document of its own. */
interface EventPart extends Range {
  readonly events: readonly Event[]
  readonly depth: number
}

/**
 * The events of a YAML text, with offsets in it. As in libyaml, lines in brackets and quotes may be indented at will, and a
 * comment may begin right behind a bracket or quote. js-yaml refuses both, but not in a document that is one such value: each is
 * parsed by itself, and a string of its length stands for it in the rest. A text that js-yaml takes is left as it is. Takes
 * time in proportion to the text. Throws YAMLException.
 */
export function parseLenientEvents(text: string, maxDepth: number): Event[] {
  try {
    return parseEvents(text, { maxDepth })
  } catch (error) {
    if (!(error instanceof YAMLException) || error.reason.startsWith(tooDeep)) throw error
    const events = parseInParts(text, maxDepth)
    if (events) return events
    throw error
  }
}

/** Undefined unless the parser finds each value where the scanner found it. */
function parseInParts(text: string, maxDepth: number): Event[] | undefined {
  const { values, tightComments, problems: found } = findValues(text)
  const problems = [...found]
  const clean = replaceRanges(text, tightComments, (length) => ' '.repeat(length))
  const parts = values.flatMap((value) => parsePart(clean, value, maxDepth, problems))
  const rest = replaceRanges(clean, parts, (length) => `"${' '.repeat(length - 2)}"`)
  try {
    return joinParts(text, parseEvents(rest, { maxDepth }), parts, maxDepth)
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const position = error.mark?.position ?? 0
    const { offset, reason } = findLastProblem(problems, position) ?? {
      offset: position,
      reason: error.reason,
    }
    return YAMLException.throwAt(text, offset, reason)
  }
}

function parsePart(
  text: string,
  { start, end }: Range,
  maxDepth: number,
  problems: LooseProblem[],
): EventPart[] {
  try {
    const events = parseEvents(text.slice(start, end), { maxDepth }).slice(1, -1)
    for (const event of events) move(event, start)
    return isOneValue(events[0], { start, end }) ? [{ start, end, events, depth: countLevels(events) }] : []
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    problems.push({ start, offset: start + (error.mark?.position ?? 0), reason: error.reason })
    return []
  }
}

/** The problem in the last value that the parser came to. */
function findLastProblem(problems: readonly LooseProblem[], position: number): LooseProblem | undefined {
  const passed = problems.filter(({ start }) => start <= position)
  return passed.sort((a, b) => a.start - b.start).at(-1)
}

function joinParts(text: string, rest: readonly Event[], parts: readonly EventPart[], maxDepth: number) {
  const joined: Event[] = []
  let next = 0
  // The event of the document itself adds no level.
  let depth = -1
  for (const event of rest) {
    const part = parts[next]
    if (part && event.type === EVENT_ID.SCALAR && isOneValue(event, part)) {
      if (depth + part.depth > maxDepth) YAMLException.throwAt(text, part.start, tooDeep)
      for (const inner of addProperties(part.events, event)) joined.push(inner)
      next++
    } else joined.push(event)
    depth += measureDepthStep(event)
  }
  return next === parts.length ? joined : undefined
}

/** Whether an event is that of a value in brackets or quotes, from its first character to its last if it is a scalar. */
function isOneValue(event: Event | undefined, { start, end }: Range): boolean {
  if (event?.type === EVENT_ID.SCALAR)
    return event.style !== SCALAR_STYLE.PLAIN && event.valueStart === start + 1 && event.valueEnd === end - 1
  const isCollection = event?.type === EVENT_ID.SEQUENCE || event?.type === EVENT_ID.MAPPING
  return isCollection && event.style === COLLECTION_STYLE.FLOW && event.start === start
}

/** The anchor and tag of what stood for a value are the value's. */
function addProperties([first, ...others]: readonly Event[], stand: Event): readonly Event[] {
  if (!first || !('tagStart' in first) || !('tagStart' in stand)) return []
  const { anchorStart, anchorEnd, tagStart, tagEnd } = stand
  return [{ ...first, anchorStart, anchorEnd, tagStart, tagEnd }, ...others]
}

const offsets = ['start', 'valueStart', 'valueEnd', 'anchorStart', 'anchorEnd', 'tagStart', 'tagEnd'] as const

function move(event: Event, by: number): void {
  if (!('anchorStart' in event)) return
  const marks: { [Name in (typeof offsets)[number]]?: number } = event
  for (const name of offsets) {
    const { [name]: offset = -1 } = marks
    if (offset >= 0) marks[name] = offset + by
  }
}

function measureDepthStep({ type }: Event): number {
  if (type === EVENT_ID.POP) return -1
  return type === EVENT_ID.SCALAR || type === EVENT_ID.ALIAS ? 0 : 1
}

/** Levels, of which a scalar is one. */
function countLevels(events: readonly Event[]): number {
  let [depth, deepest] = [0, 0]
  for (const event of events) {
    if (event.type !== EVENT_ID.POP) deepest = Math.max(deepest, depth + 1)
    depth += measureDepthStep(event)
  }
  return deepest
}

function replaceRanges(text: string, ranges: readonly Range[], replace: (length: number) => string): string {
  const pieces: string[] = []
  let at = 0
  for (const range of ranges) {
    pieces.push(text.slice(at, range.start), replace(range.end - range.start))
    at = range.end
  }
  return [...pieces, text.slice(at)].join('')
}
