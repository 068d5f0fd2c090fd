import type { Path } from '../../../core/model/location.ts'
import { getValue } from '../../../core/model/record.ts'
import { type Edit, Refusal } from '../propose/change.ts'
import {
  beginsLine,
  type Collection,
  type Outline,
  type OutlineEntry,
  readMargin,
} from '../propose/outline.ts'
import {
  blockMember,
  findMargin,
  flowMember,
  jsonMember,
  quoted,
  styleAt,
  styleOf,
  yamlScalar,
} from '../propose/style.ts'

/** A scalar, quoted as the one before it. Throws Refusal. */
export function setEdits(outline: Outline, path: Path, value: unknown): readonly Edit[] {
  if (typeof value === 'object' && value !== null) throw new Refusal('only a scalar can be written there')
  const { text } = outline
  const { key, start, valueStart, end } = outline.entryAt(path)
  if (text[valueStart] === '*') throw new Refusal('it is an alias of what is written elsewhere')
  const before = text.slice(key?.end ?? start, valueStart).replace(/#.*/g, '')
  if (/[&!]/.test(before)) throw new Refusal('it has an anchor or a tag')
  const written = scalarLike(text.slice(valueStart, end), value, outline)
  const isBelow = key !== undefined && /^:\s*\n/.test(before)
  if (isBelow) return [{ start: key.end + 1, end, text: ` ${written}` }]
  return [
    { start: valueStart, end, text: valueStart === end && text[end - 1] !== ' ' ? ` ${written}` : written },
  ]
}

/** Another key, quoted as the one before it. Throws Refusal. */
export function renameEdits(outline: Outline, path: Path, to: string): readonly Edit[] {
  const { key } = outline.entryAt(path)
  const siblings = outline.collectionAt(path.slice(0, -1)).entries
  if (!key) throw new Refusal('it has no key')
  if (siblings.some(({ name }) => name === to)) throw new Refusal(`there is a ${to} already`)
  return [{ ...key, text: scalarLike(outline.text.slice(key.start, key.end), to, outline) }]
}

/** Keeps the style of the old one, unless the new string needs quotes that it did not need. */
function scalarLike(old: string, value: unknown, outline: Outline): string {
  if (outline.format === 'json') return JSON.stringify(value)
  if (typeof value !== 'string') return yamlScalar(value, { quote: "'" })
  if (/^[{[]/.test(old)) return yamlScalar(value, styleOf(outline))
  if (old.startsWith('"')) return quoted(value, '"')
  if (old.startsWith("'")) return quoted(value, "'")
  return isPlainLike(old, value) ? value : yamlScalar(value, styleOf(outline))
}

/** A part of a plain scalar, such as a path without its slash, or one with other letters, is plain. */
function isPlainLike(old: string, value: string): boolean {
  const kinds = (text: string) => new Set(text.replace(/[A-Za-z]/g, 'a').replace(/\d/g, '0'))
  const known = kinds(old)
  return (
    /^[A-Za-z/]/.test(value) &&
    value.length > 1 &&
    !/^(?:true|false|null|yes|no|on|off)$/i.test(value) &&
    [...kinds(value)].every((kind) => known.has(kind) && kind !== '\n') &&
    !/[:#]\s|\s#|:$|\s$/.test(value)
  )
}

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
function inBlock(outline: Outline, collection: Collection, { start }: OutlineEntry, key: string): Edit {
  const written = blockMember(key, [0], findMargin(outline.text, collection), styleAt(outline, collection))
  return { start, end: start, text: written.slice(0, -1) }
}

/** With the blanks that the object around it has within its braces. */
function inFlow(
  { text, ...outline }: Outline,
  { start, entries }: Collection,
  entry: OutlineEntry,
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

function inJson(outline: Outline, { start, end, name }: OutlineEntry, path: Path, key: string): Edit {
  const { text } = outline
  const style = styleAt(outline, outline.collectionAt(path.slice(0, -1)))
  const margin = beginsLine(text, start) ? readMargin(text, start) : undefined
  const value = [{ [name]: getValue(outline.value, path) }]
  return { start, end, text: jsonMember(key, value, margin, style) }
}
