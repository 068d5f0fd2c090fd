import { Unwritable } from '../../../check/fixable/change.ts'
import type { Path } from '../../../core/model/location.ts'
import type { Edit } from '../../../core/text/unified-diff.ts'
import {
  beginsLine,
  type Container,
  endWithComment,
  findLineEnd,
  nextLine,
  type Outline,
  type OutlineEntry,
  readMargin,
  startOfLine,
} from '../propose/outline.ts'

/** Entries of a collection with their commas, lines and comments. Without any, it is `{}` or `[]`. Throws Unwritable. */
export function removeEdits(outline: Outline, paths: readonly Path[]): readonly Edit[] {
  const collection = outline.collectionAt(paths[0]?.slice(0, -1) ?? [])
  const { entries, style } = collection
  const removed = new Set(paths.map((path) => collection.find(path.at(-1))))
  if (removed.has(undefined)) throw new Unwritable('it is written elsewhere: behind an alias or a merge key')
  if (removed.size === entries.length) return [emptied(outline.text, collection)]
  return listRuns(entries, removed).flatMap((run) =>
    style === 'flow' ? fromFlow(run) : fromBlock(outline.text, collection, run),
  )
}

interface EntryRun {
  readonly before: OutlineEntry | undefined
  readonly removed: readonly OutlineEntry[]
  readonly after: OutlineEntry | undefined
}

function listRuns(
  entries: readonly OutlineEntry[],
  removed: ReadonlySet<OutlineEntry | undefined>,
): readonly EntryRun[] {
  const indexes = [...removed].flatMap((entry) => entry?.index ?? []).sort((one, other) => one - other)
  const starts = indexes.flatMap((index, at) => (indexes[at - 1] === index - 1 ? [] : at))
  return starts.map((at, run) => {
    const first = indexes[at] ?? 0
    const end = first + (starts[run + 1] ?? indexes.length) - at
    return { before: entries[first - 1], removed: entries.slice(first, end), after: entries[end] }
  })
}

function fromFlow({ before, removed, after }: EntryRun): readonly Edit[] {
  const [start, end] = [removed[0]?.start ?? 0, removed.at(-1)?.end ?? 0]
  return [{ start: after ? start : (before?.end ?? start), end: after?.start ?? end, text: '' }]
}

function fromBlock(text: string, collection: Container, { removed, after }: EntryRun): readonly Edit[] {
  const [first] = removed
  if (first === undefined || beginsLine(text, first.start))
    return removed.map((entry) => fromLines(text, collection, entry))
  if (!after) throw new Unwritable('it shares its line with what is before it')
  return [{ start: first.start, end: after.start, text: '' }]
}

function fromLines(text: string, collection: Container, entry: OutlineEntry): Edit {
  const end = endWithComment(text, entry.end)
  if (text.slice(end, findLineEnd(text, end)).trim() !== '')
    throw new Unwritable('something follows on its last line')
  const start = startOfLine(text, blockStart(text, collection, entry))
  if (nextLine(text, end) < text.length || text.endsWith('\n'))
    return { start, end: nextLine(text, end), text: '' }
  return { start: findLineEnd(text, start - 1), end: text.length, text: '' }
}

/** A block goes up to its key. */
function emptied(text: string, { kind, style, start, end }: Container): Edit {
  const written = kind === 'array' ? '[]' : '{}'
  if (style === 'flow') return { start, end, text: written }
  const blanks = /\s*$/.exec(text.slice(0, start))?.[0] ?? ''
  const before = start - blanks.length
  return text[before - 1] === ':'
    ? { start: before, end, text: ` ${written}` }
    : { start, end, text: written }
}

/**
 * Finds the start of an entry of a block with the comment lines right above it, as far in as itself. Those above a first entry
 * may be about all of them, and do not count.
 */
export function blockStart(text: string, { entries }: Container, entry: OutlineEntry): number {
  if (entry === entries[0] || !beginsLine(text, entry.start)) return entry.start
  const margin = readMargin(text, entry.start)
  let start = startOfLine(text, entry.start)
  for (;;) {
    const above = startOfLine(text, start - 1)
    const line = start === 0 ? '' : text.slice(above, start)
    if (!line.startsWith(`${margin}#`)) return start + margin.length
    start = above
  }
}

/** Entries in another order, each with its comments. Throws Unwritable for a comment that may be about another one, or about all. */
export function sortEdits(
  outline: Outline,
  path: Path,
  order: readonly (string | number)[],
): readonly Edit[] {
  const collection = outline.collectionAt(path)
  const { entries } = collection
  const { text } = outline
  const sorted = order.map(collection.find)
  if (sorted.length !== entries.length || new Set(sorted).size !== sorted.length)
    throw new Unwritable('a key occurs twice, or is merged')
  const slots = entries.map((entry) => findSlot(text, collection, entry))
  const ends = [startOfComments(text, collection), ...slots.map(({ end }) => end)]
  const starts = [...slots.map(({ start }) => start), endOfComments(text, collection)]
  if (ends.some((end, index) => text.slice(end, starts[index]).includes('#')))
    throw new Unwritable('a comment among them may be about all of them')
  return entries.flatMap((entry, index) => {
    const other = sorted[index]
    if (other === undefined || other === entry) return []
    const { start, end } = findSlot(text, collection, entry)
    const moved = findSlot(text, collection, other)
    return [{ start, end, text: text.slice(moved.start, moved.end) }]
  })
}

/** The lines right above the first entry of a block, and the start of a flow collection. */
function startOfComments(text: string, { style, start, entries }: Container): number {
  if (style === 'flow') return start
  let at = startOfLine(text, entries[0]?.start ?? start)
  for (;;) {
    const above = startOfLine(text, at - 1)
    if (at === 0 || !/^\s*(?:#.*)?$/.test(text.slice(above, at).trimEnd())) return at
    at = above
  }
}

/** The lines below the last entry of a block that are as far in, and the end of a flow collection. */
function endOfComments(text: string, { style, end, entries }: Container): number {
  if (style === 'flow') return end
  const [first, last] = [entries[0]?.start ?? end, entries.at(-1)?.end ?? end]
  const margin = readMargin(text, first)
  let at = nextLine(text, endWithComment(text, last))
  for (;;) {
    const line = text.slice(at, nextLine(text, at))
    if (line === '' || !(line.trim() === '' || line.startsWith(`${margin}#`) || /^[ \t]+#/.test(line)))
      return at
    at = nextLine(text, at)
  }
}

function findSlot(text: string, collection: Container, entry: OutlineEntry): { start: number; end: number } {
  if (collection.style === 'flow') return { start: entry.start, end: entry.end }
  return { start: blockStart(text, collection, entry), end: endWithComment(text, entry.end) }
}
