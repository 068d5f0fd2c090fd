import type { SourceDocument } from '../../core/model/source-document.ts'
import { parsePart } from '../../engine/referenced-files.ts'

/** Files that definitions refer to, parsed: most of them are the same in both versions, and are looked at several times. */
export interface ParsedParts {
  /** One document for each name and text: a file's objects tell which file they are of. */
  readonly parse: (name: string, text: string) => SourceDocument
}

/** Holds about as many characters as `maxKept`, and then begins anew. */
export function createParsedParts(maxKept: number): ParsedParts {
  const known = new Map<string, SourceDocument>()
  let length = 0
  return {
    parse: (name, text) => {
      const key = `${name}\0${text}`
      const found = known.get(key)
      if (found) return found
      const parsed = parsePart({ name, text })
      if (length > maxKept) known.clear()
      length = (length > maxKept ? 0 : length) + text.length
      known.set(key, parsed)
      return parsed
    },
  }
}
