import type { FixedFile } from './fix-result.ts'

/** The text as the file has it, with its byte order mark, and the edits in that. */
export function withMark({ mark, before, edits }: FixedFile): Pick<FixedFile, 'before' | 'edits'> {
  const { length } = mark
  const moved = edits.map(({ start, end, text }) => ({ start: start + length, end: end + length, text }))
  return { before: mark + before, edits: moved }
}
