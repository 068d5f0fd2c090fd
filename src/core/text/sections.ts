import { withoutLineCommands } from './sanitize.ts'
import { measureWidth, wrap } from './width.ts'

/** Columns between texts on one line. */
export const columnGap = 2

/** A label and a text, whose further lines are indented like its first. */
export function renderHanging(
  label: string,
  paint: (text: string) => string,
  text: string,
  width: number,
): string[] {
  const indent = ' '.repeat(measureWidth(label) + columnGap)
  const [first = '', ...rest] = wrap(text, width - indent.length)
  return [`${paint(label)}${' '.repeat(columnGap)}${first}`.trimEnd(), ...rest.map((line) => indent + line)]
}

/** Sections of lines as the whole text: an empty line between two, none for a section without lines. */
export function joinSections(sections: readonly (readonly string[])[]): string {
  const text = sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
  return `${withoutLineCommands(text)}\n`
}
