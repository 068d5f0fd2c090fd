import type { DeclaredFix } from '../../core/model/fixes.ts'
import type { Path } from '../../core/model/location.ts'
import { getValue, isRecord, isSameValue } from '../../core/model/record.ts'
import { type Change, Unwritable } from './change.ts'
import type { SchemaKind } from './schema-place.ts'

export interface DefinitionPlace {
  readonly root: unknown
  readonly path: Path
}

export interface WrittenAt {
  readonly file: string
  readonly path: Path
}

/** A place of a definition, and what its fixes may ask about it. */
export interface FixTarget extends DefinitionPlace {
  /** `root` with all operations: a path of it may be in another file. */
  readonly whole: unknown
  readonly elsewhere: ReadonlyMap<string, unknown>
  /** Resolves the `$ref` of the object at a path of `root`; undefined: it has none, or one to nothing. */
  readonly findTarget: (path: Path) => WrittenAt | undefined
  /** A reference of the definition, or of one of its files, that does not resolve. */
  readonly findUnresolved: () => string | undefined
  readonly kindAt: (path: Path) => SchemaKind | undefined
  /** The keys of the object at a path, in the order of the text. Throws Unwritable. */
  readonly keysAt: (path: Path) => readonly string[]
  readonly targetOf: (path: Path) => unknown
  /** True if two values are equal and their numbers are written alike: parsing may round numbers. */
  readonly isSame: (path: Path, other: Path | WrittenAt) => boolean
}

export interface Fix {
  /** Keeps the meaning outside of schemas, which `keepsMeaning` judges. Else, a person must agree. */
  readonly safe: boolean
  /** Safe only where no comment goes with what it removes: that may say more. */
  readonly keepsComments?: boolean
  /** A person has to complete all that it writes. */
  readonly asksPerson?: boolean
  /** Made only where no other fix is left to be made: it depends on what they did. */
  readonly isLast?: boolean
  /** Lower ranks come first where several write at one place. Absent: 0. */
  readonly rank?: (target: FixTarget) => number
  /** Changes that resolve the issue; empty if this fix does not apply. Throws Unwritable. */
  readonly changes: (target: FixTarget) => readonly Change[]
}

/** The fixes of rules, by their ids. The first that has changes is taken. */
export type Fixes = ReadonlyMap<string, readonly Fix[]>

/** Whether the rule asks the object at a place for the field; undefined: the place may also be the field itself. */
export type AsksForField = (field: string, target: FixTarget) => boolean | undefined

/** Converts a declared fix. It is unsafe unless its author declares it safe. */
export function toFix(declared: DeclaredFix, asksForField: AsksForField): Fix {
  return {
    safe: declared.safe === true,
    changes: (target) => createChanges(declared, target, placeField(declared, target, asksForField)),
  }
}

/** Whether an issue at an object named like the field is about it or its member. Throws Unwritable. */
function placeField({ field }: DeclaredFix, target: FixTarget, asksForField: AsksForField): Path {
  const { root, path: at } = target
  if (field === undefined) return at
  if (at.at(-1) !== field) return [...at, field]
  const value = getValue(root, at)
  if (typeof value !== 'object' || value === null) return at
  const isHolder = asksForField(field, target)
  if (isHolder === undefined)
    throw new Unwritable(`it is unclear whether this "${field}" is the field of the fix, or should have it`)
  return isHolder ? [...at, field] : at
}

function createChanges(
  { set, remove, rename, insertBefore }: DeclaredFix,
  { root }: FixTarget,
  path: Path,
): readonly Change[] {
  const holder = getValue(root, path.slice(0, -1))
  const name = path.at(-1)
  if (typeof holder !== 'object' || holder === null || name === undefined) return []
  const isThere = Object.hasOwn(holder, name)
  if (remove) return isThere ? [{ op: 'remove', path }] : []
  if (rename !== undefined)
    return isThere && name !== rename && isRecord(holder) ? [{ op: 'rename', path, to: rename }] : []
  if (isThere) return isSameValue(Reflect.get(holder, name), set) ? [] : [{ op: 'set', path, value: set }]
  if (!isRecord(holder)) return []
  return [{ op: 'insert', path: path.slice(0, -1), key: String(name), value: set, before: insertBefore }]
}
