import type { Change } from '../../../check/fixable/change.ts'
import type { FixTarget, WrittenAt } from '../../../check/fixable/fix.ts'
import { parsePointer } from '../../../core/model/identity.ts'
import type { Path } from '../../../core/model/location.ts'
import { isRecord } from '../../../core/model/record.ts'
import type { Outline } from './outline.ts'

/** The definition with references to an issue's place resolved, and the files that hold its parts. */
export interface FixView extends Omit<FixTarget, 'keysAt' | 'targetOf' | 'isSame'> {
  readonly writtenAt: (path: Path) => WrittenAt
  /** Throws Unwritable. */
  readonly outlineOf: (file: string) => Outline
  /** A `$ref` in a file to what is at a path of `root`. */
  readonly referenceTo: (path: Path, file: string) => string
}

/** The changes as those of the files in which they are made, each once. */
export function changesByFile(
  changes: readonly Change[],
  view: FixView,
): ReadonlyMap<string, readonly Change[]> {
  const found = new Map<string, Map<string, Change>>()
  for (const change of changes) {
    const { file, path } = placeChange(change, view)
    const placedChanges = found.get(file) ?? new Map<string, Change>()
    const placed = { ...withReference(change, file, view), path }
    found.set(file, placedChanges.set(JSON.stringify(placed), placed))
  }
  return new Map([...found].map(([file, placedChanges]) => [file, [...placedChanges.values()]]))
}

/** An entry is changed in the file of its holder, even if it is a reference to another file. */
function placeChange({ op, path }: Change, { writtenAt, elsewhere }: FixView): WrittenAt {
  const [first, ...rest] = path
  const file = typeof first === 'string' && first.startsWith('\0') ? first.slice(1) : undefined
  if (file !== undefined && elsewhere.has(file)) return { file, path: rest }
  if (op === 'insert' || op === 'sort' || path.length === 0) return writtenAt(path)
  const holder = writtenAt(path.slice(0, -1))
  return { file: holder.file, path: [...holder.path, ...path.slice(-1)] }
}

/** Rewrites an inserted `$ref` so that it leads to the same place from the file it is written in. */
function withReference(change: Change, file: string, { referenceTo }: FixView): Change {
  if (change.op !== 'insert' || !isRecord(change.value)) return change
  const { $ref } = change.value
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return change
  return { ...change, value: { ...change.value, $ref: referenceTo(parsePointer($ref), file) } }
}
