import { weakerThanDefaults } from '../gate/weaker.ts'
import type { Run } from '../model/run.ts'
import type { OnProgress } from './ask-progress.ts'
import type { CheckPlan } from './check-plan.ts'
import type { Context } from './context.ts'
import { evaluatePlan } from './evaluate.ts'
import { readExcuses } from './excuses.ts'
import { type Judged, judge } from './judge.ts'

/**
 * The steps of a check once its plan is made, for the command and for the library: reads what excuses issues, has all
 * of it evaluated, and judges. `run` is what is known of the run so far, from its start.
 */
export async function carryOut(
  plan: CheckPlan,
  run: Run,
  context: Context,
  onProgress?: OnProgress,
): Promise<Judged> {
  const excuses = await readExcuses(plan, context)
  const answers = await evaluatePlan(plan, context, onProgress)
  const took_ms = context.now().getTime() - Date.parse(run.started)
  return judge(answers, plan, excuses, { ...run, took_ms }, context.cwd)
}

/** The run with what its plan asks, of whom, and by what it is judged. */
export function describedBy(plan: CheckPlan, run: Run): Run {
  const { asked, dashboardName, dashboardOrigin, policy, policyOrigin, shard, rulesetDigests } = plan
  return {
    ...run,
    dashboard: dashboardName,
    dashboard_origin: dashboardOrigin?.place,
    api_ids: asked.api_ids,
    definitions: asked.definitions,
    ...asked.selector,
    policy: { ...policy, origin: policyOrigin, weaker: weakerThanDefaults(policy) },
    ...(shard && { shard }),
    ...(rulesetDigests && { ruleset_digests: rulesetDigests }),
  }
}
