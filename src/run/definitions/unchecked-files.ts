import { findNamedFiles } from '../../engine/file-reference.ts'
import { excerpt, plural } from '../../reporters/wording.ts'
import { placeText } from '../../text/place-text.ts'
import type { LocalDefinition } from './local-definition.ts'

/** The characters of a file's name that a warning repeats: a document may hold any text there. */
const longest = 160

/**
 * A warning about a definition that names files other than by a `$ref`, which neither a dashboard nor the embedded
 * sandbox follows: nothing in them is checked.
 */
export function uncheckedFiles({
  file: name,
  value,
  locate,
}: Pick<LocalDefinition, 'file' | 'value' | 'locate'>): readonly string[] {
  const named = findNamedFiles(value)
  const [first] = named
  if (first === undefined) return []
  const others = new Set(named.map(({ file }) => file)).size - 1
  const more = others > 0 ? ` (and ${plural(others, 'more file')})` : ''
  const where = `${placeText(name, locate(first.path))}: ${first.by}`
  const file = excerpt(first.file, longest) + more
  return [`${where} names ${file}, which is not checked: only $ref is followed`]
}
