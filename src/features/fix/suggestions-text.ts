import { relative, resolve, sep } from 'node:path'
import { lineChanges } from '../../core/text/unified-diff.ts'
import { harmless } from '../../reporters/json-text.ts'
import type { FixedFile } from './fix-result.ts'
import { withMark } from './fix-result.ts'

/** GitHub takes no more comments in one review without cutting. */
const mostComments = 100

/**
 * The fixes as a review for GitHub's API (`POST /repos/{owner}/{repo}/pulls/{number}/reviews`): a suggestion per
 * stretch of lines, which a person applies with a click. `root` is the folder of the repository.
 */
export function suggestionsText(files: readonly FixedFile[], cwd: string, root: string): string {
  const comments = files.flatMap((file) => createComments(file, cwd, root))
  const left = comments.length - mostComments
  const body =
    left > 0 ? `gov fix: ${mostComments} suggestions, and ${left} more that are left out` : 'gov fix'
  return `${harmless(JSON.stringify({ event: 'COMMENT', body, comments: comments.slice(0, mostComments) }, null, 2))}\n`
}

function createComments(fixed: FixedFile, cwd: string, root: string): readonly object[] {
  const { before, edits } = withMark(fixed)
  const path = relative(root, resolve(cwd, fixed.file)).split(sep).join('/')
  const lines = before.split('\n')
  return lineChanges(before, edits).map(({ start, end, text }) => {
    // A review cannot add between lines: a line beside it is replaced by itself and what is new.
    const isAdded = start === end
    const from = isAdded ? Math.max(0, start - 1) : start
    const to = isAdded ? Math.max(1, start) : end
    const own = isAdded ? `${lines[from] ?? ''}\n` : ''
    const content = isAdded && start === 0 ? text + own : own + text
    const place = to - from > 1 ? { start_line: from + 1, start_side: 'RIGHT' } : {}
    return { path, ...place, line: to, side: 'RIGHT', body: suggestion(content) }
  })
}

/** Within a fence that is longer than any in it. */
function suggestion(content: string): string {
  const fences = [...content.matchAll(/`{3,}/g)].map(([fence]) => fence.length)
  const fence = '`'.repeat(Math.max(2, ...fences) + 1)
  const text = content.replaceAll('\r', '')
  return `${fence}suggestion\n${text === '' || text.endsWith('\n') ? text : `${text}\n`}${fence}`
}
