import type { LoosePlace } from '../model/source-document.ts'
import type { Range } from './lines.ts'
import type { Note } from './parsed-text.ts'
import { endOfLine, skipSpaces } from './simple/cursor.ts'

const refused = 'some YAML readers refuse the file'
const looseLine = `a line in brackets or quotes is indented no further than its key: indent it, ${refused}`
export const tightComment = 'a comment begins right behind brackets or quotes'

/** Where a text is read as libyaml reads it, though YAML does not allow it: the first place of each kind, in the order of the text. */
export function findLoosePlaces(
  text: string,
  notes: readonly Note[],
): readonly (Omit<LoosePlace, 'location'> & { readonly range: Range })[] {
  const comment = notes.find(({ kind }) => kind === 'comment')
  const line = findLooseLine(text, notes)
  const places = [
    line && { range: line, reason: looseLine },
    comment && { range: comment, reason: `${tightComment}: put a blank before the #, ${refused}` },
  ]
  return places.filter((place) => place !== undefined).sort((a, b) => a.range.start - b.range.start)
}

function findLooseLine(text: string, notes: readonly Note[]): Range | undefined {
  for (const note of notes) {
    for (const at of listLaterLines(text, note)) {
      const start = skipSpaces(text, at)
      const end = Math.min(endOfLine(text, at), note.end)
      if (start - at < note.least && start < end) return { start, end }
    }
  }
  return undefined
}

/** Where the lines of a value begin, but for its first. */
function listLaterLines(text: string, { kind, start, end }: Note): readonly number[] {
  const lines: number[] = []
  if (kind === 'comment') return lines
  for (let at = text.indexOf('\n', start) + 1; at > 0 && at < end; at = text.indexOf('\n', at) + 1)
    lines.push(at)
  return lines
}

/** The text with the blanks that strict readers want, and where an offset of it is in the original. */
export function addBlanks(text: string, notes: readonly Note[]) {
  const blanks = notes
    .flatMap((note) =>
      note.kind === 'comment'
        ? [{ at: note.start, count: 1 }]
        : listLaterLines(text, note).map((at) => ({ at, count: Math.min(note.least, mostBlanks) })),
    )
    .sort((a, b) => a.at - b.at)
  const pieces = blanks.map(
    ({ at, count }, index) => text.slice(blanks[index - 1]?.at ?? 0, at) + ' '.repeat(count),
  )
  return {
    text: pieces.join('') + text.slice(blanks.at(-1)?.at ?? 0),
    toOffset: (offset: number) => {
      let added = 0
      for (const { at, count } of blanks)
        if (at + added < offset) added += Math.min(count, offset - at - added)
      return offset - added
    },
  }
}

/** Keeps the text in proportion. */
const mostBlanks = 100
