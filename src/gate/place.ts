import { getPointer, toPointer } from '../core/model/identity.ts'
import type { Issue } from '../core/model/issue.ts'
import type { Location, Path } from '../core/model/location.ts'
import { rememberPerObject } from '../core/model/once.ts'
import { getChild, isRecord } from '../core/model/record.ts'
import { findIgnoring } from './excuse/inline-ignores.ts'

/** The user's own file, as far as an issue's place in it needs it. */
export interface PlacedSource {
  readonly file: string
  readonly value: unknown
  locate(path: Path): Location
  locateKey(path: Path): Location
  /** Where the value at `path` is written, if what was evaluated is a bundle of several files. */
  readonly writtenAt?: ((path: Path) => PlaceInFile) | undefined
}

interface PlaceInFile {
  readonly file: string
  readonly path: Path
  readonly key: Location
  readonly location: Location
}

/**
 * The issue with `file`, `line`, `column` and `location` in the user's own file: looked up by its path, because a
 * service may have seen a converted document and answer other lines. An issue that names its file was found in this
 * process, in the text as it stands, or in another file that it refers to.
 */
export function placeIssue(issue: Issue, source: PlacedSource): Issue {
  const found = findPaths(source.value, issue.path)
  const placed = placeInSource(issue, source, found)
  const [only, other] = found.meant
  if (only === undefined || other !== undefined || placed.file !== source.file) return placed
  const ignored_at = findIgnoring(source.value, only, issue.rule_id)
  return ignored_at === undefined ? placed : { ...placed, ignored_at }
}

function placeInSource(issue: Issue, source: PlacedSource, { paths, meant, deepest }: FoundPaths): Issue {
  const [path] = paths
  const isUnsure = meant.length > 1
  if (issue.file !== undefined && issue.location) {
    const { location } = issue
    // That file is not at hand: where a key holds a dot, others may fit the same path.
    const unsure = issue.pointer === undefined ? {} : ({ ambiguous: true } as const)
    if (issue.file !== source.file)
      return { ...issue, ...unsure, definition: source.file, ...getStart(location), ...getKeyPlace(issue) }
    const known = isUnsure ? ({ pointer: getPointer(issue), ambiguous: true } as const) : {}
    const isThere = path !== undefined && !isUnsure && isSameStart(source.locate(path), location)
    return { ...issue, ...known, ...getStart(isThere ? source.locateKey(path) : location) }
  }
  const written = source.writtenAt?.(path ?? deepest)
  if (written && written.file !== source.file) return placeInPart(issue, source, written, paths, isUnsure)
  const place = path ?? deepest
  const location = source.locate(place)
  const placed = { ...issue, location, file: source.file, ...getStart(source.locateKey(place)) }
  if (isUnsure) return { ...placed, ambiguous: true }
  return meant[0]?.some(holdsDot) ? { ...placed, pointer: toPointer(meant[0]) } : placed
}

/** The issue of a saved API with the pointer of its node in the API's definition, unless several fit. */
export function addPointer(definition: unknown, issue: Issue): Issue {
  const [path = [], other] = findPaths(definition, issue.path).meant
  return other ? { ...issue, ambiguous: true } : { ...issue, pointer: toPointer(path) }
}

function getKeyPlace({ line, column }: Issue) {
  return line === undefined ? {} : { line, column }
}

function getStart({ start_line: line, start_char: column }: Location) {
  return { line, column }
}

function isSameStart(one: Location, other: Location): boolean {
  return one.start_line === other.start_line && one.start_char === other.start_char
}

/** Names the place that the embedded sandbox names, which reads the files themselves. */
function placeInPart(
  issue: Issue,
  { file: definition }: PlacedSource,
  { file, path, key, location }: PlaceInFile,
  found: readonly Path[],
  isUnsure: boolean,
): Issue {
  const unsure = isUnsure ? ({ ambiguous: true } as const) : {}
  const placed = { ...issue, location, definition, file, ...getStart(key), ...unsure }
  if (found.length === 0) return placed
  const exact = path.some(holdsDot) ? { pointer: toPointer(path) } : {}
  return { ...placed, path: path.join('.'), ...exact }
}

interface FoundPaths {
  /** To nodes that are there; at most two: more than one is ambiguous. */
  readonly paths: readonly Path[]
  /** `paths`; if the node is missing, its path under each node that the text leads to as far as any does. */
  readonly meant: readonly Path[]
  /** The path of the first node that the text leads to, as far as any does. */
  readonly deepest: Path
}

/** The keys behind a dot-joined path. Keys may hold dots (`paths./v1.0/pets.get`): every grouping is tried, shorter keys first. */
export function findPaths(root: unknown, dotted: string): FoundPaths {
  const parts = dotted.replace(/^\$(\.|$)/, '').split('.')
  if (parts.length === 1 && parts[0] === '') return { paths: [[]], meant: [[]], deepest: [] }
  const paths: Path[] = []
  let [reached, deepest]: [number, Path[]] = [0, [[]]]
  const note = (from: number, path: Path) => {
    if (from > reached) [reached, deepest] = [from, [path]]
    else if (from === reached && from > 0 && deepest.length < 2) deepest.push(path)
    if (from === parts.length) paths.push(path)
  }
  const open: { readonly node: unknown; readonly from: number; readonly path: Path }[] = [
    { node: root, from: 0, path: [] },
  ]
  for (let next = open.pop(); next && paths.length < 2; next = open.pop()) {
    const { node, from, path } = next
    note(from, path)
    const last = isRecord(node) && hasDottedKey(node) ? parts.length : Math.min(from + 1, parts.length)
    for (let to = last; to > from; to--) {
      const key = parts.slice(from, to).join('.')
      const inner = getChild(node, key)
      if (inner !== undefined)
        open.push({ node: inner, from: to, path: [...path, Array.isArray(node) ? Number(key) : key] })
    }
  }
  const meant = deepest.map((path) => [...path, ...parts.slice(reached)])
  return { paths, meant, deepest: deepest[0] ?? [] }
}

/** Kept for each node: the issues of a definition lead through the same nodes. */
const hasDottedKey = rememberPerObject((node: object) => Object.keys(node).some(holdsDot))

function holdsDot(key: string | number): boolean {
  return typeof key === 'string' && key.includes('.')
}
