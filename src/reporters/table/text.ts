/** Two columns wide: East Asian wide and full-width characters, and emoji. */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b16f}\u{1f200}-\u{1f251}\u{20000}-\u{3fffd}]|(?![0-9#*])\p{Emoji}/u
const combining = /[\u0300-\u036f]/
const plain = /^[ -~\n]*$/

/** Columns between what stands side by side. */
export const gap = 2

/** Whether each character takes one column, and none is a part of another. */
export function isPlain(text: string): boolean {
  return plain.test(text)
}

/**
 * How many columns a text needs. Never less than a terminal or cli-table3 takes for it (a sequence of emoji
 * may count for more), so that a line which fits here fits there.
 */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const character of text) width += combining.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

/**
 * `text` in lines of at most `width` columns: broken at spaces; a word that is longer than a line, after a `.`
 * or `/`; and a piece that is longer still, between characters. Each line after the first loses its spaces.
 */
export function wrap(text: string, width: number): string[] {
  const columnsOf = isPlain(text) ? lengthOf : widthOf
  if (columnsOf(text) <= width && !text.startsWith(' ')) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const candidate = line === '' ? word : `${line} ${word}`
    if (columnsOf(candidate) <= width) {
      line = candidate
      continue
    }
    if (line !== '') lines.push(line.trimEnd())
    const broken = breakWord(word, width)
    line = broken.pop() ?? ''
    lines.push(...broken)
  }
  return [...lines, line]
}

function lengthOf(text: string): number {
  return text.length
}

function breakWord(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word]
  const pieces = word.split(/(?<=[./])/).flatMap((piece) => breakPiece(piece, width))
  return fill(pieces, width)
}

function breakPiece(piece: string, width: number): string[] {
  if (widthOf(piece) <= width) return [piece]
  const segments = graphemesOf(piece)
  return fill(
    segments.flatMap((segment) => (widthOf(segment) <= width ? [segment] : [...segment])),
    width,
  )
}

/** The segmenter takes 20 ms to make: only a text that needs it waits for that. */
let segmenter: Intl.Segmenter | undefined

function graphemesOf(text: string): string[] {
  if (plain.test(text)) return [...text]
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** As many pieces to a line as fit. */
function fill(pieces: readonly string[], width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of pieces) {
    if (line !== '' && widthOf(line + piece) > width) {
      lines.push(line)
      line = ''
    }
    line += piece
  }
  return [...lines, line]
}
