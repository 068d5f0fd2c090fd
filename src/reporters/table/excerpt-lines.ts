import type { Issue } from '../../core/model/issue.ts'
import { codeExcerpt } from '../../core/text/code-excerpt.ts'
import { lineStarts } from '../../core/text/places.ts'
import type { SourceText } from '../reporter.ts'
import type { Style } from './palette.ts'

const leastRoom = 20

/** A report shows many places of one file, whose lines are counted once. */
const known = new WeakMap<SourceText, Map<string, readonly number[]>>()

function listLineStarts(text: string, file: string, sourceText: SourceText): readonly number[] {
  const files = known.get(sourceText) ?? new Map<string, readonly number[]>()
  known.set(sourceText, files)
  const starts = files.get(file) ?? lineStarts(text)
  files.set(file, starts)
  return starts
}

/** The place of an issue in its file as the file reads, underlined. Empty where the text is not at hand, as that of what was removed. */
export function excerptLines(
  { file, line, column = 1, severity, old_place: oldPlace }: Issue,
  indent: number,
  { palette, width, sourceText }: Style,
): string[] {
  if (file === undefined || line === undefined || oldPlace || sourceText === undefined) return []
  const text = sourceText(file)
  if (text === undefined) return []
  const gutter = String(line + 1).length
  const room = width - indent - gutter - 3
  const excerpt =
    room < leastRoom
      ? undefined
      : codeExcerpt(text, { line, column }, room, listLineStarts(text, file, sourceText))
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
