import { type Change, type Edit, Refusal } from '../propose/change.ts'
import {
  beginsLine,
  type Collection,
  endOfLine,
  endWithComment,
  nextLine,
  type Outline,
  type OutlineEntry,
  readMargin,
} from '../propose/outline.ts'
import {
  blockMember,
  findMargin,
  flowMember,
  flowValue,
  itemValue,
  jsonMember,
  jsonValue,
  type Style,
  styleAt,
} from '../propose/style.ts'
import { blockStart } from './entries.ts'

type Insert = Extract<Change, { op: 'insert' }>

interface Insertion {
  readonly outline: Outline
  readonly collection: Collection
  readonly change: Insert
  readonly style: Style
}

export function insertEdits(outline: Outline, change: Insert): readonly Edit[] {
  const collection = outline.collectionAt(change.path)
  if (change.key !== undefined && collection.entries.some(({ name }) => name === change.key))
    throw new Refusal(`there is a ${change.key} already`)
  const insertion = { outline, collection, change, style: styleAt(outline, collection) }
  if (collection.style === 'block') return [inBlock(insertion)]
  return [collection.entries.length === 0 ? inEmpty(insertion) : inFlow(insertion)]
}

function inBlock({ outline, collection, change: { key, value, before }, style }: Insertion): Edit {
  const { text } = outline
  const margin = findMargin(text, collection)
  const item = () =>
    isFlow(text, collection) ? style.dashGap + flowValue(value, style) : itemValue(value, margin, style)
  const written = key === undefined ? `-${item()}` : blockMember(key, value, margin, style)
  const line = style.newline + (isSpaced(text, collection) ? style.newline : '')
  const next = before === undefined ? undefined : collection.entries.find(({ name }) => name === before)
  if (next) {
    const at = blockStart(text, collection, next)
    return { start: at, end: at, text: written + line + margin }
  }
  const last = collection.entries.at(-1)
  if (!last) throw new Refusal('the object or list is empty')
  const kept = endOfKeptLines(outline, last)
  if (kept !== undefined && text[kept - 1] === '\n')
    return { start: kept, end: kept, text: margin + written + style.newline }
  const at = endWithComment(text, last.end)
  if (at !== endOfLine(text, at) && text.slice(at, endOfLine(text, at)).trim() !== '')
    throw new Refusal('something follows on its last line')
  return { start: at, end: at, text: line + margin + written }
}

/** Behind the blank lines that belong to a block scalar with `+` at the end of an entry; undefined: there is none. */
function endOfKeptLines({ text, lastScalarOf }: Outline, entry: OutlineEntry): number | undefined {
  if (!/^[|>]\d?\+/.test(text.slice(lastScalarOf(entry), entry.end))) return undefined
  const at = nextLine(text, entry.end)
  return at + (/^(?:[ \t]*\r?\n)*/.exec(text.slice(at))?.[0].length ?? 0)
}

function isFlow(text: string, { entries }: Collection): boolean {
  return /[{[]/.test(text[entries.at(-1)?.valueStart ?? 0] ?? '')
}

function isSpaced(text: string, { entries }: Collection): boolean {
  const gaps = entries.slice(1).map(({ start }, index) => text.slice(entries[index]?.end, start))
  return gaps.length > 0 && gaps.every((gap) => /\n[ \t\r]*\n/.test(gap))
}

function inFlow(insertion: Insertion): Edit {
  const { outline, collection, change, style } = insertion
  const { text } = outline
  const { entries } = collection
  const last = entries.at(-1)
  if (!last) throw new Refusal('the object or list is empty')
  const isLaidOut = beginsLine(text, last.start)
  const margin = isLaidOut ? readMargin(text, last.start) : undefined
  const isOneLine = /^[{[][^\n]*$/.test(text.slice(last.valueStart, last.end))
  const written = inBrackets(insertion, isOneLine ? undefined : margin)
  const next = change.before === undefined ? undefined : entries.find(({ name }) => name === change.before)
  const gap = isLaidOut ? style.newline + margin : findGap(text, collection, style)
  if (next) return { start: next.start, end: next.start, text: `${written},${gap}` }
  return { start: last.end, end: last.end, text: `,${gap}${written}` }
}

function findGap(text: string, { entries }: Collection, { isTight }: Style): string {
  const [first, second] = entries
  if (first && second) return /[ \t]*$/.exec(text.slice(first.end, second.start))?.[0] ?? ''
  return isTight ? '' : ' '
}

/** `[]` and `{}` are replaced, so that lines can be added where the text has them. */
function inEmpty(insertion: Insertion): Edit {
  const { style } = insertion
  const { text, format } = insertion.outline
  const { start, end, kind } = insertion.collection
  const [open, close] = kind === 'array' ? '[]' : '{}'
  const outer = readMargin(text, start)
  const isLaidOut = format === 'json' && text.includes('\n')
  const margin = isLaidOut ? outer + style.step : undefined
  const written = inBrackets(insertion, margin)
  const inside =
    margin === undefined ? written : `${style.newline}${margin}${written}${style.newline}${outer}`
  return { start, end, text: `${open}${inside}${close}` }
}

function inBrackets({ outline, collection, change, style }: Insertion, margin: string | undefined): string {
  const { text, format } = outline
  const { entries } = collection
  const { key, value } = change
  const isJson = format === 'json' || entries.some((entry) => entry.key && text[entry.key.start] === '"')
  if (!isJson) return key === undefined ? flowValue(value, style) : flowMember(key, value, style)
  return key === undefined ? jsonValue(value, margin, style) : jsonMember(key, value, margin, style)
}
