import type { Path } from '../model/location.ts'
import type { Change } from './change.ts'
import type { View } from './view.ts'

/** Where an issue is, and the document around it. */
export interface Target extends Pick<View, 'root' | 'path' | 'elsewhere' | 'targetOf'> {
  readonly message: string
  /** The keys of the object at a path, in the order of the text. Throws Refusal. */
  readonly keysAt: (path: Path) => readonly string[]
}

/** How to satisfy a rule. */
export interface Fix {
  /** The meaning of the API stays the same, whatever the document says. Otherwise a person must agree. */
  readonly safe: boolean
  /** Made only where no other fix is left to be made: it depends on what they did. */
  readonly isLast?: boolean
  /** What makes the issue go away; nothing where it is not what this fix is for. Throws Refusal. */
  readonly changes: (target: Target) => readonly Change[]
}

/** The fixes of rules, by their ids. The first that has changes is taken. */
export type Fixes = ReadonlyMap<string, readonly Fix[]>
