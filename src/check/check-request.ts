import type { Strictness } from '../core/model/strictness.ts'
import type { ConnectionChoices } from './connect/connection.ts'
import type { SettingsRequest } from './read-settings.ts'

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
  /** URLs that local rulesets may extend. */
  readonly allowExtends?: readonly string[] | undefined
  /** Such as `2/8`, or `auto`. */
  readonly shard?: string | undefined
  /** What the shards of one run share, instead of the id of the CI run. */
  readonly shardRun?: string | undefined
  /** What the definitions were before: a git ref, a file, `saved` or `auto`. Only what is new since counts, unless the policy says otherwise. */
  readonly base?: string | undefined
  /** Breaking changes are not looked for, whatever the policy says: for what no base can help. */
  readonly withoutBreaking?: boolean | undefined
  /** Standard input is checked, and nobody says which file it is of. */
  readonly isNameless?: boolean | undefined
  /** A saved report to compare with. */
  readonly compare?: string | undefined
}
