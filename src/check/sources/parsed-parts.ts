import type { SourceDocument } from '../../core/model/source-document.ts'
import { parsePart, type ReferencedText } from '../../engine/openapi/files.ts'

/** Files that definitions refer to, parsed: most of them are the same in both versions, and are looked at several times. */
export interface ParsedParts {
  /** One document for each name and text: a file's objects tell which file they are of. */
  readonly parse: (name: string, text: string) => SourceDocument
  /** The text that was last parsed under a name. */
  readonly findText: (name: string) => string | undefined
}

type ParsedVersion = Pick<ReferencedText, 'text'> & { readonly document: SourceDocument }

/** Holds about as many characters as `maxKept`, and is then emptied. */
export function createParsedParts(maxKept: number): ParsedParts {
  const known = new Map<string, ParsedVersion[]>()
  let length = 0
  return {
    findText: (name) => known.get(name)?.at(-1)?.text,
    parse: (name, text) => {
      const found = known.get(name)?.find((version) => version.text === text)
      if (found) return found.document
      const document = parsePart({ name, text })
      if (length > maxKept) known.clear()
      length = (length > maxKept ? 0 : length) + text.length
      known.set(name, [...(known.get(name) ?? []), { text, document }])
      return document
    },
  }
}
