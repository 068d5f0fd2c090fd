import type { Edit } from './change.ts'

/** A stretch of the first text, or a new one. */
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

/** The pieces with edits that count in all of them together. */
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
