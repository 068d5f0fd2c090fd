import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
} from 'yaml'
import type { Path } from '../../model/location.ts'
import { ancestorsOnly } from './ancestors-only.ts'
import { isTooDeep } from './is-too-deep.ts'
import { nodeValue, resolved } from './node-value.ts'

/** What is at a place of a YAML or JSON text, which may be broken elsewhere, and at that place while it is typed. */
export interface Cursor {
  /** `key`: of a mapping, at `path`. `value`: what stands at `path`. `either`: the line has nothing else yet. */
  readonly at: 'key' | 'value' | 'either'
  readonly path: Path
  /** What is written there, whole. */
  readonly word: string
  /** The same up to the place. */
  readonly typed: string
  /** Offsets of `word` in the text, without its quotes. */
  readonly start: number
  readonly end: number
  readonly quote: '"' | "'" | ''
  /** A space must go before it: `severity:` becomes a key with one. */
  readonly needsSpace: boolean
  /** The text goes on with a colon: the key alone is missing. */
  readonly hasColon: boolean
  /** What the text has at another path; undefined if nothing. */
  readonly read: (path: Path) => unknown
}

/** Stands for the place in the text while it is parsed: no text of people has it. */
const mark = '\ue000'

/** Where something could be typed at `offset`; undefined in a comment, or in text that is nobody's but the writer's. */
export function cursorAt(text: string, offset: number): Cursor | undefined {
  if (text.includes(mark)) return undefined
  const found = cursorIn(text, offset)
  // What is broken before the place may hide it.
  const isHidden = found === undefined && !/^\s*[{[]/.test(text)
  return (isHidden ? cursorIn(ancestorsOnly(text, offset), offset) : found) ?? undefined
}

function cursorIn(text: string, offset: number): Cursor | null | undefined {
  const line = lineAt(text, offset)
  const typed = patched(line)
  const found = find(text, offset, typed)
  if (!found) return found
  // With the next line, it would be one key.
  const isOne = !/[\r\n]/.test(found.word)
  if (isOne && (found.at === 'key' || !isAlone(line, typed))) return found
  const asKey = find(text, offset, { ...typed, after: `${typed.after}: ` })
  return asKey?.at === 'key' ? { ...asKey, at: isOne ? 'either' : 'key' } : found
}

/** The word at `offset` of a text that is only read. */
export function wordAt(text: string, offset: number): Cursor | undefined {
  const document = parse(text)
  const found = search(document, (node) => isWithin(node, offset) && isScalar(node))
  return (found && cursorOf(found, document, text, offset, { ...nothing, shift: 0 })) ?? undefined
}

/** What a text says, and where; it may be broken. */
export interface Outline {
  readonly read: Cursor['read']
  /** Offset of the key that ends a path; undefined where there is none. */
  readonly keyAt: (path: Path) => number | undefined
}

export function outlineOf(text: string): Outline {
  const document = parse(text)
  return {
    read: (path) => nodeValue(nodeAt(document, path), document),
    keyAt: (path) => {
      const holder = nodeAt(document, path.slice(0, -1))
      const pair = isMap(holder)
        ? holder.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
        : undefined
      return isScalar(pair?.key) ? pair.key.range?.[0] : undefined
    },
  }
}

interface Line {
  readonly before: string
  readonly after: string
}

function lineAt(text: string, offset: number): Line {
  const before = text.slice(0, offset)
  const start = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1
  return { before: text.slice(start, offset), after: /^[^\r\n]*/.exec(text.slice(offset))?.[0] ?? '' }
}

/** What is put into the text, around the mark, so that it parses: `drop` characters before it go. */
interface Patch {
  readonly before: string
  readonly after: string
  readonly drop: number
  readonly needsSpace: boolean
}

const nothing: Patch = { before: '', after: '', drop: 0, needsSpace: false }

function patched({ before, after }: Line): Patch {
  const open = openQuote(before)
  if (open !== '') return { ...nothing, after: after.includes(open) ? '' : open }
  // Without quotes it would be a comment; an alias is what is meant.
  const [, comment] = /(?:^|[:,[-])\s*(#[\w-]*)$/.exec(before) ?? []
  if (comment !== undefined && /\S/.test(before.slice(0, -comment.length)))
    return { ...nothing, before: `"${comment}`, after: '"', drop: comment.length }
  if (/[^\s:]:$/.test(before)) return { ...nothing, before: ' ', needsSpace: true }
  return nothing
}

/** The quote that is open at the end of a line; in plain text, such as `it's`, there is none. */
function openQuote(before: string): string {
  let open = ''
  for (let at = 0; at < before.length; at++) {
    const char = before.charAt(at)
    if (open === '"' && char === '\\') at++
    else if (open === char) open = ''
    else if (open === '' && /["']/.test(char) && /(?:^|[\s[{,:])$/.test(before.slice(0, at))) open = char
    else if (open === '' && char === '#' && /(?:^|\s)$/.test(before.slice(0, at))) return ''
  }
  return open
}

/** Nothing but the word is on the line, or in its quotes: it may become a key. */
function isAlone({ before, after }: Line, { after: closing }: Patch): boolean {
  const rest = after.replace(/^[^\s,}\]"']*["']?/, '')
  return (
    /^\s*(?:- +)*["']?[^\s:,[\]{}"'#]*$/.test(before) && (closing !== '' || /^\s*(?:[}\],#].*)?$/.test(rest))
  )
}

interface Found {
  readonly node: Node
  readonly isKey: boolean
  readonly path: Path
}

/** Null: the place is in a text of many lines. */
function find(text: string, offset: number, patch: Patch): Cursor | null | undefined {
  const { before, after, drop } = patch
  const put = `${before}${mark}${after}`
  const document = parse(text.slice(0, offset - drop) + put + text.slice(offset))
  const found = search(document, (node) => isScalar(node) && holdsMark(node))
  const shift = put.length - drop
  return found && cursorOf(found, document, text, offset, { ...patch, shift })
}

function holdsMark({ value, source }: { readonly value: unknown; readonly source?: string }): boolean {
  return String(value).includes(mark) || (source?.includes(mark) ?? false)
}

function parse(text: string): Document {
  const readable = isTooDeep(text) ? '' : text
  return parseDocument(readable, {
    strict: false,
    uniqueKeys: false,
    logLevel: 'silent',
    prettyErrors: false,
  })
}

function isWithin(node: Node, offset: number): boolean {
  return node.range !== undefined && node.range !== null && node.range[0] <= offset && offset <= node.range[1]
}

/** Not by recursion: a hostile text may be deeper than the stack. */
function search(document: Document, fits: (node: Node) => boolean): Found | undefined {
  const pending: Found[] = document.contents ? [{ node: document.contents, isKey: false, path: [] }] : []
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (fits(next.node)) return next
    pending.push(...childrenOf(next))
  }
  return undefined
}

function childrenOf({ node, path, isKey }: Found): Found[] {
  if (isKey) return []
  if (isSeq(node))
    return node.items.flatMap((item, index) =>
      isNode(item) ? { node: item, isKey: false, path: [...path, index] } : [],
    )
  if (!isMap(node)) return []
  return node.items.flatMap((pair) => {
    if (!isPair(pair) || !isNode(pair.key)) return []
    const key = { node: pair.key, isKey: true, path }
    const name = isScalar(pair.key) ? String(pair.key.value) : ''
    return isNode(pair.value) ? [key, { node: pair.value, isKey: false, path: [...path, name] }] : [key]
  })
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || isCollection(value) || isAlias(value)
}

function cursorOf(
  { node, isKey, path }: Found,
  document: Document,
  text: string,
  offset: number,
  { drop, needsSpace, shift }: Patch & { readonly shift: number },
): Cursor | null {
  if (!isScalar(node) || !node.range || /^BLOCK/.test(node.type ?? '')) return null
  const quote = node.type === 'QUOTE_DOUBLE' ? '"' : node.type === 'QUOTE_SINGLE' ? "'" : ''
  // An alias that was typed without quotes gets them.
  const written = drop > 0 ? '' : quote
  const start = drop > 0 ? offset - drop : Math.min(node.range[0] + written.length, offset)
  const last = node.range[1] - shift
  const isClosed = written !== '' && last - start > 0 && text.charAt(last - 1) === written
  const end = Math.max(offset, Math.min(last - (isClosed ? 1 : 0), text.length))
  return {
    at: isKey ? 'key' : 'value',
    path,
    word: text.slice(start, end),
    typed: text.slice(start, offset),
    start,
    end,
    quote: written,
    needsSpace,
    hasColon: /^["']?\s*:/.test(text.slice(end)),
    read: (at) => nodeValue(nodeAt(document, at), document),
  }
}

function nodeAt(document: Document, path: Path): unknown {
  let node: unknown = document.contents
  for (const step of path) {
    const holder = resolved(node, document)
    node = isCollection(holder) ? holder.get(step, true) : undefined
  }
  return resolved(node, document)
}
