import type { LoosePlace } from '../../model/source-document.ts'
import type { Range } from '../lines.ts'
import { findValues } from './find-values.ts'

/**
 * Where a text is read as libyaml reads it, though YAML does not allow it: the first place of each kind, in the order of the
 * text. Takes a text that can be read, and time in proportion to it.
 */
export function findLoosePlaces(
  text: string,
): readonly (Omit<LoosePlace, 'location'> & { readonly range: Range })[] {
  const { looseLines, tightComments } = findValues(text)
  const places = [
    ...looseLines.slice(0, 1).map((range) => ({ range, reason: looseLine })),
    ...tightComments.slice(0, 1).map((range) => ({ range, reason: tightComment })),
  ]
  return places.sort((a, b) => a.range.start - b.range.start)
}

const refused = 'some YAML readers refuse the file'
const looseLine = `a line in brackets or quotes is indented no further than its key: indent it, ${refused}`
const tightComment = `a comment begins right behind brackets or quotes: put a blank before the #, ${refused}`
