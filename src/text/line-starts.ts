/** The offsets at which the lines of a text begin. They end at `\n`, so CRLF text counts as one writes it. */
export function lineStarts(text: string, first = 0): readonly number[] {
  const starts = [first]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
