import type { CheckRequest } from '../check-request.ts'

/** A check, and the two rulesets of which one is to take the place of the other. */
export interface ImpactRequest extends CheckRequest {
  readonly old: string
  readonly new: string
  /** The id of the ruleset in whose place both are; absent: what their names say. */
  readonly as?: string | undefined
  /** Leave out the other rulesets of the config. */
  readonly alone?: boolean | undefined
  /** All APIs of the dashboard, or those of these categories, instead of the config's. */
  readonly allApis?: boolean | undefined
  readonly apiCategories?: readonly string[] | undefined
}
