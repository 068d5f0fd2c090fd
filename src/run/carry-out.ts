import { weakerThanDefaults } from '../gate/decide/weaker.ts'
import { withBreaking } from '../gate/excuse/breaking.ts'
import type { Known } from '../gate/excuse/known.ts'
import { mayBeExcused } from '../gate/excuse/may-be-excused.ts'
import { merge } from '../gate/merge/merge.ts'
import { usualEngine } from '../model/engine-name.ts'
import type { Evaluation } from '../model/evaluation.ts'
import type { Compared } from '../model/report.ts'
import type { Run } from '../model/run.ts'
import type { Base } from './base/base.ts'
import type { CheckPlan } from './check-plan.ts'
import { evaluatePlan, type PlanAnswers } from './evaluate.ts'
import { readExcuses } from './excuses.ts'
import { type Judged, judge } from './judge.ts'
import type { World } from './world.ts'

/** What a run is compared with: an earlier one, or its definitions as they were. */
export interface ComparedWith {
  readonly earlier?: Compared | undefined
  readonly base?: Base | undefined
}

/**
 * The steps of a check once its plan is made, for the command and for the library: reads what excuses issues, has all
 * of it evaluated, and judges. `run` is what is known of the run so far, from its start.
 */
export async function runPlan(
  plan: CheckPlan,
  run: Run,
  world: World,
  { earlier, base }: ComparedWith = {},
): Promise<Judged> {
  const excuses = await readExcuses(plan, world)
  const matters = mayBeExcused(excuses, earlier)
  const answers = await evaluatePlan(plan, world, { matters, keepsPart: true })
  const merged = merge(answers.answers)
  const known = answers.failure ? undefined : await knownBy(base, merged, answers, plan, run, world)
  const took_ms = world.now().getTime() - Date.parse(run.started)
  return judge(
    answers,
    known?.breaking ? withBreaking(merged, known.breaking) : merged,
    plan,
    known ? { ...excuses, known } : excuses,
    { ...run, took_ms },
    world.cwd,
  )
}

/** What compares is loaded when there is a base. */
async function knownBy(
  base: Base | undefined,
  merged: Evaluation,
  answers: PlanAnswers,
  plan: CheckPlan,
  run: Run,
  world: World,
): Promise<Known | undefined> {
  if (base === undefined) return undefined
  const { compareWithBase } = await import('./base/compare-with-base.ts')
  return compareWithBase(merged, answers.definitions, { base, plan, run, world })
}

/** The run with what its plan asks, of whom, and by what it is judged. */
export function describedBy(plan: CheckPlan, run: Run): Run {
  const { asked, namedIn, folder, engine, policy, shard, rulesetDigests } = plan
  return {
    ...run,
    dashboard: plan.dashboardName,
    dashboard_origin: plan.dashboardOrigin?.place,
    ...(engine && engine.name !== usualEngine && { engine: engine.name }),
    api_ids: asked.api_ids,
    definitions: asked.definitions,
    ...(namedIn && { named_in: namedIn }),
    ...(folder !== undefined && { folder }),
    ...asked.selector,
    policy: { ...policy, origin: plan.policyOrigin, weaker: weakerThanDefaults(policy) },
    ...(shard && { shard }),
    ...(rulesetDigests && { ruleset_digests: rulesetDigests }),
  }
}
