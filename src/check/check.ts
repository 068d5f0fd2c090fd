import { resolve } from 'node:path'
import { looksForBreaking } from '../core/model/breaking.ts'
import { GovError, usageError } from '../core/model/errors.ts'
import { createEmptyRun } from '../core/model/failure.ts'
import type { Run } from '../core/model/run.ts'
import { describeRun, runPlan } from './carry-out.ts'
import type { Judged } from './judge.ts'
import { planCheck } from './plan/plan-check.ts'
import { SourceError } from './sources/source-file.ts'
import { refuseInAbsentSubmodule } from './sources/unsearchable.ts'
import type { CheckPlan, CheckRequest, Connection, Judgement } from './types.ts'
import type { World } from './world.ts'

/**
 * Called once it is known what a run does, before anything is evaluated. An error thrown here ends the run. It may give marks
 * for the issues of definitions.
 */
export type OnPlan = (plan: CheckPlan, run: Run) => Connection['marks']

/**
 * The gate: plan, definitions, evaluation, decision. Prints nothing. A failed policy and an incomplete run are values.
 * Throws GovError when there is no verdict.
 */
export async function carryOutCheck(
  request: CheckRequest,
  world: World,
  onPlan: OnPlan = () => undefined,
): Promise<Judged> {
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
async function openBase({ base, own, listsChanges = false }: CheckRequest, plan: CheckPlan, world: World) {
  const { policy } = plan.judgement
  if (base === undefined && own['policy.base'] !== undefined) throw policyWithoutBaseError()
  if (base === undefined && looksForBreaking(policy)) throw breakingWithoutBase(policy, base, own)
  if (base === undefined && listsChanges) throw changelogWithoutBaseError()
  if (base === undefined) return undefined
  const { openComparison } = await import('./base/compare-with-base.ts')
  const compare = await openComparison(base, plan, world, listsChanges)
  if (compare === undefined && looksForBreaking(policy)) throw breakingWithoutBase(policy, base, own)
  return compare
}

/** Without a base nothing is compared, and the run would pass for one without breaking changes. */
function breakingWithoutBase(
  { breaking }: Judgement['policy'],
  base: string | undefined,
  { 'policy.breaking': own }: CheckRequest['own'],
): Error {
  const none = base === undefined ? 'there is no --base' : `--base ${base} found none`
  const isFlag = own?.origin.source === 'flag'
  return usageError(
    'breaking-without-base',
    isFlag && base === undefined
      ? `--breaking ${breaking} needs --base`
      : `${isFlag ? '--breaking' : 'policy.breaking'} is ${breaking}, and ${none} to compare with`,
    'Pass --base, such as --base origin/main, or --breaking off to check without it.',
  )
}

function changelogWithoutBaseError(): Error {
  return usageError(
    'changelog-without-base',
    '--changelog needs --base',
    'Pass --base, such as --base origin/main.',
  )
}

function policyWithoutBaseError(): Error {
  return usageError(
    'base-policy-alone',
    '--base-policy needs --base',
    'Pass --base, such as --base origin/main.',
  )
}
