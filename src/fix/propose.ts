import type { Path } from '../model/location.ts'
import { type Change, type Edit, Refusal } from './change.ts'
import { editsOf } from './edits/edits-of.ts'
import type { Fix, Target } from './fix.ts'
import { refuseShared } from './shared.ts'
import { changesByFile, type View } from './view.ts'

/** An issue, as far as its fix needs it. */
export interface Fixable {
  readonly rule: string
  readonly path: Path
  readonly message: string
}

/** What would fix an issue. */
export interface Proposal<Issue extends Fixable = Fixable> {
  readonly issue: Issue
  readonly safe: boolean
  readonly isLast: boolean
  /** Each file once. All of them are edited, or none. */
  readonly files: readonly FileChanges[]
}

export interface FileChanges {
  readonly file: string
  readonly changes: readonly Change[]
  readonly edits: readonly Edit[]
}

/** Why an issue that has a fix cannot be fixed here. */
export interface Refused<Issue extends Fixable = Fixable> {
  readonly issue: Issue
  readonly reason: string
}

/** A fix of the issue, if one of those of its rule is for it. */
export function propose<Issue extends Fixable>(
  issue: Issue,
  view: View,
  fixes: readonly Fix[],
): Proposal<Issue> | Refused<Issue> | undefined {
  const target = createTarget(issue, view)
  try {
    for (const { safe, isLast = false, changes: changesOf } of fixes) {
      const changes = changesOf(target)
      if (changes.length === 0) continue
      const files = [...changesByFile(changes, view)].map(([file, own]) => fileChanges(file, own, view))
      return { issue, safe, isLast, files }
    }
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return { issue, reason: error.message }
    throw error
  }
}

function createTarget({ message }: Fixable, view: View): Target {
  const { root, path, elsewhere, targetOf, writtenAt, outlineOf } = view
  return {
    path,
    message,
    root,
    elsewhere,
    targetOf,
    keysAt: (at) => {
      const written = writtenAt(at)
      return outlineOf(written.file)
        .collectionAt(written.path)
        .entries.map(({ name }) => String(name))
    },
  }
}

/** Throws Refusal. */
function fileChanges(file: string, changes: readonly Change[], { outlineOf }: View): FileChanges {
  const outline = outlineOf(file)
  refuseShared(outline.value, changes)
  return { file, changes, edits: changes.flatMap((change) => editsOf(outline, change)) }
}
