/** Characters of one column each, and none a part of another: letters of most alphabets and marks between words. */
const simple = /^[ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u2010-\u2027\u2500-\u257f]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: chalk's colours and cli-table3's links begin with it.
const style = /\u001b(?:\[\d+m|\]8;;[^\u0007]*\u0007)/g
/** Two columns: East Asian wide and full-width characters. */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b16f}\u{1f200}-\u{1f251}\u{20000}-\u{3fffd}]/u
/** Two columns together with whatever is joined to it. */
const emoji = /\p{Emoji_Presentation}|\ufe0f/u
const invisible = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]$/u

/** How many columns of a terminal a text takes on one line, without its colours and links. */
export function measureWidth(text: string): number {
  const shown = text.replace(style, '')
  if (simple.test(shown)) return shown.length
  const pieces = emoji.test(shown) ? splitGraphemes(shown) : [...shown]
  return pieces.reduce((sum, piece) => sum + measurePiece(piece), 0)
}

function measurePiece(piece: string): number {
  if (emoji.test(piece)) return 2
  return [...piece].reduce((sum, character) => sum + measureCharacter(character), 0)
}

function measureCharacter(character: string): number {
  if (invisible.test(character)) return 0
  return wide.test(character) ? 2 : 1
}

/**
 * `text` in lines of at most `width` columns: broken at spaces; a word that is longer than a line, after a `.`
 * or `/`; and a piece that is longer still, between characters. Each line after the first loses its spaces.
 */
export function wrap(text: string, width: number): string[] {
  if (measureWidth(text) <= width && !text.startsWith(' ')) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const candidate = line === '' ? word : `${line} ${word}`
    if (measureWidth(candidate) <= width) {
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

/** A word in pieces of at most `width` columns, the pieces of a path whole where they fit. */
export function breakWord(word: string, width: number): string[] {
  if (measureWidth(word) <= width) return [word]
  const pieces = word.split(/(?<=[./])/).flatMap((piece) => breakPiece(piece, width))
  return fill(pieces, width)
}

function breakPiece(piece: string, width: number): string[] {
  if (measureWidth(piece) <= width) return [piece]
  const segments = splitGraphemes(piece)
  return fill(
    segments.flatMap((segment) => (measureWidth(segment) <= width ? [segment] : [...segment])),
    width,
  )
}

/** The segmenter takes 20 ms to make: only a text that needs it waits for that. */
let segmenter: Intl.Segmenter | undefined

function splitGraphemes(text: string): string[] {
  if (simple.test(text)) return [...text]
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Joins pieces into lines of at most `width` columns. */
function fill(pieces: readonly string[], width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of pieces) {
    if (line !== '' && measureWidth(line + piece) > width) {
      lines.push(line)
      line = ''
    }
    line += piece
  }
  return [...lines, line]
}
