import { carriageReturn, tab } from '../char.ts'
import { type Cursor, isBreak, placeScalar, skipSpaces, throwGivenUp, toToken } from './cursor.ts'

/** The `|` or `>` of a block scalar and what stands behind it: its style, chomping and indentation. */
const header = /([|>])(?:([-+])([1-9])?|([1-9])([-+])?)? *(?: #.*)?\r?\n/y

/** Reads a block scalar with the lines that follow its header; these are indented by `least` or more. */
export function readBlockScalar(cursor: Cursor, least: number, node: number): string {
  const { text, at: start } = cursor
  header.lastIndex = start
  const found = header.exec(text)
  if (!found || header.lastIndex > cursor.end) throwGivenUp()
  const [, style, chompingFirst, indentLast, indentFirst, chompingLast] = found
  const digit = indentFirst ?? indentLast
  cursor.at = header.lastIndex
  const lines = readLines(cursor, least, digit === undefined ? undefined : least + Number(digit) - 1)
  const region = text.slice(header.lastIndex, cursor.at)
  placeScalar(cursor, node, start, header.lastIndex + region.trimEnd().length)
  toToken(cursor)
  return joinLines(lines, style === '>', chompingFirst ?? chompingLast)
}

/**
 * The lines of a block scalar without their indentation, which is that of the first line with content unless it is
 * `given`. Lines without content are empty.
 */
function readLines(cursor: Cursor, least: number, given: number | undefined): string[] {
  const { text } = cursor
  const lines: string[] = []
  let indent = given
  let widestBlank = 0
  for (;;) {
    const { at: lineStart } = cursor
    const at = skipSpaces(text, lineStart)
    const column = at - lineStart
    if (isBreak(text.charCodeAt(at))) {
      // The parser has a rule of its own for blanks that no break ends.
      if (at === cursor.end && column > 0) throwGivenUp()
      widestBlank = Math.max(widestBlank, column)
      lines.push(text.slice(Math.min(lineStart + (indent ?? column), at), at))
    } else {
      if (at === text.length || column < (indent ?? least)) return lines
      indent ??= widestBlank > column || text.charCodeAt(at) === tab ? throwGivenUp() : column
      lines.push(text.slice(lineStart + indent, endOfLine(text, at)))
    }
    cursor.at = text.indexOf('\n', at) + 1
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return text.charCodeAt(end - 1) === carriageReturn ? end - 1 : end
}

function joinLines(lines: string[], isFolded: boolean, chomping: string | undefined): string {
  let blanks = 0
  while (lines.length > 0 && lines.at(-1) === '') {
    lines.pop()
    blanks++
  }
  const hasContent = lines.length > 0
  const text = isFolded ? fold(lines) : lines.join('\n')
  if (chomping === '-') return text
  if (chomping === '+') return text + '\n'.repeat(hasContent ? blanks + 1 : blanks)
  return hasContent ? `${text}\n` : ''
}

/** Lines that are indented further keep their breaks; between others one break is a space. */
function fold(lines: readonly string[]): string {
  let text = ''
  let blanks = 0
  let isFirst = true
  let wasIndented = false
  for (const line of lines) {
    if (line === '') {
      blanks++
      continue
    }
    const isIndented = line.startsWith(' ') || line.startsWith('\t')
    const keepsBreak = isIndented ? !isFirst : wasIndented
    const isJoined = blanks === 0 && !keepsBreak && !isIndented && !isFirst
    text += (isJoined ? ' ' : '\n'.repeat(keepsBreak ? blanks + 1 : blanks)) + line
    blanks = 0
    isFirst = false
    wasIndented = isIndented
  }
  return text
}
