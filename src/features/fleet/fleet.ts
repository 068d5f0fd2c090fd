import type { RuleHelp } from '../../core/model/rule-help.ts'
import type { Severity } from '../../core/model/severity.ts'
import type { SeverityCounts } from '../../core/model/severity-counts.ts'

/** One API under one ruleset. Issues that are excused are not counted. */
export interface FleetCell extends SeverityCounts {
  /** False if the run does not prove a complete check: then no issues do not mean a pass. */
  readonly checked: boolean
  /** False if no check of the run has this ruleset for this API. */
  readonly asked: boolean
}

export interface FleetApi extends SeverityCounts {
  /** The file of a local definition, or the id of a saved API. */
  readonly id: string
  /** Its name, where that is known. */
  readonly name?: string | undefined
  readonly saved: boolean
  /** All of it was checked, and nothing at or above the fleet's level was found. */
  readonly passes: boolean
  /** Ids of users and groups. */
  readonly owners: readonly string[]
  /** In the order of the fleet's rulesets. */
  readonly cells: readonly FleetCell[]
  /** Worst first. */
  readonly rules: readonly FleetRule[]
  /** Issues more than in the earlier run; absent where that cannot be compared. */
  readonly change?: number | undefined
}

/** A rule, a ruleset or an owner. */
export interface FleetCount extends SeverityCounts {
  readonly name: string
  /** The ruleset of a rule. */
  readonly ruleset?: string | undefined
  /** How many APIs have such an issue; of an owner, all. */
  readonly apis: number
  readonly change?: number | undefined
}

/** `documentation_url` is foreign text. */
export interface FleetRule extends FleetCount, Pick<RuleHelp, 'why' | 'documentation_url'> {
  readonly how_to_fix?: string | undefined
}

export interface FleetOwner extends FleetCount {
  /** APIs with an error. */
  readonly failing: number
}

/** All APIs of a run by all of its rulesets; each list has the worst first. */
export interface Fleet extends SeverityCounts {
  /** RFC 3339. */
  readonly started: string
  readonly dashboard: string
  readonly complete: boolean
  /** The lowest severity that an API does not pass with: that of the policy's `fail_on`, or error. */
  readonly level: Severity
  readonly excused: number
  readonly rulesets: readonly FleetCount[]
  readonly apis: readonly FleetApi[]
  readonly rules: readonly FleetRule[]
  readonly owners: readonly FleetOwner[]
  /** `note` says why the two runs cannot be compared, `apart` which APIs only one of them has. Foreign texts. */
  readonly earlier?: { readonly started: string; readonly note: string; readonly apart: string } | undefined
}

/** Names and owners of saved APIs, by id. */
export type KnownApis = ReadonlyMap<
  string,
  { readonly name?: string | undefined; readonly owners: readonly string[] }
>
