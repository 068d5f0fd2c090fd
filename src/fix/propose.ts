import type { Path } from '../model/location.ts'
import { type Change, type Edit, Refusal } from './change.ts'
import { editsOf } from './edits/edits-of.ts'
import type { Fix, Target } from './fix.ts'
import { refuseShared } from './shared.ts'
import { changesByFile, type View } from './view.ts'

/** What would fix an issue. */
export interface Proposal {
  readonly safe: boolean
  readonly isLast: boolean
  /** Each file once. All of them are edited, or none. */
  readonly files: readonly FileChanges[]
}

interface FileChanges {
  readonly file: string
  readonly changes: readonly Change[]
  readonly edits: readonly Edit[]
}

/** Why an issue that has a fix cannot be fixed here. */
export interface Refused {
  readonly reason: string
}

/** A fix of the issue with this message, if one of those of its rule is for it. */
export function propose(message: string, view: View, fixes: readonly Fix[]): Proposal | Refused | undefined {
  const target = createTarget(message, view)
  try {
    for (const { safe, isLast = false, changes: changesOf } of fixes) {
      const changes = changesOf(target)
      if (changes.length === 0) continue
      const files = [...changesByFile(changes, view)].map(([file, own]) => fileChanges(file, own, view))
      return { safe, isLast, files }
    }
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return { reason: error.message }
    throw error
  }
}

function createTarget(message: string, view: View): Target {
  const keysAt = (at: Path) => {
    const { file, path } = view.writtenAt(at)
    const { entries } = view.outlineOf(file).collectionAt(path)
    return entries.map(({ name }) => String(name))
  }
  return { ...view, message, keysAt }
}

/** Throws Refusal. */
function fileChanges(file: string, changes: readonly Change[], { outlineOf }: View): FileChanges {
  const outline = outlineOf(file)
  refuseShared(outline.value, changes)
  return { file, changes, edits: changes.flatMap((change) => editsOf(outline, change)) }
}
