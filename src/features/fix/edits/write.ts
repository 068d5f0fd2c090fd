import { type Change, Unwritable } from '../../../check/fixable/change.ts'
import type { Path } from '../../../core/model/location.ts'
import { getValue } from '../../../core/model/record.ts'
import type { Edit } from '../../../core/text/unified-diff.ts'
import {
  beginsLine,
  type Container,
  endWithComment,
  findLineEnd,
  nextLine,
  type Outline,
  type OutlineEntry,
} from '../propose/outline.ts'
import {
  blockMember,
  chooseStyle,
  findMargin,
  flowMember,
  flowValue,
  itemValue,
  jsonMember,
  jsonValue,
  quoted,
  type Style,
  styleOf,
  yamlScalar,
} from '../propose/style.ts'
import { blockStart } from './entries.ts'

type Insert = Extract<Change, { op: 'insert' }>

interface Insertion {
  readonly outline: Outline
  readonly collection: Container
  readonly change: Insert
  readonly style: Style
}

export function insertEdits(outline: Outline, change: Insert): readonly Edit[] {
  const collection = outline.collectionAt(change.path)
  if (change.key !== undefined && collection.find(change.key))
    throw new Unwritable(`there is a ${change.key} already`)
  const insertion = { outline, collection, change, style: chooseStyle(outline, collection) }
  if (collection.style === 'block') return [inBlock(insertion)]
  return [collection.entries.length === 0 ? inEmpty(insertion) : inFlow(insertion)]
}

function inBlock({ outline, collection, change: { key, value, before }, style }: Insertion): Edit {
  const { text } = outline
  const margin = findMargin(text, collection)
  const item = () =>
    isFlow(text, collection) ? style.dashGap + flowValue(value, style) : itemValue(value, margin, style)
  const written = key === undefined ? `-${item()}` : blockMember(key, value, margin, style)
  const line = style.newline + (style.isSpaced ? style.newline : '')
  const next = collection.find(before)
  if (next) {
    const at = blockStart(text, collection, next)
    return { start: at, end: at, text: written + line + margin }
  }
  const last = collection.entries.at(-1)
  if (!last) throw new Unwritable('the object or list is empty')
  const kept = endOfKeptLines(outline, last)
  if (kept !== undefined && text[kept - 1] === '\n')
    return { start: kept, end: kept, text: margin + written + style.newline }
  const at = endWithComment(text, last.end)
  if (at !== findLineEnd(text, at) && text.slice(at, findLineEnd(text, at)).trim() !== '')
    throw new Unwritable('something follows on its last line')
  return { start: at, end: at, text: line + margin + written }
}

/** Behind the blank lines that belong to a block scalar with `+` at the end of an entry; undefined: there is none. */
function endOfKeptLines({ text, lastScalarOf }: Outline, entry: OutlineEntry): number | undefined {
  if (!/^[|>]\d?\+/.test(text.slice(lastScalarOf(entry), entry.end))) return undefined
  const at = nextLine(text, entry.end)
  return at + (/^(?:[ \t]*\r?\n)*/.exec(text.slice(at))?.[0].length ?? 0)
}

function isFlow(text: string, { entries }: Container): boolean {
  return /[{[]/.test(text[entries.at(-1)?.valueStart ?? 0] ?? '')
}

function inFlow(insertion: Insertion): Edit {
  const { outline, collection, change, style } = insertion
  const { text } = outline
  const { entries } = collection
  const last = entries.at(-1)
  if (!last) throw new Unwritable('the object or list is empty')
  const isLaidOut = beginsLine(text, last.start)
  const margin = isLaidOut ? outline.marginAt(last.start) : undefined
  const isOneLine = /^[{[][^\n]*$/.test(text.slice(last.valueStart, last.end))
  const written = inBrackets(insertion, isOneLine ? undefined : margin)
  const next = collection.find(change.before)
  const gap = isLaidOut ? style.newline + margin : findGap(text, collection, style)
  if (next) return { start: next.start, end: next.start, text: `${written},${gap}` }
  const line = text.slice(last.end, findLineEnd(text, last.end)).trimEnd()
  const [, comma = '', comment = ''] = /^([ \t]*,)?([ \t]*#.*)$/.exec(line) ?? []
  const ownLine = style.newline + outline.marginAt(last.start) + style.step
  const before = comment !== '' && !isLaidOut ? ownLine : gap
  const end = last.end + comma.length + comment.length
  return { start: last.end, end, text: `,${comment}${before}${written}${comma.trim()}` }
}

function findGap(text: string, { entries }: Container, { isTight }: Style): string {
  const [first, second] = entries
  if (first && second) return /[ \t]*$/.exec(text.slice(first.end, second.start))?.[0] ?? ''
  return isTight ? '' : ' '
}

/** `[]` and `{}` are replaced, so that lines can be added where the text has them. */
function inEmpty(insertion: Insertion): Edit {
  const { style, outline } = insertion
  const { start, end, kind } = insertion.collection
  const [open, close] = kind === 'array' ? '[]' : '{}'
  const outer = outline.marginAt(start)
  const isLaidOut = outline.format === 'json' && styleOf(outline).hasLines
  const margin = isLaidOut ? outer + style.step : undefined
  const written = inBrackets(insertion, margin)
  const inside =
    margin === undefined ? written : `${style.newline}${margin}${written}${style.newline}${outer}`
  return { start, end, text: `${open}${inside}${close}` }
}

function inBrackets({ change, style }: Insertion, margin: string | undefined): string {
  const { key, value } = change
  if (!style.isJson) return key === undefined ? flowValue(value, style) : flowMember(key, value, style)
  return key === undefined ? jsonValue(value, margin, style) : jsonMember(key, value, margin, style)
}

/** A scalar, quoted as the one before it. Throws Unwritable. */
export function setEdits(outline: Outline, path: Path, value: unknown): readonly Edit[] {
  if (typeof value === 'object' && value !== null) throw new Unwritable('only a scalar can be written there')
  const { text } = outline
  const { key, start, valueStart, end } = outline.entryAt(path)
  if (text[valueStart] === '*') throw new Unwritable('it is an alias of what is written elsewhere')
  const before = text.slice(key?.end ?? start, valueStart).replace(/#.*/g, '')
  if (/[&!]/.test(before)) throw new Unwritable('it has an anchor or a tag')
  const written = scalarLike(text.slice(valueStart, end), value, outline)
  const isBelow = key !== undefined && /^:\s*\n/.test(before)
  if (isBelow) return [{ start: key.end + 1, end, text: ` ${written}` }]
  return [
    { start: valueStart, end, text: valueStart === end && text[end - 1] !== ' ' ? ` ${written}` : written },
  ]
}

/** Another key, quoted as the one before it. Throws Unwritable. */
export function renameEdits(outline: Outline, path: Path, to: string): readonly Edit[] {
  const { key } = outline.entryAt(path)
  const siblings = outline.collectionAt(path.slice(0, -1))
  if (!key) throw new Unwritable('it has no key')
  if (siblings.find(to)) throw new Unwritable(`there is a ${to} already`)
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

/** A member in an object of its own, in a list under a new key. What is written of it stays, with its comments. Throws Unwritable. */
export function wrapEdits(outline: Outline, path: Path, key: string): readonly Edit[] {
  const collection = outline.collectionAt(path.slice(0, -1))
  const entry = outline.entryAt(path)
  if (entry.key === undefined) throw new Unwritable('it has no key')
  if (collection.find(key)) throw new Unwritable(`there is a ${key} already`)
  if (collection.style === 'block') return [wrapInBlock(outline, collection, entry, key)]
  const isJson = outline.format === 'json' || outline.text[entry.key.start] === '"'
  return isJson ? [wrapInJson(outline, entry, path, key)] : wrapInFlow(outline, collection, entry, key)
}

/** The list is written as the text has others: as far in as its key, or farther. */
function wrapInBlock(outline: Outline, collection: Container, { start }: OutlineEntry, key: string): Edit {
  const written = blockMember(
    key,
    [0],
    findMargin(outline.text, collection),
    chooseStyle(outline, collection),
  )
  return { start, end: start, text: written.slice(0, -1) }
}

/** With the blanks that the object around it has within its braces. */
function wrapInFlow(
  { text, ...outline }: Outline,
  { start, entries }: Container,
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

function wrapInJson(outline: Outline, { start, end, name }: OutlineEntry, path: Path, key: string): Edit {
  const { text } = outline
  const style = chooseStyle(outline, outline.collectionAt(path.slice(0, -1)))
  const margin = beginsLine(text, start) ? outline.marginAt(start) : undefined
  const value = [{ [name]: getValue(outline.value, path) }]
  return { start, end, text: jsonMember(key, value, margin, style) }
}
