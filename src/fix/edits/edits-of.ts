import type { Change, Edit } from '../change.ts'
import type { Outline } from '../outline.ts'
import { insertEdits } from './insert.ts'
import { removeEdits } from './remove.ts'
import { renameEdits, setEdits } from './replace.ts'
import { sortEdits } from './sort.ts'
import { wrapEdits } from './wrap.ts'

/** A change as edits of the text. Throws Refusal. */
export function editsOf(outline: Outline, change: Change): readonly Edit[] {
  switch (change.op) {
    case 'set':
      return setEdits(outline, change.path, change.value)
    case 'remove':
      return removeEdits(outline, change.path)
    case 'rename':
      return renameEdits(outline, change.path, change.to)
    case 'wrap':
      return wrapEdits(outline, change.path, change.key)
    case 'insert':
      return insertEdits(outline, change)
    case 'sort':
      return sortEdits(outline, change.path, change.order)
  }
}
