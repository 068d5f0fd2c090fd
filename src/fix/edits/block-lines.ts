import type { Collection, Entry } from '../outline.ts'
import { beginsLine, endWithComment, marginAt, startOfLine } from '../scan.ts'

/**
 * Where an entry of a block begins with the comment lines right above it, as far in as itself. Those above a first entry
 * may be about all of them, and do not count.
 */
export function blockStart(text: string, { entries }: Collection, entry: Entry): number {
  if (entry === entries[0] || !beginsLine(text, entry.start)) return entry.start
  const margin = marginAt(text, entry.start)
  let start = startOfLine(text, entry.start)
  for (;;) {
    const above = startOfLine(text, start - 1)
    const line = start === 0 ? '' : text.slice(above, start)
    if (!line.startsWith(`${margin}#`)) return start + margin.length
    start = above
  }
}

/** Where it ends, with the comment behind it. */
export function blockEnd(text: string, entry: Entry): number {
  return endWithComment(text, entry.end)
}
