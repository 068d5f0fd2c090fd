import { Unwritable } from '../../../check/fixable/change.ts'
import { createLocator } from '../../../core/document/lines.ts'
import type { ParsedText } from '../../../core/document/parsed-text.ts'
import { iterateNodes, mark } from '../../../core/document/tree.ts'
import type { Path } from '../../../core/model/location.ts'
import { once } from '../../../core/model/once.ts'
import { getValue } from '../../../core/model/record.ts'

export interface OutlineEntry {
  readonly index: number
  readonly name: string | number
  readonly key: { readonly start: number; readonly end: number } | undefined
  /** The key begins here, or the dash; in a flow list, the item. */
  readonly start: number
  /** The first character of the value itself: behind an anchor or a tag. */
  readonly valueStart: number
  /** The value ends before this: with its closing bracket, without a comment. */
  readonly end: number
  readonly node: number
}

export interface Container {
  readonly kind: 'object' | 'array'
  readonly style: 'block' | 'flow'
  readonly start: number
  readonly end: number
  readonly entries: readonly OutlineEntry[]
  readonly find: (name: string | number | undefined) => OutlineEntry | undefined
}

/** The text of a document, and where what is in its value is written. */
export interface Outline {
  readonly text: string
  readonly value: unknown
  readonly format: 'json' | 'yaml'
  /** An alias may stand for a part of the value. */
  readonly mayShare: boolean
  /** Throws Unwritable: what is there is written elsewhere, or in a way that is not edited. */
  readonly collectionAt: (path: Path) => Container
  readonly entryAt: (path: Path) => OutlineEntry
  readonly lastScalarOf: (entry: OutlineEntry) => number
  /** The blanks that begin the line of a place. */
  readonly marginAt: (at: number) => string
}

export function createOutline(text: string, format: 'json' | 'yaml', read: ParsedText): Outline {
  const { nodes, keyOf } = read.tree()
  const { marks } = nodes
  const locate = createLocator(text)
  const lists = new Map<number, readonly number[]>()
  const collections = new Map<number, Container>()
  const getMark = (node: number, which: number) => marks[node + which] ?? 0

  function listChildren(node: number): readonly number[] {
    const known = lists.get(node)
    if (known) return known
    const found = [...iterateNodes(nodes, node)]
    lists.set(node, found)
    return found
  }

  /** The start of the value itself. An absent one begins and ends behind its key. */
  function getStart(node: number): number {
    const [start, end] = [getMark(node, mark.start), getMark(node, mark.end)]
    if (start === end && listChildren(node).length === 0) return start
    const keyEnd = getMark(node, mark.keyEnd)
    const isBehindColon = getMark(node, mark.key) >= 0 && start === keyEnd + 1
    return skipProperties(text, isBehindColon ? keyEnd : start, isBehindColon)
  }

  function getLastStart(node: number): number {
    const last = listChildren(node).at(-1)
    return last === undefined ? getStart(node) : getLastStart(last)
  }

  function getEnd(node: number): number {
    const children = listChildren(node)
    const last = children.at(-1)
    if (last === undefined) return getMark(node, mark.end)
    const end = getEnd(last)
    if (!isBracket(text[getStart(node)])) return end
    let at = skipBlanks(text, end)
    if (text[at] === ',') at = skipBlanks(text, at + 1)
    if (text[at] !== ']' && text[at] !== '}') throw new Unwritable('it is written in an unusual way')
    return at + 1
  }

  function find(path: Path): number {
    let node = 0
    for (const [depth, segment] of path.entries()) {
      node = getEntry(node, path.slice(0, depth), segment).node
    }
    return node
  }

  function getEntry(node: number, path: Path, name: string | number | undefined): OutlineEntry {
    const entry = readCollection(node, path).find(name)
    if (!entry) throw new Unwritable('it is written elsewhere: behind an alias or a merge key')
    return entry
  }

  function readCollection(node: number, path: Path): Container {
    const known = collections.get(node)
    if (known) return known
    const value = getValue(read.value, path)
    if (typeof value !== 'object' || value === null) throw new Unwritable('there is no object or list')
    const start = getStart(node)
    if (text[start] === '*') throw new Unwritable('it is an alias of what is written elsewhere')
    const kind = Array.isArray(value) ? 'array' : 'object'
    const style = isBracket(text[start]) ? 'flow' : 'block'
    const entries = kind === 'array' ? listItems(node, start, style) : listChildren(node).map(createMember)
    const byName = once(() => new Map(entries.map((entry) => [entry.name, entry])))
    const find: Container['find'] = (name) => (name === undefined ? undefined : byName().get(name))
    const found: Container = { kind, style, start, end: getEnd(node), entries, find }
    collections.set(node, found)
    return found
  }

  function createMember(node: number, index: number): OutlineEntry {
    const key = { start: getMark(node, mark.key), end: getMark(node, mark.keyEnd) }
    if (key.start < 0) throw new Unwritable('it is written in an unusual way')
    const value = { valueStart: getStart(node), end: getEnd(node) }
    return { index, name: keyOf(node), key, start: key.start, ...value, node }
  }

  function listItems(list: number, start: number, style: Container['style']): readonly OutlineEntry[] {
    let at = style === 'flow' ? start + 1 : start
    return listChildren(list).map((node, name) => {
      at = skipBlanks(text, at)
      if (style === 'flow' && text[at] === ',') at = skipBlanks(text, at + 1)
      if (style === 'block' && text[at] !== '-') throw new Unwritable('the list is written in an unusual way')
      const begin = at
      if (getMark(node, mark.start) < begin) throw new Unwritable('the list has an empty item')
      at = getEnd(node)
      return { index: name, name, key: undefined, start: begin, valueStart: getStart(node), end: at, node }
    })
  }

  return {
    text,
    value: read.value,
    format,
    mayShare: format === 'yaml' && !read.isSimple,
    lastScalarOf: ({ node }) => getLastStart(node),
    marginAt: (at) => matchBlanks(text, at + 1 - locate({ start: at, end: at }).start_char, at),
    collectionAt: (path) => readCollection(find(path), path),
    entryAt: (path) => {
      const parent = path.slice(0, -1)
      return getEntry(find(parent), parent, path.at(-1))
    },
  }
}

function isBracket(character: string | undefined): boolean {
  return character === '{' || character === '['
}

function skipBlanks(text: string, from: number): number {
  let at = from
  for (;;) {
    const character = text[at]
    if (character === ' ' || character === '\t' || character === '\n' || character === '\r') at++
    else if (character === '#' && (at === 0 || /\s/.test(text[at - 1] ?? ''))) at = findLineEnd(text, at)
    else return at
  }
}

/** Passes a key's colon, if there is one, and the anchors and tags before a value. */
function skipProperties(text: string, from: number, hasColon: boolean): number {
  let at = skipBlanks(text, from)
  if (hasColon && text[at] === ':') at = skipBlanks(text, at + 1)
  while (text[at] === '&' || text[at] === '!') {
    while (at < text.length && /[^\s,[\]{}]/.test(text[at] ?? '')) at++
    at = skipBlanks(text, at)
  }
  return at
}

/** Before the `\n` or `\r\n`. */
export function findLineEnd(text: string, from: number): number {
  const newline = text.indexOf('\n', from)
  if (newline === -1) return text.length
  return text[newline - 1] === '\r' && newline > from ? newline - 1 : newline
}

export function nextLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from)
  return newline === -1 ? text.length : newline + 1
}

export function startOfLine(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1
}

/** The end of a value with the comment on its line. */
export function endWithComment(text: string, end: number): number {
  const line = text.slice(end, findLineEnd(text, end))
  return /^[ \t]*(?:#.*)?$/s.test(line) && /^(?:$|[ \t])/.test(line) ? end + line.trimEnd().length : end
}

export function readMargin(text: string, at: number): string {
  return matchBlanks(text, startOfLine(text, at), at)
}

function matchBlanks(text: string, start: number, end: number): string {
  return /^[ \t]*/.exec(text.slice(start, end))?.[0] ?? ''
}

/** Looks back over blanks alone: all of a text may be one line. */
export function beginsLine(text: string, at: number): boolean {
  let start = at
  while (/[^\S\n]/.test(text[start - 1] ?? '')) start--
  return start === 0 || text[start - 1] === '\n'
}
