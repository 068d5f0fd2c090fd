import { usualType } from '../../../check/plan/match-apis.ts'
import type { CheckPlan, Evaluator, Records } from '../../../check/types.ts'
import type { EvaluationRequest, Selector } from '../../../core/model/asked.ts'
import type { AnsweredEvaluation, RulesetSummary } from '../../../core/model/evaluation.ts'
import { addUpCounts, joinCounts, noCounts, subtract } from '../../../core/model/severity.ts'
import { merge } from '../../../gate/merge.ts'
import type { LoadedSide } from './load-side.ts'
import type { PlannedImpact } from './plan-impact.ts'
import { openChangedWorkspace } from './serve-rules.ts'

/**
 * The plan of a whole run with one side in its place. A dashboard evaluates the rulesets that it has; compiled rules are
 * evaluated in this process, over its definitions, and counted with what the dashboard finds by the others.
 */
export function planSide(
  plan: CheckPlan,
  side: LoadedSide,
  planned: PlannedImpact,
  records: Pick<Records, 'getApi'>,
  cwd: string,
): CheckPlan {
  const { connection } = plan
  const { place, isHere } = planned
  const { rules, id } = side
  if (rules === undefined && id === place) return plan
  // The policy may require the dashboard by its name, wherever the rules run.
  const withEvaluator = (changed: Partial<typeof connection>) => ({
    ...plan,
    connection: { ...connection, ...changed, name: connection.name },
  })
  const here =
    rules && connection.inProcess((local) => openChangedWorkspace(rules, planned, { cwd, records }, local))
  if (here && (connection.engine || isHere)) return withEvaluator(here)
  return withEvaluator({
    open: async (world, limit) => {
      const theirs = await connection.open(world, limit)
      const own = here ? { evaluator: await here.open(world, limit), id: place } : { evaluator: theirs, id }
      return replaceRuleset(theirs, own, place)
    },
  })
}

interface OwnRuleset {
  readonly evaluator: Evaluator
  /** Its id there. */
  readonly id: string
}

type Ask = (evaluator: Evaluator, selector: Selector, isFirst: boolean) => Promise<AnsweredEvaluation>

const usualAction = 'warn'

/** The dashboard's evaluator, whose results of one ruleset are replaced by those of another. */
function replaceRuleset(theirs: Evaluator, own: OwnRuleset, place: string): Evaluator {
  const evaluate = async (request: EvaluationRequest, ask: Ask): Promise<AnsweredEvaluation> => {
    const { selector } = request
    const answer = await ask(theirs, selector, true)
    const summary = answer.rulesets.find(({ id }) => id === place)
    const ids = 'ruleset_ids' in selector ? selector.ruleset_ids : []
    if (summary === undefined && !ids.includes(place)) return answer
    const isCompiled = own.evaluator !== theirs
    const { name = place, active = true, action = usualAction, resource_type = usualType } = summary ?? {}
    // Compiled rules are evaluated as those for OpenAPI.
    if (isCompiled && resource_type !== usualType) return removeRuleset(answer, place)
    const found = await ask(own.evaluator, { ruleset_ids: [own.id] }, false)
    const answers = [
      // Alone it counts for nothing, even where it failed.
      ...(ids.length === 1 ? [] : [{ request, evaluation: removeRuleset(answer, place) }]),
      {
        request: { ...request, selector: { ruleset_ids: [place] } },
        evaluation: renameRuleset(found, { id: place, ...(isCompiled && { name, active, action }) }, name),
      },
    ]
    const inapplicable = answers.flatMap(({ evaluation }) => evaluation.inapplicable ?? [])
    return { ...merge(answers), ...(inapplicable.length > 0 && { inapplicable }) }
  }
  return {
    ...theirs,
    evaluateApis: (api_ids, selector, onAnswer) =>
      evaluate({ kind: 'apis', api_ids, selector }, (evaluator, asked, isFirst) =>
        evaluator.evaluateApis(api_ids, asked, isFirst ? onAnswer : undefined),
      ),
    evaluateDefinition: (named, selector, onAnswer) => {
      const definition = { file: named.source.file, api_id: named.api_id }
      return evaluate({ kind: 'definition', definition, selector }, (evaluator, asked, isFirst) =>
        evaluator.evaluateDefinition(named, asked, isFirst ? onAnswer : undefined),
      )
    },
  }
}

function removeRuleset(answer: AnsweredEvaluation, id: string): AnsweredEvaluation {
  const rulesets = answer.rulesets.filter((ruleset) => ruleset.id !== id)
  const removed = answer.rulesets.find((ruleset) => ruleset.id === id) ?? noCounts
  const counts = joinCounts(answer, removed, subtract)
  const isOther = (row: { readonly ruleset_id: string }) => row.ruleset_id !== id
  return {
    ...answer,
    ...counts,
    total: addUpCounts(counts),
    rulesets,
    issues: answer.issues.filter(isOther),
    evaluated_apis: rulesets.length === 0 ? 0 : answer.evaluated_apis,
    inapplicable: answer.inapplicable?.filter(isOther),
    rule_matches: answer.rule_matches?.filter(isOther),
  }
}

/** The result under the id that policy and excuses name. */
function renameRuleset(
  answer: AnsweredEvaluation,
  facts: Pick<RulesetSummary, 'id'> & Partial<RulesetSummary>,
  ruleset_name: string,
): AnsweredEvaluation {
  const rename = <Row extends { readonly ruleset_id: string }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, ruleset_id: facts.id }))
  return {
    ...answer,
    rulesets: answer.rulesets.map((ruleset) => ({ ...ruleset, ...facts })),
    issues: rename(answer.issues).map((issue) => ({ ...issue, ruleset_name })),
    inapplicable: answer.inapplicable && rename(answer.inapplicable),
    rule_matches: answer.rule_matches && rename(answer.rule_matches),
  }
}
