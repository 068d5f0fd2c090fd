import type { Issue } from '../model/issue.ts'
import type { Location, Path } from '../model/location.ts'

/** The user's own file, as far as an issue's place in it needs it. */
export interface PlacedSource {
  readonly file: string
  readonly value: unknown
  locate(path: Path): Location
}

/**
 * The issue with `file`, `line` and `column` in the user's own file: looked up by its path, because a service may
 * have seen a converted document and answer other lines. An issue that names its file was found in this process, in
 * the text as it stands, or in another file that it refers to.
 */
export function placeIssue(issue: Issue, source: PlacedSource): Issue {
  if (issue.file !== undefined && issue.location) {
    const { start_line: line, start_char: column } = issue.location
    const definition = issue.file === source.file ? {} : { definition: source.file }
    return { ...issue, ...definition, line, column }
  }
  const { start_line, start_char } = source.locate(findPath(source.value, issue.path))
  return { ...issue, file: source.file, line: start_line, column: start_char }
}

/**
 * The keys behind a dot-joined path. Keys may hold dots themselves (`paths./v1.0/pets.get`), so every grouping of
 * the parts is tried against the document, shorter keys first; when none fits whole, the deepest one that fits.
 */
export function findPath(root: unknown, dotted: string): Path {
  const parts = dotted.replace(/^\$(\.|$)/, '').split('.')
  if (parts.length === 1 && parts[0] === '') return []
  let deepest: Path = []
  const search = (node: unknown, from: number, path: Path): Path | undefined => {
    if (path.length > deepest.length) deepest = path
    if (from === parts.length) return path
    for (let to = from + 1; to <= parts.length; to += 1) {
      const key = parts.slice(from, to).join('.')
      if (!hasKey(node, key)) continue
      const found = search(node[key], to, [...path, Array.isArray(node) ? Number(key) : key])
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(root, 0, []) ?? deepest
}

function hasKey(node: unknown, key: string): node is Record<string, unknown> {
  return typeof node === 'object' && node !== null && Object.hasOwn(node, key)
}
