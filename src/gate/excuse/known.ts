import type { BasePolicy } from '../../core/model/base.ts'
import type { BaseRun } from '../../core/model/base-run.ts'
import type { Changelog } from '../../core/model/definition-diff.ts'
import type { Evaluation } from '../../core/model/evaluation.ts'
import type { BaseGap } from '../../core/model/gap.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { BaseReason } from '../../core/model/reason.ts'
import { type Breaking, markAllowed } from './breaking.ts'

export interface KnownAtBase {
  readonly run: BaseRun
  /** Issues of the evaluation that were there before the change. */
  readonly issues: ReadonlySet<Issue>
  /** Known issues that count all the same. */
  readonly counted: ReadonlySet<Issue>
  /** Issues whose `x-lint-ignore` is not at the base: the change under review may not excuse itself. */
  readonly newly_ignored: ReadonlySet<Issue>
  /** Definitions with such keys, whatever they silence. */
  readonly newly_ignoring: ReadonlySet<string>
  readonly gaps: readonly BaseGap[]
  /** Undefined: breaking changes were not looked for. */
  readonly breaking?: Breaking | undefined
  /** Undefined: it was not asked for. */
  readonly changelog?: Changelog
  readonly requests: number
}

/**
 * Marks what was there before. What a waiver or the baseline excuses stays theirs: they say why. `before` are the issues
 * of `evaluation` as they were evaluated, in the same order.
 */
export function markKnown(evaluation: Evaluation, before: readonly Issue[], known: KnownAtBase): Evaluation {
  const issues = evaluation.issues.map((issue, index): Issue => {
    const original = before[index]
    if (original === undefined) return issue
    if (!known.issues.has(original))
      return known.breaking ? markAllowed(issue, original, known.breaking) : issue
    const excused = issue.excused ?? (known.counted.has(original) ? undefined : { by: 'base' as const })
    return { ...issue, known: true, ...(excused && { excused }) }
  })
  return { ...evaluation, issues }
}

export function baseReason(
  { name, commit, policy, fixed_count, definitions }: BaseRun,
  issues: readonly Issue[],
): BaseReason {
  const known_count = knownCount(issues)
  return {
    kind: 'base',
    name,
    ...(commit !== undefined && { commit }),
    policy,
    new_count: issues.length - known_count,
    known_count,
    ...(fixed_count !== undefined && { fixed_count }),
    new_definitions: definitions
      .filter((definition) => definition.base_file === undefined)
      .map(({ file }) => file),
  }
}

export function knownCount(issues: readonly Issue[]): number {
  return issues.filter(({ known }) => known).length
}

export const defaultBasePolicy: BasePolicy = 'new'
