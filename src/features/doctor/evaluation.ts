import { askInstead, type CheckPlan } from '../../check/check-plan.ts'
import { evaluatePlan } from '../../check/evaluate.ts'
import type { World } from '../../check/world.ts'
import { GovError } from '../../core/model/errors.ts'
import type { Evaluation } from '../../core/model/evaluation.ts'
import { plural } from '../../reporters/wording.ts'
import { type Finding, failed, good, tried } from './finding.ts'

/** The first API or definition of the plan, evaluated twice: whether it runs, and whether it runs the same. */
export async function evaluationFinding(checkPlan: CheckPlan, world: World): Promise<Finding> {
  const plan = firstOnly(checkPlan)
  const name = 'evaluation'
  const asked = await tried(name, async () => {
    const first = await evaluatePlan(plan, world)
    return [first, await evaluatePlan(plan, world)] as const
  })
  if ('finding' in asked) return asked.finding
  const [first, second] = asked.result.map(({ answers }) => answers.map(({ evaluation }) => evaluation))
  const [evaluation] = first ?? []
  const subject = plan.targets.asked.definitions[0]?.file ?? plan.targets.asked.api_ids[0] ?? ''
  const gap = evaluation && findGap(evaluation, subject)
  if (evaluation === undefined || gap) return failed(name, gap ?? nothingRan(subject))
  if (essence(first ?? []) !== essence(second ?? [])) {
    const message = `${subject} got different results from two evaluations`
    const hint = "Its verdict is unreliable until two evaluations agree. Ask the dashboard's administrator."
    return failed(name, new GovError('incomplete', 'not-deterministic', message, hint))
  }
  const { total, rulesets } = evaluation
  return good(
    name,
    `${subject}, ${plural(rulesets.length, 'ruleset')}: ${plural(total, 'issue')}; two runs agree`,
  )
}

function firstOnly(plan: CheckPlan): CheckPlan {
  const { definitions, api_ids, selector } = plan.targets.asked
  const one =
    definitions.length > 0
      ? { definitions: definitions.slice(0, 1), api_ids: [] }
      : { definitions: [], api_ids: api_ids.slice(0, 1) }
  return askInstead(plan, { ...one, selector })
}

function findGap({ error, rulesets, evaluated_apis }: Evaluation, subject: string): GovError | undefined {
  if (error !== undefined && error !== '') {
    const hint = 'Fix the rulesets or the API. gov check --diagnose names each failing pair.'
    return new GovError('incomplete', 'evaluation-incomplete', `${subject} failed in part: ${error}`, hint)
  }
  return rulesets.length === 0 || evaluated_apis === 0 ? nothingRan(subject) : undefined
}

function nothingRan(subject: string): GovError {
  const hint = 'Select active rulesets that apply to this kind of API.'
  return new GovError('incomplete', 'nothing-ran', `no ruleset ran on ${subject}`, hint)
}

/** What a verdict rests on; times and the order of issues do not count. */
function essence(evaluations: readonly Evaluation[]): string {
  const renderCounts = ({ total, issues, rulesets }: Evaluation) => ({
    total,
    rulesets: rulesets.map(({ id }) => id).sort(),
    issues: issues.map(({ _id, rule_id, path, severity }) => [_id, rule_id, path, severity].join(' ')).sort(),
  })
  return JSON.stringify(evaluations.map(renderCounts))
}
