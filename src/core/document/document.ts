import { once } from '../model/once.ts'
import type { SourceDocument } from '../model/source-document.ts'
import { createLocator, createOffsets, type Range } from './lines.ts'
import { findLostQuotes } from './lost-quotes.ts'
import type { ParsedText } from './parsed-text.ts'
import { createPlaces } from './places.ts'
import { readDocument } from './read-document.ts'
import { collectStarts, skipBlank } from './starts.ts'

export { ParseError } from './parse-error.ts'

/**
 * Reads a document. Nothing is looked up in the text until `locate` is first called. An object or array under a key
 * begins behind the key's colon and ends with the last value in it, as Spectral has it; any other value is its own
 * characters. If a key occurs twice the last value counts. Throws ParseError.
 */
export function parseDocument(text: string, format: 'json' | 'yaml'): SourceDocument {
  const body = withoutMark(text)
  return createDocument(body, readDocument(body, format))
}

export function withoutMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

/** What has been read of a text, with the places in it. */
export function createDocument(body: string, read: ParsedText): SourceDocument {
  const toLocation = createLocator(body)
  const toOffset = createOffsets(body)
  const places = once(() => createPlaces(read.tree()))
  const keyFaults = once(read.keyFaults)
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
    locate: (path) => toLocation(ofRoot(places()(path))),
    locateKey: (path) => {
      const { key, ...value } = places()(path)
      return toLocation(
        key !== undefined && /[\s:{[&*!]/.test(body.charAt(value.start)) ? key : ofRoot(value),
      )
    },
    locateStart: (path) => {
      const { start, end } = places()(path)
      return toLocation({ start: Math.min(skipBlank(body, start), body.length), end })
    },
    textOf: (path) => {
      const { start, end } = places()(path)
      return body.slice(start, end)
    },
    beginsAt: (line, char) => starts().has(toOffset(line, char)),
    keyFaults: () =>
      keyFaults().map(({ path, kind, range }) => ({ path, kind, location: toLocation(range) })),
    lostQuotes: () =>
      findLostQuotes(body, read.tree()).map(({ range, ...lost }) => ({
        ...lost,
        location: toLocation(range),
      })),
  }
}
