import { weakerThanDefaults } from '../gate/weaker.ts'
import type { Run } from '../model/run.ts'
import type { CheckPlan } from './check-plan.ts'
import { evaluatePlan } from './evaluate.ts'
import { readExcuses } from './excuses.ts'
import { type Judged, judge } from './judge.ts'
import type { World } from './world.ts'

/**
 * The steps of a check once its plan is made, for the command and for the library: reads what excuses issues, has all
 * of it evaluated, and judges. `run` is what is known of the run so far, from its start.
 */
export async function runPlan(plan: CheckPlan, run: Run, world: World): Promise<Judged> {
  const excuses = await readExcuses(plan, world)
  const answers = await evaluatePlan(plan, world)
  const took_ms = world.now().getTime() - Date.parse(run.started)
  return judge(answers, plan, excuses, { ...run, took_ms }, world.cwd)
}

/** The run with what its plan asks, of whom, and by what it is judged. */
export function describedBy(plan: CheckPlan, run: Run): Run {
  const { asked, namedIn, dashboardName, dashboardOrigin, policy, policyOrigin, shard, rulesetDigests } = plan
  return {
    ...run,
    dashboard: dashboardName,
    dashboard_origin: dashboardOrigin?.place,
    api_ids: asked.api_ids,
    definitions: asked.definitions,
    ...(namedIn && { named_in: namedIn }),
    ...asked.selector,
    policy: { ...policy, origin: policyOrigin, weaker: weakerThanDefaults(policy) },
    ...(shard && { shard }),
    ...(rulesetDigests && { ruleset_digests: rulesetDigests }),
  }
}
