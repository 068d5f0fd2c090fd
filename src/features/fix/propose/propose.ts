import { type Change, changedCollection, leavesText, Unwritable } from '../../../check/fixable/change.ts'
import type { Fix, FixTarget, WrittenAt } from '../../../check/fixable/fix.ts'
import { keepsMeaning } from '../../../check/fixable/keeps-meaning.ts'
import type { FixKind } from '../../../core/model/fixes.ts'
import type { Path } from '../../../core/model/location.ts'
import { rememberPerObject } from '../../../core/model/once.ts'
import { getValue, isObject, isSameValue, iterateValues } from '../../../core/model/record.ts'
import { groupBy } from '../../../core/text/group-by.ts'
import type { Edit } from '../../../core/text/unified-diff.ts'
import { removeEdits, sortEdits } from '../edits/entries.ts'
import { insertEdits, renameEdits, setEdits, wrapEdits } from '../edits/write.ts'
import type { Outline } from './outline.ts'
import { changesByFile, type FixView } from './view.ts'

export interface Proposal {
  readonly kind: FixKind
  readonly isLast: boolean
  /** Lower ranks come first where several write at one place. */
  readonly rank: number
  /** Each file once. All of them are edited, or none. */
  readonly files: readonly FileChanges[]
}

interface FileChanges {
  readonly file: string
  readonly changes: readonly Change[]
  readonly edits: readonly Edit[]
}

export interface Refused {
  readonly reason: string
}

export function propose(view: FixView, fixes: readonly Fix[]): Proposal | Refused | undefined {
  const target = createTarget(view)
  try {
    for (const fix of fixes) {
      const { keepsComments, isLast = false, rank } = fix
      const changes = fix.changes(target)
      if (changes.length === 0) continue
      const files = writeChanges(changes, view)
      const kind = chooseKind(fix, changes, target)
      const isUnsafe = kind === 'safe' && keepsComments && losesComment(files, view)
      return { kind: isUnsafe ? 'unsafe' : kind, isLast, rank: rank?.(target) ?? 0, files }
    }
    return undefined
  } catch (error) {
    if (error instanceof Unwritable) return { reason: error.message }
    throw error
  }
}

/** Kept, as many issues may want the same changes. */
const writtenIn = rememberPerObject((_root: object) => new Map<readonly Change[], readonly FileChanges[]>())

/** Throws Unwritable. */
function writeChanges(changes: readonly Change[], view: FixView): readonly FileChanges[] {
  const known = writtenIn(Object(view.root))
  const written =
    known.get(changes) ??
    [...changesByFile(changes, view)].map(([file, inFile]) => fileChanges(file, inFile, view))
  known.set(changes, written)
  return written
}

function chooseKind({ safe, asksPerson }: Fix, changes: readonly Change[], target: FixTarget): FixKind {
  if (asksPerson || leavesText(changes)) return 'placeholder'
  return safe && keepsMeaning(changes, target) ? 'safe' : 'unsafe'
}

/** Only a comment may say why something is there. */
function losesComment(files: readonly FileChanges[], { outlineOf }: FixView): boolean {
  return files.some(({ file, edits }) => {
    const { text, format } = outlineOf(file)
    const loses = ({ start, end, text: written }: Edit) =>
      text
        .slice(start, end)
        .match(/(?<!\S)#.*/g)
        ?.some((comment) => !written.includes(comment))
    return format === 'yaml' && edits.some(loses)
  })
}

function createTarget(view: FixView): FixTarget {
  const listKeys = (at: Path) => {
    const { file, path } = view.writtenAt(at)
    const { entries } = view.outlineOf(file).collectionAt(path)
    return entries.map(({ name }) => String(name))
  }
  const toWritten = (place: Path | WrittenAt) => ('file' in place ? place : view.writtenAt(place))
  return {
    ...view,
    keysAt: listKeys,
    targetOf: (at) => {
      const found = view.findTarget(at)
      return found && getValue(view.outlineOf(found.file).value, found.path)
    },
    isSame: (path, other) => isWrittenAlike(view.writtenAt(path), toWritten(other), view),
  }
}

function isWrittenAlike(one: WrittenAt, other: WrittenAt, { outlineOf }: FixView): boolean {
  const read = ({ file, path }: WrittenAt) => {
    const { value, text, entryAt } = outlineOf(file)
    const inner = getValue(value, path)
    const texts = () =>
      [...iterateValues(inner)].flatMap((node) => {
        if (typeof node.value !== 'number') return []
        const { valueStart, end } = entryAt([...path, ...node.path])
        return [text.slice(valueStart, end)]
      })
    return { value: inner, texts }
  }
  const [left, right] = [read(one), read(other)]
  return isSameValue(left.value, right.value) && isSameValue(left.texts(), right.texts())
}

/** Throws Unwritable. */
function fileChanges(file: string, changes: readonly Change[], { outlineOf }: FixView): FileChanges {
  const outline = outlineOf(file)
  if (outline.mayShare) refuseShared(outline.value, changes)
  return { file, changes, edits: createEdits(outline, changes) }
}

/** Changes as edits of the text; what is removed of one collection is removed together. Throws Unwritable. */
export function createEdits(outline: Outline, changes: readonly Change[]): readonly Edit[] {
  const isRemoval = ({ op }: Change) => op === 'remove'
  const removals = groupBy(changes.filter(isRemoval), (change) => JSON.stringify(changedCollection(change)))
  return [
    ...changes.flatMap((change) => (change.op === 'remove' ? [] : createChangeEdits(outline, change))),
    ...[...removals.values()].flatMap((removed) => {
      const paths = removed.map(({ path }) => path)
      return removeEdits(outline, paths)
    }),
  ]
}

function createChangeEdits(outline: Outline, change: Exclude<Change, { op: 'remove' }>): readonly Edit[] {
  switch (change.op) {
    case 'set':
      return setEdits(outline, change.path, change.value)
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

/** Throws Unwritable for a value that YAML aliases share: other places would change too. */
export function refuseShared(root: unknown, changes: readonly Change[]): void {
  if (!isObject(root)) return
  const shared = sharedIn(root)
  if (shared.size === 0) return
  for (const change of changes) {
    let value: unknown = root
    for (const key of changedCollection(change)) {
      value = isObject(value) ? Reflect.get(value, key) : undefined
      if (isObject(value) && shared.has(value))
        throw new Unwritable('it is used at other places too, through an alias')
    }
  }
}

/** The objects of a value that more than one place holds: those that YAML's aliases stand for. */
const sharedIn = rememberPerObject((root: object): ReadonlySet<object> => {
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
})
