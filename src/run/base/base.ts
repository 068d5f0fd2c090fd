import type { BaseRun } from '../../model/base-run.ts'
import type { Sources } from '../sources.ts'
import type { RemovedDefinition } from './removed-definitions.ts'

/** What the run's definitions were before the change. */
export interface Base extends Pick<BaseRun, 'kind' | 'name' | 'commit'> {
  /** Reads the definitions there. */
  readonly sources: Sources
  /** The files there, keyed by those of the run's definitions; undefined: it is new. */
  readonly files: ReadonlyMap<string, string | undefined>
  /** Definitions that were there and are gone; looked for where breaking changes are. */
  readonly removed: readonly RemovedDefinition[]
  /** It is the commit that is checked out. */
  readonly isHead?: boolean
  /** No file of the commit that is checked out is edited, and no definition of the run is new. */
  readonly isUnedited?: boolean
  /** Files that are there and could not be read. */
  readonly unread: readonly string[]
}
