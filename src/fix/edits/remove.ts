import type { Path } from '../../model/location.ts'
import type { Edit } from '../change.ts'
import { Refusal } from '../change.ts'
import type { Collection, Entry, Outline } from '../outline.ts'
import { beginsLine, endOfLine, nextLine, startOfLine } from '../scan.ts'
import { blockEnd, blockStart } from './block-lines.ts'

/** An entry with its comma, its lines and its comments. Without the last one, a collection is `{}` or `[]`. Throws Refusal. */
export function removeEdits(outline: Outline, path: Path): readonly Edit[] {
  const collection = outline.collectionAt(path.slice(0, -1))
  const { text } = outline
  const { entries, style } = collection
  const index = entries.findLastIndex(({ name }) => name === path.at(-1))
  const entry = entries[index]
  if (!entry) throw new Refusal('it is written elsewhere: behind an alias or a merge key')
  if (entries.length === 1) return [emptied(text, collection)]
  if (style === 'flow') return [fromFlow(entries, index, entry)]
  return [fromBlock(text, collection, index, entry)]
}

function fromFlow(entries: readonly Entry[], index: number, entry: Entry): Edit {
  const next = entries[index + 1]
  return next
    ? { start: entry.start, end: next.start, text: '' }
    : { start: entries[index - 1]?.end ?? entry.start, end: entry.end, text: '' }
}

function fromBlock(text: string, collection: Collection, index: number, entry: Entry): Edit {
  const end = blockEnd(text, entry)
  if (text.slice(end, endOfLine(text, end)).trim() !== '')
    throw new Refusal('something follows on its last line')
  const next = collection.entries[index + 1]
  if (!beginsLine(text, entry.start)) {
    if (!next) throw new Refusal('it shares its line with what is before it')
    return { start: entry.start, end: next.start, text: '' }
  }
  const start = startOfLine(text, blockStart(text, collection, entry))
  if (nextLine(text, end) < text.length || text.endsWith('\n'))
    return { start, end: nextLine(text, end), text: '' }
  return { start: endOfLine(text, start - 1), end: text.length, text: '' }
}

/** A block goes up to its key. */
function emptied(text: string, { kind, style, start, end }: Collection): Edit {
  const written = kind === 'array' ? '[]' : '{}'
  if (style === 'flow') return { start, end, text: written }
  const blanks = /\s*$/.exec(text.slice(0, start))?.[0] ?? ''
  const before = start - blanks.length
  return text[before - 1] === ':'
    ? { start: before, end, text: ` ${written}` }
    : { start, end, text: written }
}
