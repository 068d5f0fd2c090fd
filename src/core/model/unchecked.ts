import { breakingRuleset } from './breaking.ts'
import type { Gap, Target } from './gap.ts'
import { listGaps, type Outcome } from './outcome.ts'
import type { TargetId } from './target.ts'

/**
 * Tells whether the run does not prove that a ruleset checked a target; without a ruleset, that all of them did. Gaps that
 * the policy accepts prove as little.
 */
export function createUncheckedTest(outcome: Outcome): (target: TargetId, ruleset?: string) => boolean {
  if (outcome.kind === 'undecided') return () => true
  const accepted = outcome.held.flatMap((reason) => (reason.kind === 'accepted' ? [reason.gap] : []))
  const gaps: readonly Gap[] = [...listGaps(outcome), ...accepted]
  return (target, ruleset) => gaps.some((gap) => leavesUnchecked(gap, target, ruleset))
}

/** Whether a gap is about a target and a ruleset; without a ruleset, about the target. */
export function leavesUnchecked(gap: Gap, target: TargetId, ruleset?: string): boolean {
  const isNamed = (ids: readonly string[]) => ruleset === undefined || ids.includes(ruleset)
  switch (gap.kind) {
    case 'failed':
    case 'cut':
      return isMeant(gap.target, target) && (gap.ruleset_id === undefined || isNamed([gap.ruleset_id]))
    case 'breaking':
      return isMeant(gap.target, target) && isNamed([breakingRuleset])
    case 'unrun-rulesets':
      return isMeant(gap.target, target) && (gap.nothing_ran || isNamed(gap.ruleset_ids))
    case 'unrun-category':
    case 'inline-ignores':
      return isMeant(gap.target, target)
    case 'unevaluated':
      return (
        isMeant(gap.target, target) &&
        (gap.missing.length === 0 || gap.missing.includes(target.id)) &&
        (gap.ruleset_ids === undefined || isNamed(gap.ruleset_ids))
      )
    case 'shard':
    case 'unfinished':
      return true
    // A base is another run, so every ruleset has checked the target; which issues are new is not known.
    case 'base':
      return ruleset === undefined
    // A requirement that was not requested names no target of the run.
    case 'required':
    case 'other-dashboard':
    case 'unpinned':
      return false
  }
}

/** A target of several APIs may mean each. */
function isMeant(meant: Target, { id, saved }: TargetId): boolean {
  if ('file' in meant) return !saved && meant.file === id
  return 'api_id' in meant ? saved && meant.api_id === id : saved
}
