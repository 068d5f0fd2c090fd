import type { Path } from '../model/location.ts'
import type { SourceDocument } from '../model/source-document.ts'

export interface Position {
  readonly line: number
  readonly column: number
}

/** Where the key that ends `path` stands; for an item of a list, or a key that is not there, `locate`'s answer. */
export function keyPosition(document: SourceDocument, path: Path): Position {
  const { start_line: line, start_char: column } = document.locate(path)
  const key = path.at(-1)
  if (typeof key !== 'string' || key === '') return { line, column }
  const { text } = document
  const start = lastKeyBefore(text, key, offsetOf(text, line, column))
  return start === -1 ? { line, column } : positionOf(text, start)
}

/** The last place up to `offset` where `key` and a colon stand, quotes included. */
function lastKeyBefore(text: string, key: string, offset: number): number {
  for (
    let at = text.lastIndexOf(key, offset);
    at !== -1;
    at = at === 0 ? -1 : text.lastIndexOf(key, at - 1)
  ) {
    if (!/^["']?[ \t]*:/.test(text.slice(at + key.length, at + key.length + 100))) continue
    return /["']/.test(text.charAt(at - 1)) ? at - 1 : at
  }
  return -1
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let passed = 1; passed < line; passed++) start = text.indexOf('\n', start) + 1
  return start + column - 1
}

function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
