import type { Issue } from '../../model/issue.ts'
import { codeExcerpt } from '../../text/code-excerpt.ts'
import type { Style } from './palette.ts'

const leastRoom = 20

/** The place of an issue in its file as the file reads, underlined. Empty where the text is not at hand. */
export function excerptLines(
  { file, line, column = 1, severity }: Issue,
  indent: number,
  { palette, width, sourceText }: Style,
): string[] {
  const text = file === undefined || line === undefined ? undefined : sourceText?.(file)
  if (text === undefined || line === undefined) return []
  const gutter = String(line + 1).length
  const room = width - indent - gutter - 3
  const excerpt = room < leastRoom ? undefined : codeExcerpt(text, { line, column }, room)
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
