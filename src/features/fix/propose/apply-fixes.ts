import type { Change } from '../../../check/fixable/change.ts'
import { readDocument } from '../../../core/document/document.ts'
import { ParseError } from '../../../core/document/parse-error.ts'
import type { ParsedText } from '../../../core/document/parsed-text.ts'
import { isSameValue } from '../../../core/model/record.ts'
import { groupBy } from '../../../core/text/group-by.ts'
import type { Edit } from '../../../core/text/unified-diff.ts'
import { byPlace, changedValue } from './change.ts'
import type { Outline } from './outline.ts'
import type { Proposal, Refused } from './propose.ts'

export interface Draft {
  readonly outline: Outline
  readonly read: ParsedText
}

export interface Edited {
  readonly text: string
  readonly read: ParsedText
  readonly edits: readonly Edit[]
}

const wouldBreak = 'the text could not be edited without changing something else'

/** Applies fixes, the first of those that overlap. One whose text does not parse to the changed value is refused. */
export function applyFixes<One extends Proposal>(
  draftOf: (file: string) => Draft,
  proposals: readonly One[],
) {
  const refused: (One & Refused)[] = []
  let kept: readonly One[] = []
  let files: ReadonlyMap<string, Edited> = new Map()

  /** Applies all at once, and bisects if the result is wrong. */
  function add(more: readonly One[]): void {
    if (more.length === 0) return
    const all = [...kept, ...more]
    const names = new Set(more.flatMap((each) => each.files.map(({ file }) => file)))
    const after = editAll(names, all, draftOf)
    if (after) [kept, files] = [all, new Map([...files, ...after])]
    else if (more.length === 1) refused.push(...more.map((each) => ({ ...each, reason: wouldBreak })))
    else {
      add(more.slice(0, more.length >> 1))
      add(more.slice(more.length >> 1))
    }
  }
  add(chosen(proposals))
  return { files, applied: kept, refused }
}

/** Leaves out what overlaps the edits of those before it, and another member for a key that one of them adds. */
function chosen<One extends Proposal>(proposals: readonly One[]): readonly One[] {
  const clusterOf = clusterEdits(proposals.flatMap(({ files }) => files))
  const added = new Map<string, unknown>()
  return proposals.filter(({ files }) => {
    const edits = files.flatMap((each) => each.edits)
    const members = files.flatMap(({ file, changes }) =>
      changes.flatMap((change) => {
        if (change.op !== 'insert' || change.key === undefined) return []
        return [{ name: JSON.stringify([file, change.path, change.key]), value: change.value }]
      }),
    )
    const isFree =
      edits.every((edit) => fits(edit, clusterOf.get(edit) ?? [])) &&
      members.every(({ name, value }) => !added.has(name) || isSameValue(added.get(name), value))
    if (!isFree) return false
    for (const edit of edits) clusterOf.get(edit)?.add(edit)
    for (const { name, value } of members) added.set(name, value)
    return true
  })
}

/** For each edit, a set for those of its file that overlap it, or overlap what overlaps it. */
function clusterEdits(files: Proposal['files']): ReadonlyMap<Edit, Set<Edit>> {
  const found = new Map<Edit, Set<Edit>>()
  for (const inFile of groupBy(files, ({ file }) => file).values()) {
    let [end, cluster] = [0, new Set<Edit>()]
    for (const edit of [...new Set(inFile.flatMap(({ edits }) => edits))].sort(byPlace)) {
      if (edit.start >= end) cluster = new Set()
      end = Math.max(end, edit.end)
      found.set(edit, cluster)
    }
  }
  return found
}

/** Two texts at one place follow each other, and the same edit may be wanted twice. */
function fits({ start, end, text }: Edit, others: Iterable<Edit>): boolean {
  let isFree = true
  for (const edit of others) {
    if (edit.start === start && edit.end === end && edit.text === text) return true
    if (start < edit.end && edit.start < end) isFree = false
  }
  return isFree
}

/** These files with all that the proposals want of them; undefined: one of them would not be what they want. */
function editAll(
  names: ReadonlySet<string>,
  proposals: readonly Proposal[],
  draftOf: (file: string) => Draft,
): ReadonlyMap<string, Edited> | undefined {
  const found = new Map<string, Edited>()
  const inOrder = [...proposals].sort((one, other) => one.rank - other.rank)
  const byFile = groupBy(new Set(inOrder.flatMap(({ files }) => files)), ({ file }) => file)
  for (const name of names) {
    const { outline, read } = draftOf(name)
    const wanted = byFile.get(name) ?? []
    const edits = distinct(wanted.flatMap((fileChanges) => fileChanges.edits)).sort(byPlace)
    const text = applyEdits(outline.text, edits)
    const changes = distinct(wanted.flatMap((fileChanges) => fileChanges.changes))
    const after = readExpected(text, outline.format, changes, read)
    if (!after) return undefined
    found.set(name, { text, read: after, edits })
  }
  return found
}

/** The new text as it is parsed, if that is the old value with the changes, and no key is repeated that was not. */
function readExpected(
  text: string,
  format: Outline['format'],
  changes: readonly Change[],
  before: ParsedText,
): ParsedText | undefined {
  const after = readIfParsed(text, format)
  const isSame = after && isSameValue(after.value, changedValue(before.value, changes))
  return isSame && repeatedKeys(after) <= repeatedKeys(before) ? after : undefined
}

export function readIfParsed(text: string, format: Outline['format']): ParsedText | undefined {
  try {
    return readDocument(text, format)
  } catch (error) {
    if (error instanceof ParseError) return undefined
    throw error
  }
}

function repeatedKeys({ keyFaults }: ParsedText): number {
  return keyFaults().filter(({ kind }) => kind === 'repeated').length
}

/** Two fixes may want the same, such as one tag for two operations: that is done once. */
function distinct<One extends Change | Edit>(all: readonly One[]): One[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}

export function applyEdits(text: string, edits: readonly Edit[]): string {
  let at = 0
  const parts: string[] = []
  for (const { start, end, text: written } of edits) {
    parts.push(text.slice(at, start), written)
    at = end
  }
  return [...parts, text.slice(at)].join('')
}

type Piece = { readonly start: number; readonly end: number } | { readonly text: string }

/** Edits of a text, and edits of what came out, as edits of the first text. */
export function composeEdits(
  first: readonly Edit[],
  second: readonly Edit[],
  length: number,
): readonly Edit[] {
  if (first.length === 0) return second
  return editsOfPieces(cut(splitPieces(first, length), second), length)
}

function splitPieces(edits: readonly Edit[], length: number): Piece[] {
  let at = 0
  const pieces: Piece[] = []
  for (const { start, end, text } of edits) {
    if (start > at) pieces.push({ start: at, end: start })
    pieces.push({ text })
    at = end
  }
  if (at < length) pieces.push({ start: at, end: length })
  return pieces
}

function cut(pieces: readonly Piece[], edits: readonly Edit[]): Piece[] {
  const result: Piece[] = []
  let next = 0
  let offset = 0
  let kept = 0
  for (const piece of pieces) {
    const end = offset + ('text' in piece ? piece.text.length : piece.end - piece.start)
    kept = Math.max(kept, offset)
    for (let edit = edits[next]; edit && edit.start < end; edit = edits[next]) {
      if (edit.start > kept) result.push(part(piece, kept - offset, edit.start - offset))
      result.push({ text: edit.text })
      kept = edit.end
      next++
    }
    if (kept < end) result.push(part(piece, kept - offset, end - offset))
    offset = end
  }
  return [...result, ...edits.slice(next).map(({ text }) => ({ text }))]
}

function part(piece: Piece, from: number, to: number): Piece {
  return 'text' in piece
    ? { text: piece.text.slice(from, to) }
    : { start: piece.start + from, end: piece.start + to }
}

function editsOfPieces(pieces: readonly Piece[], length: number): readonly Edit[] {
  const edits: Edit[] = []
  let at = 0
  let text = ''
  for (const piece of [...pieces, { start: length, end: length }]) {
    if ('text' in piece) text += piece.text
    else {
      if (text !== '' || piece.start > at) edits.push({ start: at, end: piece.start, text })
      at = piece.end
      text = ''
    }
  }
  return edits
}
