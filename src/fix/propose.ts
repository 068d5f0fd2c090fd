import type { Path } from '../model/location.ts'
import { oncePer } from '../model/once.ts'
import { isObject } from '../model/record.ts'
import { type Change, changedCollection, type Edit, Refusal } from './change.ts'
import { removeEdits, sortEdits } from './edits/entries.ts'
import { insertEdits } from './edits/insert.ts'
import { renameEdits, setEdits, wrapEdits } from './edits/replace.ts'
import type { Fix, Target } from './fix.ts'
import type { Outline } from './outline.ts'
import { changesByFile, type View } from './view.ts'

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

/** What is used at several places is not changed for one of them. Throws Refusal. */
export function refuseShared(root: unknown, changes: readonly Change[]): void {
  if (!isObject(root)) return
  const shared = sharedIn(root)
  if (shared.size === 0) return
  for (const change of changes) {
    let value: unknown = root
    for (const key of changedCollection(change)) {
      value = isObject(value) ? Reflect.get(value, key) : undefined
      if (isObject(value) && shared.has(value))
        throw new Refusal('it is used at other places too, through an alias')
    }
  }
}

/** The objects of a value that more than one place holds: those that YAML's aliases stand for. */
const sharedIn = oncePer(findShared)

function findShared(root: object): ReadonlySet<object> {
  const seen = new Set<object>([root])
  const shared = new Set<object>()
  const waiting: object[] = [root]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const value of Object.values(next)) {
      if (!isObject(value)) continue
      if (seen.has(value)) shared.add(value)
      else waiting.push(value)
      seen.add(value)
    }
  }
  return shared
}
