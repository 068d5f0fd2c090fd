import type { Path } from '../../core/model/location.ts'
import type { BreakingRuleId } from './rules/index.ts'

/** One thing that a client of the base meets in the head, and may break on. */
export interface BreakingChange {
  readonly rule: BreakingRuleId
  readonly message: string
  /** In the head: what changed, or where what was removed would be. */
  readonly path: Path
  /** The place in the base. */
  readonly basePath: Path
  /** Those that it concerns, such as `GET /pets`, where the path does not say it; the message names some. */
  readonly operations?: readonly string[]
}
