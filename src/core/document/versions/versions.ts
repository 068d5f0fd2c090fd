import type { SourceDocument } from '../../model/source-document.ts'
import { createDocument, withoutMark } from '../document.ts'
import { readDocument } from '../read-document.ts'
import { findChange } from './change.ts'
import { rereadJson } from './reread-json.ts'
import { rereadYaml } from './reread-yaml.ts'
import type { Version } from './version.ts'

/** The versions of one text that is being edited. */
export interface Versions {
  /** What `parseDocument` gives. Objects that an edit left alone are those of the version before. Throws ParseError. */
  readonly read: (text: string, format: 'json' | 'yaml') => SourceDocument
}

export function createVersions(): Versions {
  const series = {}
  let last: (Version & { readonly document: SourceDocument }) | undefined
  return {
    read: (text, format) => {
      const body = withoutMark(text)
      const before = last?.format === format ? last : undefined
      if (before?.text === body) return before.document
      const read = (before && reread(before, body)) ?? readDocument(body, format)
      const document = { ...createDocument(body, read), series }
      last = { format, text: body, read, document }
      return document
    },
  }
}

/** Undefined where the whole text is to be read. */
function reread(before: Version, text: string) {
  const change = findChange(before.text, text)
  return before.format === 'json' ? rereadJson(before, text, change) : rereadYaml(before, text, change)
}
