import { readDocument } from '../../../core/document/document.ts'
import { ParseError } from '../../../core/document/parse-error.ts'
import type { ParsedText } from '../../../core/document/parsed-text.ts'
import { byPlace, type Change, changedValue, type Edit, isSameValue } from './change.ts'
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

/** Of overlapping fixes, applies the first. One whose text does not parse to the changed value is refused. */
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

/** Leaves out what overlaps the edits of those before it. */
function chosen<One extends Proposal>(proposals: readonly One[]): readonly One[] {
  const taken = new Map<string, Edit[]>()
  return proposals.filter(({ files }) => {
    const wanted = files.map(({ file, edits }) => {
      const others = taken.get(file) ?? []
      taken.set(file, others)
      return { others, edits }
    })
    const isFree = wanted.every(({ others, edits }) => edits.every((edit) => fits(edit, others)))
    if (isFree) for (const { others, edits } of wanted) others.push(...edits)
    return isFree
  })
}

/** Two texts at one place follow each other, and the same edit may be wanted twice. */
function fits({ start, end, text }: Edit, others: readonly Edit[]): boolean {
  const isTaken = others.some((edit) => edit.start === start && edit.end === end && edit.text === text)
  return isTaken || !others.some((edit) => start < edit.end && edit.start < end)
}

/** These files with all that the proposals want of them; undefined: one of them would not be what they want. */
function editAll(
  names: ReadonlySet<string>,
  proposals: readonly Proposal[],
  draftOf: (file: string) => Draft,
): ReadonlyMap<string, Edited> | undefined {
  const found = new Map<string, Edited>()
  for (const name of names) {
    const { outline, read } = draftOf(name)
    const wanted = proposals.flatMap(({ files }) => files.filter(({ file }) => file === name))
    const edits = inOrder(wanted.flatMap((fileChanges) => fileChanges.edits))
    const text = edited(outline.text, edits)
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
  try {
    const after = readDocument(text, format)
    const isSame = isSameValue(after.value, changedValue(before.value, changes))
    return isSame && repeatedKeys(after) <= repeatedKeys(before) ? after : undefined
  } catch (error) {
    if (error instanceof ParseError) return undefined
    throw error
  }
}

function repeatedKeys({ keyFaults }: ParsedText): number {
  return keyFaults().filter(({ kind }) => kind === 'repeated').length
}

/** Two fixes may want the same, such as one tag for two operations: that is done once. */
function distinct(changes: readonly Change[]): readonly Change[] {
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()]
}

function inOrder(edits: readonly Edit[]): readonly Edit[] {
  const each = new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.text}`, edit]))
  return [...each.values()].sort(byPlace)
}

function edited(text: string, edits: readonly Edit[]): string {
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
    const end = offset + measurePiece(piece)
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

function measurePiece(piece: Piece): number {
  return 'text' in piece ? piece.text.length : piece.end - piece.start
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
