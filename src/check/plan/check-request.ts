import type { Strictness } from '../../core/model/strictness.ts'
import type { SettingsRequest } from '../config/read-settings.ts'
import type { ConnectionChoices } from '../connect/connection.ts'

/**
 * A request for one run. A caller writes down every field, if only as undefined: one that is forgotten, or
 * that has another name by now, does not compile.
 */
export type CheckRequest = WholeRequest<SettingsRequest & ConnectionChoices & RunChoices>

type WholeRequest<Fields> = { readonly [Name in keyof Required<Fields>]: Fields[Name] }

/** How a run is carried out, where no setting says it. */
interface RunChoices {
  /** The whole of what weighs issues; the config's policy is ignored. */
  readonly strictness?: Strictness | undefined
  /** Fail on entries of the baseline that match no issue. */
  readonly strictBaseline?: boolean | undefined
  /** Retry in smaller pieces what failed in part. */
  readonly diagnose?: boolean | undefined
  /** URLs that this run may read, beside the dashboard's. */
  readonly allowRemote?: readonly string[] | undefined
  /** Such as `2/8`, or `auto`. */
  readonly shard?: string | undefined
  /** The id that all shards of a run share, instead of that of the CI run. */
  readonly shardRun?: string | undefined
  /**
   * The base: a git ref, a file, `saved` or `auto`. Only issues that are new since count, unless the policy
   * says otherwise.
   */
  readonly base?: string | undefined
  /** Find all that changed since the base, for the changelog. */
  readonly listsChanges?: boolean | undefined
  /** Skip breaking changes, whatever the policy says: for callers without a base. */
  readonly withoutBreaking?: boolean | undefined
  /** Globs of files to leave out of folders and globs. */
  readonly exclude?: readonly string[] | undefined
  /** Standard input is checked without a file name. */
  readonly isNameless?: boolean | undefined
  /** A saved report to compare with. */
  readonly compare?: string | undefined
}
