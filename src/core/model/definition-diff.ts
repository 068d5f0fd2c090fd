import type { Severity } from './severity.ts'

/** How much a change is by semantic versioning. */
export type Bump = 'major' | 'minor' | 'patch' | 'none'

/** The old and new `info.version`, and the bump that semantic versioning asks for. */
export interface VersionAdvice {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly bump: Bump
  /** The least version that announces the change; undefined where `from` is not a semantic version. */
  readonly wanted: string | undefined
  /** Undefined where it cannot be told. */
  readonly is_enough: boolean | undefined
}

/** One change between two versions, as people and programs are told of it. */
export interface DefinitionChange {
  readonly kind: 'breaking' | 'added' | 'removed' | 'changed' | 'text'
  /** Only of a breaking change. */
  readonly rule?: string
  readonly severity?: Severity
  /** `GET /pets`, `schema Pet`, or `API` for what is about no part. */
  readonly group: string
  readonly message: string
  /** All that it concerns, where it is not of one alone: the message names some. */
  readonly operations?: readonly string[]
  /** All values that it is about, as JSON, where there are more than the message names. */
  readonly values?: readonly string[]
  /** The file that has it: of the new version, or of the old one for what is gone. */
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface DefinitionDiff {
  readonly old: string
  readonly new: string
  /** The new `info.title`, if it has one. */
  readonly title: string | undefined
  /**
   * Breaking changes first, as errors and then as warnings, then the others; of each, what is of the whole API, then of components,
   * then of operations, in the order of the definition.
   */
  readonly changes: readonly DefinitionChange[]
  readonly infoVersion: VersionAdvice
}

/** The changes that a run found since its base. */
export interface Changelog {
  /** The base in words, such as `main (1a2b3c4)`. */
  readonly since: string
  readonly diffs: readonly DefinitionDiff[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Definitions that could not be compared, and why. */
  readonly unknown: readonly { readonly file: string; readonly fault: string }[]
}
