/** The line and column, both from 1, of an offset in `text`. */
export function findPosition(text: string, offset: number): { line: number; column: number } {
  const starts = listLineStarts(text)
  const line = Math.max(
    starts.findLastIndex((start) => start <= offset),
    0,
  )
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
}

/** The offsets at which the lines of a text begin. `\n`, `\r\n` and a `\r` alone end one, as in YAML and in editors. */
export function listLineStarts(text: string, first = 0): Int32Array {
  if (text.includes('\r') && /\r(?!\n)/.test(text))
    return Int32Array.from([first, ...Array.from(text.matchAll(/\n|\r(?!\n)/g), ({ index }) => index + 1)])
  let starts = new Int32Array((text.length >> 5) + 16)
  starts[0] = first
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (count === starts.length) {
      const longer = new Int32Array(count * 2)
      longer.set(starts)
      starts = longer
    }
    starts[count++] = at + 1
  }
  return starts.subarray(0, count)
}

/** `openapi.yaml:3:14`, as editors and terminals take it; the file alone where no place in it is meant. */
export function placeText(file: string, at?: { start_line: number; start_char: number }): string {
  return at === undefined ? file : `${file}:${at.start_line}:${at.start_char}`
}
