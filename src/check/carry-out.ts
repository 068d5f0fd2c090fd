import { usualEngine } from '../core/model/engine-name.ts'
import type { ComparedReport } from '../core/model/report.ts'
import type { Run } from '../core/model/run.ts'
import { weakerThanDefaults } from '../gate/decide/weaker.ts'
import { addBreaking } from '../gate/excuse/breaking.ts'
import { mayBeExcused } from '../gate/excuse/excuse.ts'
import { merge } from '../gate/merge.ts'
import type { CompareWithBase } from './base/compare-with-base.ts'
import { evaluatePlan } from './evaluation/evaluate.ts'
import { readExcuses } from './excuses/read-excuses.ts'
import type { UsesAsked } from './excuses/read-uses.ts'
import { type Judged, judge } from './judge.ts'
import type { CheckPlan } from './types.ts'
import type { World } from './world.ts'

/** An earlier run to compare with, or the definitions of the base. */
interface ComparedWith {
  readonly earlier?: ComparedReport | undefined
  readonly compareWithBase?: CompareWithBase | undefined
}

/**
 * The steps of a check once its plan is made, for the command and for the library: reads what excuses issues, has all
 * of it evaluated, and judges. `run` is what is known of the run so far, from its start.
 */
export async function runPlan(
  plan: CheckPlan,
  run: Run,
  surroundings: World,
  { earlier, compareWithBase }: ComparedWith = {},
): Promise<Judged> {
  const world = { ...surroundings, day: run.started.slice(0, 10) }
  const excuses = await readExcuses(plan, world)
  const matters = mayBeExcused(excuses, earlier)
  const found = await evaluatePlan(plan, world, { matters, keepsPart: true })
  const tellsNew = excuses.baseline !== undefined || compareWithBase !== undefined
  const asked = { ...excuses, tellsNew, saved: found.saved }
  const whole = merge(found.answers)
  const { evaluation: merged, findNode } = asksForPlaces(asked)
    ? await (await import('./excuses/read-uses.ts')).readUses(whole, asked, world)
    : { evaluation: whole }
  const known = found.failure
    ? undefined
    : await compareWithBase?.(merged, found.definitions, { plan, run, world, answers: found.answers })
  return judge({
    found,
    merged: known?.breaking ? addBreaking(merged, known.breaking) : merged,
    plan,
    excuses: { ...excuses, findNode, ...(known && { known }) },
    run: { ...run, took_ms: world.now().getTime() - Date.parse(run.started) },
    cwd: world.cwd,
  })
}

/** Whether an excuse may depend on where in a definition an issue's node is used. */
function asksForPlaces({ waivers, tellsNew }: Pick<UsesAsked, 'waivers' | 'tellsNew'>): boolean {
  return tellsNew || waivers.some(({ path }) => path !== undefined)
}

/** The run with what its plan asks, of whom, and by what it is judged. */
export function describeRun(plan: CheckPlan, run: Run): Run {
  const { asked, apiNames, namedIn, folder, shard, rulesetDigests } = plan.targets
  const { policy, policyOrigin } = plan.judgement
  const { name, origin, engine } = plan.connection
  return {
    ...run,
    dashboard: name,
    dashboard_origin: origin?.place,
    ...(engine && engine.name !== usualEngine && { engine: engine.name }),
    api_ids: asked.api_ids,
    definitions: asked.definitions,
    ...(apiNames && { api_names: apiNames }),
    ...(namedIn && { named_in: namedIn }),
    ...(folder !== undefined && { folder }),
    ...asked.selector,
    ...(asked.checks && { checks: asked.checks }),
    policy: { ...policy, origin: policyOrigin, weaker: weakerThanDefaults(policy) },
    ...(shard && { shard }),
    ...(rulesetDigests && { ruleset_digests: rulesetDigests }),
  }
}
