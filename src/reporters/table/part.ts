import { oneLine, withoutLineCommands } from '../../core/text/sanitize.ts'
import { measureWidth, wrap } from '../../core/text/width.ts'
import type { Paint } from './palette.ts'

/** Columns between texts on one line. */
export const columnGap = 2

/** A text in one style, and what follows it on its last line if there is room, else below it. */
export interface Part {
  readonly text: string
  readonly paint: Paint
  readonly aside?: Part | undefined
  /** The column of the aside if there is room, so that those of several rows are aligned. */
  readonly asideAt?: number | undefined
}

/** The columns that a part needs on one line. */
export function measurePart({ text, aside, asideAt = 0 }: Part): number {
  const width = measureWidth(oneLine(text))
  return aside ? Math.max(width + columnGap, asideAt) + measurePart(aside) : width
}

/** A part in painted lines of at most `width` columns. */
export function breakPart({ text, paint, aside, asideAt = 0 }: Part, width: number): string[] {
  const lines = wrap(oneLine(text), width)
  if (aside === undefined) return lines.map(paint)
  const last = lines.at(-1) ?? ''
  const least = measureWidth(last) + columnGap
  const room = width - measurePart(aside)
  if (least > room) return [...lines.map(paint), ...breakPart(aside, width)]
  const start = asideAt > least && asideAt <= room ? asideAt : least
  const spaces = ' '.repeat(start - measureWidth(last))
  return [...lines.slice(0, -1).map(paint), paint(last) + spaces + breakPart(aside, width).join('')]
}

/** A label and a text, whose further lines are indented like its first. */
export function renderHanging(label: string, paint: Paint, text: string, width: number): string[] {
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
