import type { Answer, Evaluation, RulesetSummary } from '../../core/model/evaluation.ts'
import type { Issue } from '../../core/model/issue.ts'
import { joinRuleMatches } from '../../core/model/join-matches.ts'
import { add, addUpCounts, countIssues, joinCounts, noCounts } from '../../core/model/severity.ts'
import type { SeverityCounts } from '../../core/model/severity-counts.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { compareIssues } from '../issue-order.ts'
import { evaluatedApis } from './evaluated.ts'
import { buildForest, type ForestNode, sumTree } from './forest.ts'

/**
 * One evaluation out of all answers: the same whichever way the calls were cut, and in whichever order they came
 * back. A ruleset counts once on each API, although two categories may bring it there twice; over different APIs
 * counts add up. What failed shows no counts and what was cut shows no issues, so the higher of the two ways to count
 * holds. Errors are joined, nothing is dropped.
 */
export function merge(answers: readonly Answer[]): Evaluation {
  const forest = buildForest(answers)
  const issues = distinctIssues(answers).sort(compareIssues)
  const rulesets = mergeRulesets(answers, forest, issues)
  const ofRulesets = rulesets.reduce((sum, ruleset) => joinCounts(sum, ruleset, add), noCounts)
  const listed = countIssues(issues)
  const counts = [ofRulesets, listed, overTargets(forest, ownCounts)].reduce((left, right) =>
    joinCounts(left, right, Math.max),
  )
  const rule_matches = joinRuleMatches(answers.map(({ evaluation }) => evaluation.rule_matches))
  const errors = new Set(answers.flatMap(({ evaluation }) => evaluation.error ?? []))
  return {
    rulesets,
    issues,
    total: addUpCounts(counts),
    truncated: answers.some(({ evaluation }) => evaluation.truncated),
    ...counts,
    evaluated_apis: evaluatedApis(forest),
    elapsed_ms: answers.reduce((sum, { evaluation }) => sum + evaluation.elapsed_ms, 0),
    ...(errors.size > 0 ? { error: [...errors].join('; ') } : {}),
    ...(rule_matches && { rule_matches }),
  }
}

/** Each row once: of the answers that list a row of one ruleset on one target, the one that lists it most often. */
function distinctIssues(answers: readonly Answer[]): Issue[] {
  const rows = new Map<string, readonly Issue[]>()
  for (const { request, evaluation } of answers) {
    const own = groupBy(evaluation.issues, (issue) =>
      JSON.stringify([request.kind, findIssueTarget(request, issue), issue.ruleset_id, issue._id]),
    )
    for (const [key, same] of own) if (same.length > (rows.get(key)?.length ?? 0)) rows.set(key, same)
  }
  return [...rows.values()].flat()
}

function findIssueTarget(request: Answer['request'], issue: Issue): string {
  return request.kind === 'apis' ? issue.api_id : request.definition.file
}

/** In the order in which they were asked for; those of categories by their ids. */
function mergeRulesets(
  answers: readonly Answer[],
  forest: readonly ForestNode[],
  issues: readonly Issue[],
): RulesetSummary[] {
  const summaries = new Map<string, RulesetSummary>()
  for (const { evaluation } of answers) {
    for (const ruleset of evaluation.rulesets) {
      const { active = true } = summaries.get(ruleset.id) ?? {}
      summaries.set(ruleset.id, {
        ...ruleset,
        ...summaries.get(ruleset.id),
        active: active && ruleset.active,
      })
    }
  }
  const listed = groupBy(issues, ({ ruleset_id }) => ruleset_id)
  const place = askedPlaces(answers)
  return [...summaries.values()]
    .map((ruleset) => {
      const counted = overTargets(forest, (node) => rulesetCounts(node, ruleset.id))
      return { ...ruleset, ...joinCounts(counted, countIssues(listed.get(ruleset.id) ?? []), Math.max) }
    })
    .sort((a, b) => place(a.id) - place(b.id) || (a.id < b.id ? -1 : 1))
}

function askedPlaces(answers: readonly Answer[]): (id: string) => number {
  const places = new Map<string, number>()
  for (const { request } of answers) {
    if (!('ruleset_ids' in request.selector) || request.of !== undefined) continue
    for (const id of request.selector.ruleset_ids) if (!places.has(id)) places.set(id, places.size)
  }
  return (id) => places.get(id) ?? places.size
}

function overTargets(
  forest: readonly ForestNode[],
  ownOf: (node: ForestNode) => SeverityCounts,
): SeverityCounts {
  const values = sumTree(
    forest,
    ownOf,
    (own, parts) => joinCounts(own, parts, Math.max),
    (left, right) => joinCounts(left, right, add),
  )
  return forest
    .filter(({ parent }) => parent === undefined)
    .reduce((sum, root) => joinCounts(sum, values.get(root) ?? noCounts, add), noCounts)
}

function ownCounts({ answers }: ForestNode): SeverityCounts {
  return answers.reduce((most, { evaluation }) => joinCounts(most, evaluation, Math.max), noCounts)
}

function rulesetCounts({ answers }: ForestNode, id: string): SeverityCounts {
  const own = answers.flatMap(({ evaluation }) => evaluation.rulesets.filter((ruleset) => ruleset.id === id))
  return own.reduce((most, counts) => joinCounts(most, counts, Math.max), noCounts)
}
