import { CORE_SCHEMA, constructFromEvents, EVENT_ID, type Event, mergeTag, YAMLException } from 'js-yaml'
import { once } from '../model/once.ts'
import { findPosition } from '../text/places.ts'
import { findKeyFaults } from './key-faults.ts'
import { tooDeep as exceeded, parseLenientEvents } from './lenient/parse-events.ts'
import { ParseError } from './parse-error.ts'
import type { ParsedText } from './parsed-text.ts'
import { plainFault } from './plain-fault.ts'
import { findAliasFault } from './yaml-aliases.ts'
import { treeOfEvents } from './yaml-event-nodes.ts'

/** Deeper collections are refused: the parser beneath needs stack for each level. */
export const maxDepth = 300
export const tooDeep = `it is nested more than ${maxDepth} deep`

const schema = once(() => CORE_SCHEMA.withTags(mergeTag))

export function parseYaml(text: string): ParsedText {
  const { events, value } = parse(text)
  const tree = once(() => treeOfEvents(text, events))
  return { value, tree, keyFaults: () => findKeyFaults(text, tree()) }
}

function parse(text: string): { events: Event[]; value: unknown } {
  try {
    const events = parseLenientEvents(text, maxDepth)
    assertOneDocument(text, events)
    const fault = findAliasFault(text, events)
    if (fault) throw yamlParseError(text, fault.offset, fault.reason)
    const [value] = constructFromEvents(events, { source: text, schema: schema(), json: true })
    return { events, value }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const [line, column] = [(error.mark?.line ?? 0) + 1, (error.mark?.column ?? 0) + 1]
    throw plainFault(text, line) ?? new ParseError(describeYamlError(error), line, column)
  }
}

/** In words that say what to do, where js-yaml's do not. */
function describeYamlError({ reason }: YAMLException): string {
  if (reason.startsWith(exceeded)) return tooDeep
  return reason === 'deficient indentation' ? 'this line must be indented more than its key' : reason
}

function assertOneDocument(text: string, events: readonly Event[]): void {
  const documents = events.filter((event) => event.type === EVENT_ID.DOCUMENT)
  if (documents.length === 0 || isAbsent(events[1])) throw new ParseError('the document is empty', 1, 1)
  if (documents.length === 1) return
  const second = events.indexOf(documents[1] ?? events[0] ?? { type: EVENT_ID.POP })
  const offset = contentOffset(events.slice(second))
  if (offset !== undefined) throw yamlParseError(text, offset, 'found a second document (---)')
}

function isAbsent(content: Event | undefined): boolean {
  return content?.type === EVENT_ID.SCALAR && content.valueStart < 0
}

/** Undefined behind a last `---` or `...` with nothing below it. */
function contentOffset(events: readonly Event[]): number | undefined {
  for (const event of events) {
    if (event.type === EVENT_ID.SCALAR && event.valueStart >= 0) return event.valueStart
    if (event.type === EVENT_ID.MAPPING || event.type === EVENT_ID.SEQUENCE) return event.start
    if (event.type === EVENT_ID.ALIAS) return event.anchorStart - 1
  }
  return undefined
}

function yamlParseError(text: string, offset: number, reason: string): ParseError {
  const { line, column } = findPosition(text, offset)
  return new ParseError(reason, line, column)
}
