import type { Issue } from '../../core/model/issue.ts'
import { listLineStarts } from '../../core/text/places.ts'
import { sanitize } from '../../core/text/sanitize.ts'
import { measureWidth } from '../../core/text/width.ts'
import type { ReadSourceText } from '../reporter.ts'
import { takeFitting } from './cut-middle.ts'
import type { TableStyle } from './palette.ts'

const leastRoom = 20

/** A report shows many places of one file, whose lines are counted once. */
const known = new WeakMap<ReadSourceText, Map<string, Int32Array>>()

function cacheLineStarts(text: string, file: string, sourceText: ReadSourceText): Int32Array {
  const files = known.get(sourceText) ?? new Map<string, Int32Array>()
  known.set(sourceText, files)
  const starts = files.get(file) ?? listLineStarts(text)
  files.set(file, starts)
  return starts
}

/** The place of an issue in its file as the file reads, underlined. Empty where the text is not at hand, as that of what was removed. */
export function excerptLines(
  { file, line, column = 1, severity, old_place: oldPlace }: Issue,
  indent: number,
  { palette, width, sourceText }: TableStyle,
): string[] {
  if (file === undefined || line === undefined || oldPlace || sourceText === undefined) return []
  const text = sourceText(file)
  if (text === undefined) return []
  const gutter = String(line + 1).length
  const room = width - indent - gutter - 3
  const excerpt =
    room < leastRoom
      ? undefined
      : codeExcerpt(text, { line, column }, room, cacheLineStarts(text, file, sourceText))
  if (excerpt === undefined) return []
  const { lines, mark } = excerpt
  const edge = (label: string) => `${' '.repeat(indent)}${palette.quiet(`${label.padStart(gutter)} │`)}`
  return lines.flatMap(({ number, text: code }) => {
    const isMarked = number === mark.number
    const shown = `${edge(String(number))} ${isMarked ? code : palette.quiet(code)}`
    if (!isMarked) return [code === '' ? edge(String(number)) : shown]
    const under = palette.severity[severity]('^'.repeat(mark.width))
    return [shown, `${edge('')} ${' '.repeat(mark.before)}${under}`]
  })
}

/**
 * The line at `line` (from 1) with one above and one below, safe to print, all cut to the same columns, at most `room` of
 * them. Undefined where there is none.
 */
export function codeExcerpt(
  text: string,
  { line, column }: { readonly line: number; readonly column: number },
  room: number,
  starts: Int32Array = listLineStarts(text),
) {
  const around = listLinesAround(text, line, starts)
  const own = around.find(({ number }) => number === line)?.text
  if (own === undefined || column > own.length + 1) return undefined
  const indent = Math.min(
    ...around.filter((line) => line.text.trim() !== '').map((line) => countIndent(line.text)),
  )
  const at = column - 1
  const from = at - indent > room / 2 ? at - Math.floor(room / 3) : Math.min(indent, at)
  const showWhitespace = (raw: string) =>
    fitting(cutMark(raw, from, indent) + sanitize(raw.slice(from, from + room + 1)), room)
  const before = measureWidth(cutMark(own, from, indent) + sanitize(own.slice(from, at)))
  const marked = measureWidth(
    sanitize(own.slice(at, at + Math.min(tokenLength(own.slice(at, at + room)), room))),
  )
  return {
    lines: around.map(({ number, text: raw }) => ({ number, text: showWhitespace(raw).trimEnd() })),
    /** The mark of the line of the place: its number, the columns before the mark, and those of the mark. */
    mark: { number: line, before, width: Math.max(1, Math.min(marked, room - before)) },
  }
}

/** Stands for what is cut off on the left; a blank where the lines beside it need that. */
function cutMark(raw: string, from: number, indent: number): string {
  if (from <= indent) return ''
  return raw.slice(0, from).trim() === '' ? ' ' : '…'
}

function listLinesAround(text: string, line: number, starts: Int32Array) {
  const found = []
  for (let number = Math.max(1, line - 1); number <= line + 1; number += 1) {
    const start = starts[number - 1]
    if (start === undefined) continue
    const stop = (starts[number] ?? text.length + 1) - 1
    if (number <= line || stop > start)
      found.push({ number, text: text.slice(start, stop).replace(/\r$/, '') })
  }
  return found
}

function countIndent(text: string): number {
  return text.length - text.trimStart().length
}

/** How long the key or the value is that `rest` begins with. */
function tokenLength(rest: string): number {
  const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(rest)?.[0]
  return (quoted ?? rest.replace(/(?::(?=\s|$)|\s#).*$/s, '').replace(/[\s,\]}]+$/, '')).length
}

function fitting(text: string, room: number): string {
  return measureWidth(text) <= room ? text : `${takeFitting([...text], room - 1).join('')}…`
}
