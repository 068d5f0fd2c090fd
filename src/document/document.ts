import type { Location, Path } from '../model/location.ts'
import { readJson } from './json.ts'
import type { KeyFault } from './key-fault.ts'
import { createLocator } from './lines.ts'
import { ParseError } from './parse-error.ts'
import { readYaml } from './yaml.ts'

export { ParseError } from './parse-error.ts'

/** A parsed document that still knows where each of its values stands in the text. */
export interface SourceDocument {
  /** Without a byte order mark; positions count in it. */
  readonly text: string
  readonly value: unknown
  /** Where the value at `path` stands; a path that does not exist gives its nearest existing ancestor. */
  readonly locate: (path: Path) => Location
  /** The keys that readers may understand differently, in the order of the text. */
  readonly keyFaults: () => readonly PlacedKeyFault[]
}

export interface PlacedKeyFault extends Pick<KeyFault, 'path' | 'kind'> {
  readonly location: Location
}

/**
 * Reads a document. Nothing is looked up in the text until `locate` is first called. An object or array under a key
 * begins behind the key's colon and ends with the last value in it, as Spectral has it; any other value is its own
 * characters. Throws ParseError.
 */
export function parseDocument(text: string, format: 'json' | 'yaml'): SourceDocument {
  if (latest?.format !== format || latest.text !== text)
    latest = { text, format, document: parse(text, format) }
  return latest.document
}

/** Where a definition is checked in one process it is read twice: to know its places, and to evaluate it. */
let latest: { readonly text: string; readonly format: string; readonly document: SourceDocument } | undefined

function parse(text: string, format: 'json' | 'yaml'): SourceDocument {
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  if (body.trim() === '') throw new ParseError('the document is empty', 1, 1)
  const { value, place, keyFaults } = format === 'json' ? readJson(body) : readYaml(body)
  const toLocation = createLocator(body)
  const secondLine = body.indexOf('\n') + 1
  return {
    text: body,
    value,
    locate: (path) => {
      const range = place(path)
      // Spectral counts a root that begins on the second line from the first: a lone comment or `---` above it.
      const isSecondLine = range.start === secondLine && place([]).start === secondLine
      return toLocation({ start: isSecondLine ? 0 : range.start, end: range.end })
    },
    keyFaults: () =>
      keyFaults().map(({ path, kind, range }) => ({ path, kind, location: toLocation(range) })),
  }
}
