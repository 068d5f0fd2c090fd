import type { Issue } from '../../core/model/issue.ts'
import { oneLine, withoutLineCommands } from '../../core/text/sanitize.ts'
import { findFilePlace } from '../file-place.ts'
import { chooseFence } from '../markup-text.ts'
import type { ReadSourceText } from '../reporter.ts'
import { excerptLines } from '../table/excerpt-lines.ts'
import { createPalette } from '../table/palette.ts'

/** A comment is read, and its table lists all of them. */
const mostPlaces = 30
const style = { palette: createPalette(false), width: 100 }

/** The code of the first issues, each place once, as a block in at most `room` characters; empty where there is none. */
export function renderExcerptBlock(
  issues: readonly Issue[],
  room: number,
  sourceText: ReadSourceText | undefined,
): string {
  if (sourceText === undefined) return ''
  const texts: string[] = []
  let left = room
  for (const { issue, rules } of collectPlaces(issues).slice(0, mostPlaces)) {
    const lines = excerptLines(issue, 0, { ...style, sourceText })
    if (lines.length === 0) continue
    // A comment may be printed in a log, too, which would act on some lines.
    const safe = (line: string) => withoutLineCommands(line).trimEnd()
    const text = [`${renderPlace(issue)}  ${rules.join(', ')}`, ...lines].map(safe).join('\n')
    // A fence is longer than any run of backticks, twice, and there are line breaks around it.
    left -= text.length + 2 * chooseFence(text).length + 6
    if (left < 0) break
    texts.push(text)
  }
  return texts.length === 0 ? '' : renderFence(texts.join('\n\n'))
}

interface CodePlace {
  readonly issue: Issue
  readonly rules: string[]
}

/** Rules often have their issues at one place. */
function collectPlaces(issues: readonly Issue[]): CodePlace[] {
  const found = new Map<string, CodePlace>()
  for (const issue of issues) {
    const key = renderPlace(issue)
    const known = found.get(key)
    const rule = oneLine(issue.rule_id).slice(0, 80)
    if (known === undefined) found.set(key, { issue, rules: [rule] })
    else if (known.rules.length < 4 && !known.rules.includes(rule)) known.rules.push(rule)
  }
  return [...found.values()]
}

function renderPlace(issue: Issue): string {
  const { file, line, column } = findFilePlace(issue)
  return `${oneLine(file)}:${line ?? ''}${column === undefined ? '' : `:${column}`}`
}

function renderFence(text: string): string {
  const fence = chooseFence(text)
  return `\n${fence}text\n${text}\n${fence}\n`
}
