import type { Path } from '../../model/location.ts'
import type { Edit } from '../change.ts'
import { Refusal } from '../change.ts'
import type { Collection, Entry, Outline } from '../outline.ts'
import { blockEnd, blockStart } from './block-lines.ts'

/** Entries in another order, each with its comments; what is between them stays where it is. Throws Refusal. */
export function sortEdits(
  outline: Outline,
  path: Path,
  order: readonly (string | number)[],
): readonly Edit[] {
  const collection = outline.collectionAt(path)
  const { entries } = collection
  const { text } = outline
  const sorted = order.map((name) => entries.find((entry) => entry.name === name))
  if (sorted.length !== entries.length || new Set(sorted).size !== sorted.length)
    throw new Refusal('a key occurs twice, or is merged')
  return entries.flatMap((entry, index) => {
    const other = sorted[index]
    if (other === undefined || other === entry) return []
    const { start, end } = slotOf(text, collection, entry)
    const moved = slotOf(text, collection, other)
    return [{ start, end, text: text.slice(moved.start, moved.end) }]
  })
}

function slotOf(text: string, collection: Collection, entry: Entry): { start: number; end: number } {
  if (collection.style === 'flow') return { start: entry.start, end: entry.end }
  return { start: blockStart(text, collection, entry), end: blockEnd(text, entry) }
}
