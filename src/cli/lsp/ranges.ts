import type { Range } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { lineStarts } from '../../text/line-starts.ts'

/** What an editor underlines in a document. */
export interface Ranges {
  /** The key or the value there, at most to the end of its line. Both count from 1. */
  readonly at: (line: number, column: number) => Range
  /** The first line that is not blank: for what is about a file. */
  readonly first: () => Range
}

/** Lines end at `\n` here, and a byte order mark is not counted: an editor sees both in another way. */
export function createRanges(document: TextDocument): Ranges {
  const text = document.getText()
  const starts = lineStarts(text, text.startsWith('\ufeff') ? 1 : 0)
  const range = (start: number, length: number) => ({
    start: document.positionAt(start),
    end: document.positionAt(start + length),
  })
  const restOfLine = (start: number) => {
    const end = text.indexOf('\n', start)
    return text.slice(start, end === -1 ? undefined : end).trimEnd()
  }
  return {
    at: (line, column) => {
      const start = Math.min((starts[line - 1] ?? text.length) + column - 1, text.length)
      return range(start, lengthOf(restOfLine(start)))
    },
    first: () => {
      const start = Math.max(text.search(/[^\s\ufeff]/), 0)
      return range(start, restOfLine(start).length)
    },
  }
}

/** A quoted text, or what comes before a colon, a comment or a bracket. At least one character, if there is one. */
function lengthOf(rest: string): number {
  const [quoted] = /^"(?:[^"\\]|\\.)*"|^'(?:[^']|'')*'/.exec(rest) ?? []
  if (quoted !== undefined) return quoted.length
  const [plain = ''] = /^(?:(?!:(?:\s|$)|\s#|[,\]}]).)*/.exec(rest) ?? []
  return Math.max(plain.trimEnd().length, Math.min(rest.length, 1))
}
