import type { Path } from '../../core/model/location.ts'
import type { Node } from './document.ts'
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
  /** All that it is about, as JSON, where there are more than the message names. */
  readonly values?: readonly string[]
}

export type ChangeKind = 'added' | 'removed' | 'changed'

/** One thing that differs between two versions of an API, and that no breaking change reports. */
export interface ApiChange {
  readonly kind: ChangeKind
  /** The subject, as far as it matters: an operation is not a part of what got it, and texts are only counted. */
  readonly about?: 'operation' | 'text'
  /** One sentence without its operation, such as "the optional query parameter `limit` was added". */
  readonly message: string
  /** The operation or the schema that it is of, where the path does not say it, as in a file of its own. */
  readonly part?: string | undefined
  /** Its place now; for what was removed, the place that it would have. */
  readonly path: Path
  readonly oldPath: Path
}

export type TellChange = (
  kind: ChangeKind,
  message: string,
  oldNode: Node,
  newNode: Node,
  about?: ApiChange['about'],
) => void
