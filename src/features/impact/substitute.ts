import type { EvaluationRequest } from '../../core/model/asked.ts'
import type { Answer, AnsweredEvaluation, RulesetSummary } from '../../core/model/evaluation.ts'
import type { Issue } from '../../core/model/issue.ts'
import { add, addUpCounts, countIssues, joinCounts, subtract } from '../../core/model/severity.ts'

/** Result of the other ruleset on one API, which replaces that of the answer. */
export interface SideEvaluation {
  readonly ran: boolean
  readonly issues: readonly Issue[]
  /** Replaces the whole result of the ruleset, even a failed one. */
  readonly isWhole: boolean
  /** Which issues of the answer's ruleset it stands for. */
  readonly replaces: (ruleId: string) => boolean
}

/** What a run is about: a saved API, or the definition in a file. */
export const apiTarget = (id: string) => `api ${id}`
export const fileTarget = ({ file }: { readonly file: string }) => `file ${file}`

export function listTargets(request: EvaluationRequest): readonly string[] {
  return request.kind === 'apis' ? request.api_ids.map(apiTarget) : [fileTarget(request.definition)]
}

function findTarget(request: EvaluationRequest, { api_id }: Issue): string {
  return request.kind === 'apis' ? apiTarget(api_id) : fileTarget(request.definition)
}

export function isAbout({ request: { selector }, evaluation }: Answer, id: string): boolean {
  if ('ruleset_ids' in selector) return selector.ruleset_ids.includes(id)
  const { rulesets, inapplicable = [] } = evaluation
  return (
    rulesets.some((ruleset) => ruleset.id === id) || inapplicable.some(({ ruleset_id }) => ruleset_id === id)
  )
}

/** Whether a ruleset ran on a target of an answer that is about it. */
export function hasRun({ request, evaluation }: Answer, id: string, target: string): boolean {
  const { rulesets, inapplicable = [] } = evaluation
  const isSkipped = inapplicable.some(
    ({ ruleset_id, api_id }) =>
      ruleset_id === id && (request.kind === 'definition' || apiTarget(api_id) === target),
  )
  return !isSkipped && rulesets.some((ruleset) => ruleset.id === id)
}

/**
 * The answer as it would be with the other ruleset in the place of `summary`, and under its id. `found` is keyed by
 * `listTargets`: an API that is not in it keeps what the answer says.
 */
export function substitute(
  answer: Answer,
  summary: RulesetSummary,
  found: ReadonlyMap<string, SideEvaluation>,
): Answer {
  const { request, evaluation } = answer
  const { id } = summary
  const targets = listTargets(request)
  if (!isAbout(answer, id) || !targets.some((target) => found.has(target))) return answer
  const isReplaced = (issue: Issue) =>
    issue.ruleset_id === id && found.get(findTarget(request, issue))?.replaces(issue.rule_id) === true
  const kept = evaluation.issues.filter((issue) => !isReplaced(issue))
  const gone = countIssues(evaluation.issues.filter(isReplaced))
  const added = targets.flatMap((target) => found.get(target)?.issues ?? [])
  const runs = (target: string) => found.get(target)?.ran ?? hasRun(answer, id, target)
  const issues = [...kept, ...added]
  const counts = joinCounts(joinCounts(evaluation, gone, subtract), countIssues(added), add)
  const own = issues.filter(({ ruleset_id }) => ruleset_id === id)
  return {
    request,
    evaluation: {
      ...evaluation,
      issues,
      ...counts,
      total: addUpCounts(counts),
      rulesets: substituteRulesets(evaluation, summary, targets.some(runs), own),
      evaluated_apis: substituteEvaluated(answer, id, runs),
      ...(isAlone(answer, id) && targets.every((target) => found.get(target)?.isWhole) && sound),
      ...substituteInapplicable(evaluation, id, targets, runs),
      ...substituteMatches(evaluation, id, targets, found),
    },
  }
}

const sound = { error: undefined, truncated: false }

export function isAlone({ request: { selector } }: Answer, id: string): boolean {
  return 'ruleset_ids' in selector && selector.ruleset_ids.every((each) => each === id)
}

function substituteRulesets(
  { rulesets }: AnsweredEvaluation,
  summary: RulesetSummary,
  runs: boolean,
  own: readonly Issue[],
): readonly RulesetSummary[] {
  const before = rulesets.find(({ id }) => id === summary.id) ?? summary
  const others = rulesets.filter(({ id }) => id !== summary.id)
  return runs ? [...others, { ...before, ...countIssues(own) }] : others
}

/** An API counts as evaluated if any ruleset ran on it. */
function substituteEvaluated(answer: Answer, id: string, runs: (target: string) => boolean): number {
  const { request, evaluation } = answer
  if (request.kind === 'definition') return evaluation.evaluated_apis
  const type = evaluation.rulesets.find((ruleset) => ruleset.id === id)?.resource_type
  const others = evaluation.rulesets.filter(
    (ruleset) => ruleset.id !== id && (type === undefined || ruleset.resource_type === type),
  )
  const change = (target: string) => {
    const [before, after] = [hasRun(answer, id, target), runs(target)]
    if (before === after || others.some((ruleset) => hasRun(answer, ruleset.id, target))) return 0
    return after ? 1 : -1
  }
  return listTargets(request).reduce((sum, target) => sum + change(target), evaluation.evaluated_apis)
}

function substituteInapplicable(
  { inapplicable, rulesets }: AnsweredEvaluation,
  id: string,
  targets: readonly string[],
  runs: (target: string) => boolean,
): Pick<AnsweredEvaluation, 'inapplicable'> {
  const others = (inapplicable ?? []).filter(({ ruleset_id }) => ruleset_id !== id)
  const known = inapplicable !== undefined || rulesets.some((ruleset) => ruleset.id === id)
  const own = targets
    .filter((target) => known && !runs(target))
    .map((target) => ({ ruleset_id: id, api_id: target.replace(/^\w+ /, '') }))
  const all = [...others, ...own]
  return { inapplicable: all.length === 0 ? undefined : all }
}

/** Removes the replaced rules' matches: those of the other ruleset are in its own answer. */
function substituteMatches(
  { rule_matches }: AnsweredEvaluation,
  id: string,
  targets: readonly string[],
  found: ReadonlyMap<string, SideEvaluation>,
): Pick<AnsweredEvaluation, 'rule_matches'> {
  if (rule_matches === undefined) return {}
  const isKept = (rule: string) => !targets.every((target) => found.get(target)?.replaces(rule) === true)
  return {
    rule_matches: rule_matches.map((each) =>
      each.ruleset_id === id
        ? {
            ...each,
            matched: each.matched.filter(isKept),
            unmatched: each.unmatched.filter(isKept),
            unchecked: each.unchecked?.filter(isKept),
            overrides: undefined,
          }
        : each,
    ),
  }
}
