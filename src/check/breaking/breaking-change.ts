import type { Path } from '../../core/model/location.ts'
import type { BreakingRuleId } from './rules/index.ts'

/** One thing that a client of the old version meets in the new one, and may break on. */
export interface BreakingChange {
  readonly rule: BreakingRuleId
  readonly message: string
  /** In the new version: what changed, or where what was removed would be. */
  readonly path: Path
  readonly oldPath: Path
  /** Those that it concerns, such as `GET /pets`, where the path does not say it; the message names some. */
  readonly operations?: readonly string[]
}
