import type { Path } from '../../model/location.ts'
import { valueAt } from '../../model/record.ts'
import { type Edit, Refusal } from '../change.ts'
import type { Collection, Entry, Outline } from '../outline.ts'
import { beginsLine, marginAt } from '../scan.ts'
import { blockMember, flowMember, jsonMember, marginOf, styleOf } from '../style.ts'

/** A member in an object of its own, in a list under a new key. What is written of it stays, with its comments. Throws Refusal. */
export function wrapEdits(outline: Outline, path: Path, key: string): readonly Edit[] {
  const collection = outline.collectionAt(path.slice(0, -1))
  const entry = outline.entryAt(path)
  if (entry.key === undefined) throw new Refusal('it has no key')
  if (collection.entries.some(({ name }) => name === key)) throw new Refusal(`there is a ${key} already`)
  if (collection.style === 'block') return [inBlock(outline, collection, entry, key)]
  const isJson = outline.format === 'json' || outline.text[entry.key.start] === '"'
  return isJson ? [inJson(outline, entry, path, key)] : inFlow(outline, collection, entry, key)
}

/** The list is written as the text has others: as far in as its key, or farther. */
function inBlock(outline: Outline, collection: Collection, { start }: Entry, key: string): Edit {
  const written = blockMember(key, [0], marginOf(outline.text, collection), styleOf(outline))
  return { start, end: start, text: written.slice(0, -1) }
}

/** With the blanks that the object around it has within its braces. */
function inFlow(
  { text, ...outline }: Outline,
  { start, entries }: Collection,
  entry: Entry,
  key: string,
): Edit[] {
  const first = entries[0]?.start ?? start + 1
  const gap = text[start + 1] === ' ' && text.slice(start + 1, first).trim() === '' ? ' ' : ''
  const name = flowMember(key, '', styleOf({ text, ...outline })).replace(/: .*/, ':')
  return [
    { start: entry.start, end: entry.start, text: `${name} [{${gap}` },
    { start: entry.end, end: entry.end, text: `${gap}}]` },
  ]
}

function inJson(outline: Outline, { start, end, name }: Entry, path: Path, key: string): Edit {
  const { text } = outline
  const style = styleOf(outline)
  const margin = beginsLine(text, start) ? marginAt(text, start) : undefined
  const value = [{ [name]: valueAt(outline.value, path) }]
  return { start, end, text: jsonMember(key, value, margin, style, style.isTight ? ':' : ': ') }
}
