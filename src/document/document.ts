import type { SourceDocument } from '../model/source-document.ts'
import { readJson } from './json.ts'
import { createLocator } from './lines.ts'
import { ParseError } from './parse-error.ts'
import { readYaml } from './yaml.ts'

export { ParseError } from './parse-error.ts'

/**
 * Reads a document. Nothing is looked up in the text until `locate` is first called. An object or array under a key
 * begins behind the key's colon and ends with the last value in it, as Spectral has it; any other value is its own
 * characters. Throws ParseError.
 */
export function parseDocument(text: string, format: 'json' | 'yaml'): SourceDocument {
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
