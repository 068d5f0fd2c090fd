import { resolve } from 'node:path'
import { looksForBreaking } from '../core/model/breaking.ts'
import { GovError } from '../core/model/errors.ts'
import { createEmptyRun } from '../core/model/failure.ts'
import type { Run } from '../core/model/run.ts'
import { describeRun, runPlan } from './carry-out.ts'
import type { Judged } from './judge.ts'
import { planCheck } from './plan/plan-check.ts'
import { SourceError } from './sources/source-file.ts'
import { refuseInAbsentSubmodule } from './sources/unsearchable.ts'
import type { CheckPlan, CheckRequest, Connection } from './types.ts'
import { endAtSignal, type World } from './world.ts'

/**
 * Called once it is known what a run does, before anything is evaluated. An error thrown here ends the run. It may give marks
 * for the issues of definitions.
 */
export type OnPlan = (plan: CheckPlan, run: Run) => Connection['marks']

/**
 * The gate: plan, definitions, evaluation, decision. Prints nothing. A failed policy and an incomplete run are values.
 * Throws GovError when there is no verdict.
 */
export function carryOutCheck(
  request: CheckRequest,
  world: World,
  onPlan: OnPlan = () => undefined,
): Promise<Judged> {
  return endAtSignal(world, planAndRun(request, world, onPlan))
}

async function planAndRun(request: CheckRequest, world: World, onPlan: OnPlan): Promise<Judged> {
  const started = createEmptyRun(world.now(), world.version)
  const planned = await planCheck(request, world)
  const run = describeRun(planned, started)
  const marks = onPlan(planned, run)
  const plan = { ...planned, connection: { ...planned.connection, marks } }
  const earlier = await readEarlier(request, world)
  const compareWithBase = await openBase(request, plan, world)
  const judged = await runPlan(plan, run, world, { earlier, compareWithBase }).catch(withPlace(plan, world))
  if (earlier === undefined) return judged
  const { compareRuns } = await import('../gate/compare.ts')
  return { ...judged, report: { ...judged.report, comparison: compareRuns(earlier, judged.report) } }
}

/**
 * For a missing definition: blame a submodule that was not cloned, else point at the config line that lists
 * the path.
 */
function withPlace({ targets: { findListing, asked } }: CheckPlan, { cwd }: World) {
  return async (error: unknown): Promise<never> => {
    if (!(error instanceof SourceError) || error.code !== 'definition-not-found') throw error
    if (!asked.definitions.some(({ file }) => file === error.file)) throw error
    await refuseInAbsentSubmodule(resolve(cwd, error.file))
    const listedAt = findListing(error.file)
    if (listedAt === undefined) throw error
    const hint = `Fix the path at ${listedAt}, where definitions are relative to the config.`
    throw new GovError(error.kind, error.code, error.message, hint, error)
  }
}

async function readEarlier({ compare }: CheckRequest, world: World) {
  if (compare === undefined) return undefined
  const { readCompared } = await import('./reports/read-report.ts')
  return readCompared(compare, world)
}

/** Before anything is asked, so that a base which cannot be read costs no request. */
async function openBase(request: CheckRequest, plan: CheckPlan, world: World) {
  const { base, own, listsChanges = false } = request
  const { policy } = plan.judgement
  const open = async (name: string) => {
    const { openComparison } = await import('./base/compare-with-base.ts')
    return openComparison(name, plan, world, listsChanges)
  }
  const compare = base === undefined ? undefined : await open(base)
  const needsFlag = base === undefined && (own['policy.base'] !== undefined || listsChanges)
  if (compare !== undefined || !(needsFlag || looksForBreaking(policy))) return compare
  const { missingBaseError } = await import('./base/missing-base.ts')
  throw missingBaseError(request, policy)
}
