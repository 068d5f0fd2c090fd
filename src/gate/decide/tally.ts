import type { Evaluation } from '../../model/evaluation.ts'
import type { Issue } from '../../model/issue.ts'
import { countIssues } from '../../model/severity.ts'
import type { SeverityCounts } from '../../model/severity-counts.ts'
import { joinCounts, subtract, sumCounts } from '../counts.ts'

/** How many issues gate: of each ruleset that is judged on its own, and of all the others together. */
export interface Tally {
  readonly apart: ReadonlyMap<string, SeverityCounts>
  readonly rest: SeverityCounts
}

/**
 * Counts every issue that is not excused. The answers count what they do not list (a cut answer) and list what they
 * do not count (a ruleset that failed on one API), so the higher of the two holds; what is excused is always listed
 * and is taken off. Never fewer than there are, and exact when the evaluation is complete.
 */
export function tally(evaluation: Evaluation, apartIds: ReadonlySet<string>): Tally {
  const apartRulesets = evaluation.rulesets.filter(({ id }) => apartIds.has(id))
  const all = new Map(
    apartRulesets.map((ruleset) => {
      const listed = evaluation.issues.filter(({ ruleset_id }) => ruleset_id === ruleset.id)
      return [ruleset.id, { listed, counts: joinCounts(ruleset, countIssues(listed), Math.max) }]
    }),
  )
  const ofApart = sumCounts([...all.values()].map(({ counts }) => counts))
  const ofRest = evaluation.issues.filter(({ ruleset_id }) => !all.has(ruleset_id))
  const counted = joinCounts(evaluation, countIssues(evaluation.issues), Math.max)
  return {
    apart: new Map([...all].map(([id, { counts, listed }]) => [id, withoutExcused(counts, listed)])),
    rest: withoutExcused(joinCounts(counted, ofApart, subtract), ofRest),
  }
}

function withoutExcused(counts: SeverityCounts, listed: readonly Issue[]): SeverityCounts {
  return joinCounts(counts, countIssues(listed.filter(({ excused }) => excused !== undefined)), subtract)
}
