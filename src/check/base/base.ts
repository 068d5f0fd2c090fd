import type { Definition } from '../../core/model/asked.ts'
import { baseName } from '../../core/model/base.ts'
import { GovError } from '../../core/model/errors.ts'
import type { Answer } from '../../core/model/evaluation.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { BaseRun, Run } from '../../core/model/run.ts'
import { NestedTooDeeplyError } from '../breaking/nested-too-deeply-error.ts'
import type { WorkTree } from '../git/commit-reader.ts'
import type { GitTree } from '../git/read-tree.ts'
import type { Sources } from '../sources/sources.ts'
import type { CheckPlan } from '../types.ts'
import type { World } from '../world.ts'

/** The definitions of a run before the change. */
export interface Base extends Pick<BaseRun, 'kind' | 'name' | 'commit'> {
  /** Reads the definitions there. */
  readonly sources: Sources
  /** The files there, keyed by those of the run's definitions; undefined: it is new. */
  readonly files: ReadonlyMap<string, string | undefined>
  /** Definitions that were there and are gone; looked for where breaking changes are. */
  readonly removed: readonly RemovedDefinition[]
  /** Files there to which a link led that leads to the definition now, keyed by that: what they had may break who used the link. */
  readonly formerTargets?: ReadonlyMap<string, readonly string[]>
  /** It is the commit that is checked out. */
  readonly isHead?: boolean
  /** No file of the commit that is checked out is edited, and no definition of the run is new. */
  readonly isUnedited?: boolean
  /** Files that are there and could not be read. */
  readonly unread: readonly string[]
}

/** The files of the base, and where they are checked out. */
export interface BaseCommit {
  readonly tree: GitTree
  readonly workTree: WorkTree
  /** Its name in messages. */
  readonly name: string
}

/** A definition of the base that is gone. */
export interface RemovedDefinition {
  readonly file: string
  readonly api_id?: string | undefined
}

/** A run, and the base that it is compared with. */
export interface BasedRun {
  readonly base: Base
  readonly plan: CheckPlan
  readonly run: Run
  readonly world: World
  /** The responses of the run: they say by which rulesets each definition was checked. */
  readonly answers: readonly Answer[]
  /** Whether all changes are asked for, and not only those that break clients. */
  readonly listsChanges: boolean
}

/** A definition of the run with its issues, and its file at the base. */
export interface Pair {
  readonly definition: Definition
  readonly baseFile: string
  readonly issues: readonly Issue[]
}

export function pickNames({ name, commit }: Base): Pick<Base, 'name' | 'commit'> {
  return { name, ...(commit !== undefined && { commit }) }
}

export function refuseUnread(base: Base): void {
  const [unread] = base.unread
  if (unread !== undefined) throw baseIncompleteError(base, unread)
}

/** An invalid definition in a commit cannot be fixed any more, so it makes the run incomplete. */
export function cannotEvaluate(base: Base): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof GovError) || error.kind !== 'usage' || base.kind === 'file') throw error
    throw baseIncompleteError(base, error.message, error)
  }
}

export function baseIncompleteError(base: Base, reason: string, cause?: unknown): GovError {
  const message = `the base ${baseName(base)} cannot be evaluated: ${reason}`
  const hint = 'Compare with a commit in which it is valid, or omit --base to count every issue.'
  return new GovError('incomplete', 'base-unusable', message, hint, cause)
}

/** Whether a definition is nested deeper than is compared, or took all of the stack: each level needs some. */
export function isTooDeep(error: unknown): boolean {
  return (
    error instanceof NestedTooDeeplyError ||
    (error instanceof RangeError && error.message.includes('call stack'))
  )
}
