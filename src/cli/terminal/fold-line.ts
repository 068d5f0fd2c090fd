import { widthOf, wrap } from '../../text/width.ts'
import type { Io } from './io.ts'

/** How long a line may be: as a terminal is wide, and in a log, or for a program, without an end. */
export function lineWidth(io: Io, stream: 'stdout' | 'stderr'): number {
  return io[stream].isTTY ? io.width : Number.POSITIVE_INFINITY
}

/** A label and a text in lines of at most `width` columns; what goes on is set in. */
export function foldLine(label: string, text: string, width: number, margin = label.length): string[] {
  if (widthOf(label + text) <= width) return [label + text]
  const [first = '', ...rest] = wrap(text, width - Math.max(margin, label.length))
  return [label + first, ...rest.map((line) => ' '.repeat(margin) + line)]
}
