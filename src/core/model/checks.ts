import type { NamedCheck } from './asked.ts'
import { breakingRuleset } from './breaking.ts'
import type { TargetId } from './target.ts'

/** A single check is all that is asked. */
export function dividesTargets(checks: readonly NamedCheck[] | undefined): checks is readonly NamedCheck[] {
  return checks !== undefined && checks.length > 1
}

/** Whether a run asks for a ruleset on a target of its own. Which rulesets a category stands for is not known here. */
export function isPairAsked(
  checks: readonly NamedCheck[] | undefined,
  { id, saved }: TargetId,
  rulesetId: string,
): boolean {
  if (!dividesTargets(checks) || rulesetId === breakingRuleset) return true
  return checks.some(
    (check) =>
      (saved ? check.api_ids : check.definitions).includes(id) &&
      (!('ruleset_ids' in check) || check.ruleset_ids.includes(rulesetId)),
  )
}
