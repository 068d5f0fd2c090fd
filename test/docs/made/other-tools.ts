/** What users of other tools type, and what to do here. */
import { borrowedWords } from '../../../src/cli/borrowed-words.ts'
import { code, plain, renderTable } from './tables.ts'

type Tool = (typeof borrowedWords)[number]['of'][number]

export function renderBorrowedWords(tool: Tool): string {
  const rows = borrowedWords
    .filter(({ of }) => of.includes(tool))
    .map(({ at, words, hint }) => [
      words.map((word) => code(at === 'gov' ? `${tool.toLowerCase()} ${word}` : word)).join(', '),
      plain(
        hint.replaceAll(
          /(?<!\w)--[a-z][\w-]*(?: (?:always|breaking|any|error|warn|gitlab|github|table|\d+)\b)?/g,
          code,
        ),
      ),
    ])
  return renderTable([tool, 'in gov'], rows)
}
