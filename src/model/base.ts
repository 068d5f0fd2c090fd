import type { BreakingVersions } from './breaking-versions.ts'

/** Which issues count beside a base: all, those that are new since, or these and those in what the change touches. */
export const basePolicies = ['all', 'new', 'touched'] as const
export type BasePolicy = (typeof basePolicies)[number]

/** What a run was compared with. */
export interface BaseRun {
  /** A commit, a local file, or the API that the dashboard holds under the same id. */
  readonly kind: 'git' | 'file' | 'saved'
  /** What was asked for: a ref, a file, or `saved`. */
  readonly name: string
  /** The merge base of HEAD and the ref. */
  readonly commit?: string | undefined
  readonly policy: BasePolicy
  /** Issues of the base that are gone; absent: not known. */
  readonly fixed_count?: number | undefined
  readonly definitions: readonly BaseDefinition[]
}

/** A definition of the run, and what it was at the base. */
export interface BaseDefinition {
  readonly file: string
  /** Absent: it is new, and so are all of its issues. */
  readonly base_file?: string | undefined
  /** Nothing of it has changed, so that it was not evaluated again. */
  readonly unchanged?: true | undefined
  /** Set where breaking changes would be allowed by a new major version. */
  readonly versions?: BreakingVersions | undefined
}

/** `main (1a2b3c4)`; foreign text. */
export function baseName({ name, commit }: Pick<BaseRun, 'name' | 'commit'>): string {
  return commit === undefined ? name : `${name} (${commit.slice(0, 7)})`
}
