/** The line and column, both from 1, of an offset in `text`. Lines end at `\n`, so CRLF text counts as one writes it. */
export function findPosition(text: string, offset: number): { line: number; column: number } {
  let line = 1
  let lineStart = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++
    lineStart = at + 1
  }
  return { line, column: offset - lineStart + 1 }
}

/** The offsets at which the lines of a text begin. They end at `\n`, so CRLF text counts as one writes it. */
export function listLineStarts(text: string, first = 0): readonly number[] {
  const starts = [first]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** `openapi.yaml:3:14`, as editors and terminals take it; the file alone where no place in it is meant. */
export function placeText(file: string, at?: { start_line: number; start_char: number }): string {
  return at === undefined ? file : `${file}:${at.start_line}:${at.start_char}`
}
