import type { Path } from '../../core/model/location.ts'

/** One thing that a client of the base meets in the head, and may break on. */
export interface BreakingChange {
  readonly rule: string
  readonly message: string
  /** In the head: what changed, or where what was removed would be. */
  readonly path: Path
  /** The same in the base. */
  readonly basePath: Path
}

export interface BreakingRule {
  readonly id: string
  readonly severity: 'error' | 'warn'
  readonly title: string
  readonly why: string
  readonly fix: string
  /** A part of a definition in YAML, before and after. */
  readonly example: { readonly before: string; readonly after: string }
}
