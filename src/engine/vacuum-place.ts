import type { Location, Path } from '../core/model/location.ts'
import type { SourceDocument } from '../core/model/source-document.ts'
import type { FunctionResult } from './rule.ts'

/** Where vacuum has an issue: at the first line of what is at `path`, unless the function says `key`. */
export function placeAsVacuum(part: SourceDocument, path: Path, at: FunctionResult['at']): Location {
  if (at === 'inside' || at === 'node') return part.locateStart(path)
  if (at === 'before') return findPreviousLine(part.locateStart(path))
  return at === 'above' ? above(part, path) : part.locate(path)
}

function findPreviousLine(start: Location): Location {
  const line = Math.max(1, start.start_line - 1)
  return { ...start, start_line: line, end_line: line }
}

/** The line before counts if something begins there, at the column with the number of the line of the first value. */
function above(part: SourceDocument, path: Path): Location {
  const start = part.locateStart(path)
  const line = start.start_line - 1
  const char = part.locateStart([]).start_line
  if (line < 1 || !part.beginsAt(line, char)) return start
  return { start_line: line, start_char: char, end_line: line, end_char: char }
}
