import { gap } from './text.ts'

/** Colour, and characters of one column each: letters of most alphabets and marks between words, none of them an emoji. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: chalk's colours begin with it.
const simple = /^(?:[ -~\u00b0-\u02ff\u0370-\u0482\u2010-\u2027\u2500-\u257f]|\u001b\[\d+m)*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const colour = /\u001b\[\d+m/g

/**
 * The rows of a grid as cli-table3 draws them, in a small part of its time; undefined where a text is not one of simple
 * characters, or wider than its column.
 */
export function plainGrid(
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  aligns: readonly string[],
): string[] | undefined {
  const lines: string[] = []
  for (const cells of rows) {
    let line = ''
    for (const [index, text] of cells.entries()) {
      const missing = (widths[index] ?? 0) - columnsOf(text)
      // Not a number for what is not simple.
      if (!(missing >= 0)) return undefined
      const spaces = ' '.repeat(missing)
      line += (index === 0 ? '' : between) + (aligns[index] === 'right' ? spaces + text : text + spaces)
    }
    lines.push(line.trimEnd())
  }
  return lines
}

const between = ' '.repeat(gap)

function columnsOf(text: string): number {
  if (!simple.test(text)) return Number.NaN
  return text.includes('\u001b') ? text.replace(colour, '').length : text.length
}
