import type { ContentChange } from './content-changes.ts'
import type { FolderRuleset } from './read-folder.ts'
import type { SavedCopy } from './saved-copies.ts'

/** One change of the dashboard. */
export type PushStep =
  | { readonly kind: 'create'; readonly id: string; readonly local: FolderRuleset }
  | {
      readonly kind: 'update'
      readonly id: string
      readonly local: FolderRuleset
      readonly saved: SavedCopy
      readonly changes: readonly ContentChange[]
    }
  | { readonly kind: 'delete'; readonly id: string; readonly saved: SavedCopy }

/** Why a ruleset cannot be pushed: the dashboard's copy is not the one that the folder is based on. */
export interface PushConflict {
  readonly id: string
  readonly reason: 'changed' | 'deleted' | 'unknown' | 'name-taken'
  /** From the dashboard's copy to the folder's. */
  readonly changes: readonly ContentChange[]
  /** The ruleset that has the name. */
  readonly holder?: string
}
