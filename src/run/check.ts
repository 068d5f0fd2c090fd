import { compareRuns } from '../gate/compare.ts'
import type { Run } from '../model/run.ts'
import { describedBy, runPlan } from './carry-out.ts'
import type { CheckPlan } from './check-plan.ts'
import type { CheckRequest } from './check-request.ts'
import { nothingRun } from './failed-report.ts'
import type { Judged } from './judge.ts'
import { planCheck } from './plan-check.ts'
import type { World } from './world.ts'

/** Called once it is known what a run does, before anything is evaluated. An error thrown here ends the run. */
export type OnPlan = (plan: CheckPlan, run: Run) => void

/**
 * The gate: plan, definitions, evaluation, decision. Prints nothing. A failed policy and an incomplete run are values.
 * Throws GovError when there is no verdict.
 */
export async function check(request: CheckRequest, world: World, onPlan: OnPlan = () => {}): Promise<Judged> {
  const started = nothingRun(world.now(), world.version)
  const planned = await planCheck(request, world)
  const plan = { ...planned, resumed: await resumedBy(request, planned, world) }
  const run = describedBy(plan, started)
  onPlan(plan, run)
  const earlier = await readEarlier(request, world)
  const judged = await runPlan(plan, run, world, earlier)
  if (earlier === undefined) return judged
  return { ...judged, report: { ...judged.report, comparison: compareRuns(earlier, judged.report) } }
}

async function resumedBy({ resume }: CheckRequest, plan: CheckPlan, world: World) {
  if (resume === undefined) return undefined
  const { readResumed } = await import('./resume/resume.ts')
  return readResumed(resume, plan, world)
}

/** The reader of reports is loaded when there is one to compare with. */
async function readEarlier({ compare }: CheckRequest, world: World) {
  if (compare === undefined) return undefined
  const { readCompared } = await import('./reports/read-compared.ts')
  return readCompared(compare, world)
}
