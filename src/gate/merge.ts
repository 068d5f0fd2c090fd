import type { Answer, Evaluation, RulesetSummary } from '../core/model/evaluation.ts'
import type { Issue } from '../core/model/issue.ts'
import { compareIssues } from '../core/model/issue-order.ts'
import { joinRuleMatches } from '../core/model/join-matches.ts'
import {
  addNumbers,
  addUpCounts,
  countIssues,
  countIssuesByRuleset,
  highestCounts,
  noCounts,
  sumCounts,
} from '../core/model/severity.ts'
import type { SeverityCounts } from '../core/model/severity-counts.ts'
import { addToGroup, groupBy } from '../core/text/group-by.ts'

/**
 * One evaluation out of all answers: the same whichever way the calls were cut, and in whichever order they came
 * back. A ruleset counts once on each API, although two categories may bring it there twice; over different APIs
 * counts add up. What failed shows no counts and what was cut shows no issues, so the higher of the two ways to count
 * holds. Errors are joined, nothing is dropped.
 */
export function merge(answers: readonly Answer[]): Evaluation {
  const forest = buildForest(answers)
  const issues = listDistinctIssues(answers).sort(compareIssues)
  const rulesets = mergeRulesets(answers, forest, issues)
  const ofAnswers = sumTargets(forest, (node) => node.answers.map(({ evaluation }) => evaluation))
  const counts = highestCounts([sumCounts(rulesets), countIssues(issues), ofAnswers])
  const rule_matches = joinRuleMatches(answers.map(({ evaluation }) => evaluation.rule_matches))
  const errors = new Set(answers.flatMap(({ evaluation }) => evaluation.error ?? []))
  return {
    rulesets,
    issues,
    total: addUpCounts(counts),
    truncated: answers.some(({ evaluation }) => evaluation.truncated),
    ...counts,
    evaluated_apis: countEvaluatedApis(forest),
    elapsed_ms: answers.reduce((sum, { evaluation }) => sum + evaluation.elapsed_ms, 0),
    ...(errors.size > 0 ? { error: [...errors].join('; ') } : {}),
    ...(rule_matches && { rule_matches }),
  }
}

/** Each row once. Only where several answers list issues of one ruleset on one target, rows are compared: there may be a million. */
function listDistinctIssues(answers: readonly Answer[]): Issue[] {
  const isShared = createSharedTest(answers)
  const lists = new Map<string, (readonly Issue[])[]>()
  const all: Issue[] = []
  for (const { request, evaluation } of answers) {
    const shared: Issue[] = []
    for (const issue of evaluation.issues) (isShared(request, issue) ? shared : all).push(issue)
    for (const [pair, same] of groupBy(shared, (issue) => renderPair(request, issue)))
      addToGroup(lists, pair, same)
  }
  for (const each of lists.values()) for (const issue of mergeRows(each)) all.push(issue)
  return all
}

function renderPair(request: Answer['request'], issue: Issue): string {
  return JSON.stringify([request.kind, findIssueTarget(request, issue), issue.ruleset_id])
}

/** Whether several answers list issues of the issue's ruleset on its target. */
function createSharedTest(answers: readonly Answer[]): (request: Answer['request'], issue: Issue) => boolean {
  /** By kind, target and ruleset: the only answer, or undefined. */
  const owners = { apis: new Map<string, Owners>(), definition: new Map<string, Owners>() }
  for (const answer of answers) {
    const { request, evaluation } = answer
    for (const issue of evaluation.issues) {
      const target = findIssueTarget(request, issue)
      const byRuleset: Owners = owners[request.kind].get(target) ?? new Map()
      const isOther = byRuleset.has(issue.ruleset_id) && byRuleset.get(issue.ruleset_id) !== answer
      if (byRuleset.size === 0) owners[request.kind].set(target, byRuleset)
      byRuleset.set(issue.ruleset_id, isOther ? undefined : answer)
    }
  }
  return (request, issue) =>
    owners[request.kind].get(findIssueTarget(request, issue))?.get(issue.ruleset_id) === undefined
}

type Owners = Map<string, Answer | undefined>

/** Of the answers that list a row, the one that lists it most often. */
function mergeRows(lists: readonly (readonly Issue[])[]): readonly Issue[] {
  const rows = new Map<string, readonly Issue[]>()
  for (const [id, same] of lists.flatMap((issues) => [...groupBy(issues, ({ _id }) => _id)]))
    if (same.length > (rows.get(id)?.length ?? 0)) rows.set(id, same)
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
  const listed = countIssuesByRuleset(issues)
  const place = rankAsked(answers)
  return [...summaries.values()]
    .map((ruleset) => {
      const counted = sumTargets(forest, (node) =>
        node.answers.flatMap(({ evaluation }) => evaluation.rulesets.filter(({ id }) => id === ruleset.id)),
      )
      return { ...ruleset, ...highestCounts([counted, listed.get(ruleset.id) ?? noCounts]) }
    })
    .sort((a, b) => place(a.id) - place(b.id) || (a.id < b.id ? -1 : 1))
}

function rankAsked(answers: readonly Answer[]): (id: string) => number {
  const places = new Map<string, number>()
  for (const { request } of answers) {
    if (!('ruleset_ids' in request.selector) || request.of !== undefined) continue
    for (const id of request.selector.ruleset_ids) if (!places.has(id)) places.set(id, places.size)
  }
  return (id) => places.get(id) ?? places.size
}

/** Of a target the highest of the counts that its answers have for it. */
function sumTargets(
  forest: readonly ForestNode[],
  listCounts: (node: ForestNode) => readonly SeverityCounts[],
): SeverityCounts {
  const values = sumTree(
    forest,
    (node) => highestCounts(listCounts(node)),
    (...both) => highestCounts(both),
    (...both) => sumCounts(both),
  )
  return sumCounts(listRoots(forest).map((root) => values.get(root) ?? noCounts))
}

/** How many targets of all roots were evaluated, as far as the answers show. */
export function countEvaluatedApis(forest: readonly ForestNode[]): number {
  const values = findShown(forest)
  return listRoots(forest).reduce((sum, root) => sum + (values.get(root) ?? 0), 0)
}

/** Answers that evaluated no API, by what they list, where another one about the same APIs says more: each is for its own rulesets. */
export function listSilent(forest: readonly ForestNode[]): Answer[] {
  const values = findShown(forest)
  const isSilent = ({ evaluation: { evaluated_apis, rulesets, error } }: Answer) =>
    evaluated_apis === 0 && rulesets.length > 0 && error === undefined
  return forest.flatMap((node) => (values.get(node) === 0 ? [] : node.answers.filter(isSilent)))
}

/** APIs that no answer shows to be evaluated, where an answer is about them alone or about none that was evaluated. */
export function listUnevaluatedIds(forest: readonly ForestNode[]): string[] {
  const values = findShown(forest)
  const withParts = new Set(forest.map(({ parent }) => parent))
  return forest
    .filter((node) => !withParts.has(node) && values.get(node) === 0)
    .filter((node) => !isFullAbove(node, values))
    .flatMap(({ answers: [first] }) => (first?.request.kind === 'apis' ? first.request.api_ids : []))
}

/** Answers to retry in halves: two about the same APIs that each fall short may fall short of different ones, and nothing is missing. */
export function findUndecided(answers: readonly Answer[]): ReadonlySet<Answer> {
  const forest = buildForest(answers)
  const values = findShown(forest)
  const withShownParts = new Set(forest.filter((node) => values.get(node) !== 0).map(({ parent }) => parent))
  const short = forest.filter((node) => {
    const countNode = node.answers.filter((answer) => countEvaluated(answer) > 0).length
    const witnesses = countNode + (withShownParts.has(node) ? 1 : 0)
    return witnesses > 1 && (values.get(node) ?? 0) < node.targets.length
  })
  return new Set(short.flatMap((node) => node.answers.filter((answer) => fallsShort(answer, node))))
}

function fallsShort(answer: Answer, { targets }: ForestNode): boolean {
  const evaluated = countEvaluated(answer)
  return evaluated > 0 && evaluated < targets.length
}

/** An answer in which nothing ran that was asked for evaluated no API, whatever it says. */
function countEvaluated({ request, evaluation: { rulesets, evaluated_apis } }: Answer): number {
  if (request.kind === 'definition') return evaluated_apis
  const asked = 'ruleset_ids' in request.selector ? request.selector.ruleset_ids : undefined
  return rulesets.some(({ id }) => asked === undefined || asked.includes(id)) ? evaluated_apis : 0
}

function findShown(forest: readonly ForestNode[]): Map<ForestNode, number> {
  const countNode = (node: ForestNode) => Math.max(...node.answers.map(countEvaluated))
  return sumTree(forest, countNode, Math.max, addNumbers)
}

function isFullAbove({ parent }: ForestNode, values: ReadonlyMap<ForestNode, number>): boolean {
  if (parent === undefined) return false
  return (values.get(parent) ?? 0) >= parent.targets.length || isFullAbove(parent, values)
}

export function listRoots(forest: readonly ForestNode[]): ForestNode[] {
  return forest.filter(({ parent }) => parent === undefined)
}

/** The answers about the same targets: the same saved APIs, or the same definition. */
interface ForestNode {
  readonly targets: readonly string[]
  readonly answers: readonly Answer[]
  /** The next larger set of targets that holds this one; none for a root. */
  readonly parent: ForestNode | undefined
}

/**
 * Answers by their targets. Calls are only ever cut in consecutive chunks and those in halves, so two sets of targets
 * are equal, apart, or one within the other: a forest. Larger sets come before the smaller ones within them.
 */
export function buildForest(answers: readonly Answer[]): ForestNode[] {
  const groups = groupBy(answers, (answer) => JSON.stringify(listTargets(answer)))
  const innermost = new Map<string, ForestNode>()
  const bySize = [...groups.values()]
    .map((same) => ({ targets: same[0] ? listTargets(same[0]) : [], answers: same }))
    .sort((a, b) => b.targets.length - a.targets.length)
  return bySize.map((group) => {
    const node: ForestNode = { ...group, parent: innermost.get(group.targets[0] ?? '') }
    for (const target of group.targets) innermost.set(target, node)
    return node
  })
}

/** Saved APIs and definitions under names that no other target has. */
function listTargets({ request }: Answer): readonly string[] {
  if (request.kind === 'apis') return request.api_ids.map((id) => `api ${id}`)
  return [`file ${JSON.stringify(request.definition)}`]
}

/** A value for each node: `join` of its own and the sum of those within it. What was asked whole and in pieces is not counted twice. */
function sumTree<Value>(
  forest: readonly ForestNode[],
  ownOf: (node: ForestNode) => Value,
  join: (own: Value, parts: Value) => Value,
  add: (left: Value, right: Value) => Value,
): Map<ForestNode, Value> {
  const parts = new Map<ForestNode, Value>()
  const values = new Map<ForestNode, Value>()
  for (const node of forest.toReversed()) {
    const own = ownOf(node)
    const within = parts.get(node)
    const value = within === undefined ? own : join(own, within)
    values.set(node, value)
    if (node.parent === undefined) continue
    const before = parts.get(node.parent)
    parts.set(node.parent, before === undefined ? value : add(before, value))
  }
  return values
}
