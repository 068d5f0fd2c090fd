import type { Range } from 'vscode-languageserver'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import type { Issue } from '../../model/issue.ts'
import { placeOf } from '../../reporters/issue-order.ts'

type Placed = Pick<Issue, 'line' | 'column' | 'location'>

/** What an editor underlines: the key or the value that an issue is at, at most to the end of its line. */
export function rangeAt(document: TextDocument, issue: Placed): Range {
  const text = document.getText()
  const { line, column } = placeOf(issue as Issue)
  const start = offsetOf(text, Math.max(line, 1), Math.max(column, 1))
  const end = start + lengthOf(text.slice(start, endOfLine(text, start)))
  return { start: document.positionAt(start), end: document.positionAt(end) }
}

/** The whole of the first line that is not blank: for what is about a file. */
export function firstLine(document: TextDocument): Range {
  const text = document.getText()
  const start = Math.max(text.search(/\S/), 0)
  const end = start + text.slice(start, endOfLine(text, start)).trimEnd().length
  return { start: document.positionAt(start), end: document.positionAt(end) }
}

/** Lines end at `\n` here, and a byte order mark is not counted: an editor may see both in another way. */
function offsetOf(text: string, line: number, column: number): number {
  let start = text.startsWith('\ufeff') ? 1 : 0
  for (let count = 1; count < line; count++) {
    const end = text.indexOf('\n', start)
    if (end === -1) return text.length
    start = end + 1
  }
  return Math.min(start + column - 1, text.length)
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

/** A quoted text, or what comes before a colon, a comment or a bracket. At least one character, if there is one. */
function lengthOf(rest: string): number {
  const [quoted] = /^"(?:[^"\\]|\\.)*"|^'(?:[^']|'')*'/.exec(rest) ?? []
  if (quoted !== undefined) return quoted.length
  const [plain = ''] = /^(?:(?!:(?:\s|$)|\s#|[,\]}]).)*/.exec(rest) ?? []
  return Math.max(plain.trimEnd().length, Math.min(rest.trimEnd().length, 1))
}
