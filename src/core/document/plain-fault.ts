import { findPosition } from '../text/places.ts'
import { ParseError } from './parse-error.ts'

/** What people see at once in YAML that cannot be read, where the parser speaks of what came of it on a line. */
export function plainFault(text: string, line: number): ParseError | undefined {
  return findConflict(text) ?? findTab(text, line)
}

/** Finds what git leaves in a file that it could not merge, at the first place. */
export function findConflict(text: string): ParseError | undefined {
  const found = /^<{7}(?= |\r?$)/m.exec(text)
  if (found === null || !/^>{7}(?= |\r?$)/m.test(text.slice(found.index))) return undefined
  const { line } = findPosition(text, found.index)
  return new ParseError('a merge conflict is not resolved (<<<<<<<)', line, 1)
}

function findTab(text: string, line: number): ParseError | undefined {
  const indentation = /^[ \t]*/.exec(text.split(/\r\n|\r|\n/)[line - 1] ?? '')?.[0] ?? ''
  const tab = indentation.indexOf('\t')
  return tab < 0
    ? undefined
    : new ParseError('a tab in the indentation; YAML indents with spaces', line, tab + 1)
}
