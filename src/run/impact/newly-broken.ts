import { identityText } from '../../model/identity.ts'
import type { Reason, StaleBaseline, UnmatchedRules } from '../../model/reason.ts'
import type { EvaluatedReport } from '../../model/report.ts'

/** What the policy refuses of a run as a whole, whatever the issues of its APIs are, and did not refuse before. */
export function newlyBroken(before: EvaluatedReport, after: EvaluatedReport): readonly Reason[] {
  const known = brokenOf(before)
  return brokenOf(after).flatMap((reason): readonly Reason[] => {
    if (reason.kind === 'stale-baseline')
      return known.some((each) => each.kind === reason.kind && !isMore(reason, each)) ? [] : [reason]
    return reason.kind === 'unmatched' ? newlyUnmatched(reason, known) : []
  })
}

function brokenOf({ outcome }: EvaluatedReport): readonly Reason[] {
  return outcome.kind === 'passed' ? [] : outcome.broken
}

/** Only the first is known. */
function isMore(one: StaleBaseline, other: StaleBaseline): boolean {
  const isOther = identityText(one.first) !== identityText(other.first)
  return one.count > other.count || (one.count === other.count && isOther)
}

function newlyUnmatched(reason: UnmatchedRules, known: readonly Reason[]): readonly Reason[] {
  const old = known.flatMap((each) => (each.kind === 'unmatched' ? each.rules : []))
  const rules = reason.rules.filter(
    ({ ruleset_id, rule_id }) =>
      !old.some((each) => each.ruleset_id === ruleset_id && each.rule_id === rule_id),
  )
  const former = known.flatMap((each) => (each.kind === 'unmatched' ? (each.overrides ?? []) : []))
  const overrides = reason.overrides?.filter((each) => !former.includes(each)) ?? []
  if (rules.length + overrides.length === 0) return []
  return [{ kind: 'unmatched', strict: reason.strict, rules, ...(overrides.length > 0 && { overrides }) }]
}
