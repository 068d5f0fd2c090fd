import { evaluatePlan } from '../../check/evaluation/evaluate.ts'
import { readBaseline, requireBaseline, writeBaseline } from '../../check/excuses/baseline-file.ts'
import { readExcuses } from '../../check/excuses/read-excuses.ts'
import { readUses } from '../../check/excuses/read-uses.ts'
import { planCheck } from '../../check/plan/plan-check.ts'
import { writeOutput } from '../../check/reports/write-output.ts'
import { exists } from '../../check/sources/exists.ts'
import type { CheckPlan, CheckRequest } from '../../check/types.ts'
import type { World } from '../../check/world.ts'
import type { BaselineEntry } from '../../core/model/baseline-entry.ts'
import { GovError, usageError } from '../../core/model/errors.ts'
import { isPlaced } from '../../core/model/identity.ts'
import { collectGaps } from '../../gate/decide/decide.ts'
import { createCoverageTest, listLostEntries } from '../../gate/excuse/excuse.ts'
import { waiveInline } from '../../gate/excuse/inline-ignores.ts'
import { matchBaseline, toBaselineEntry } from '../../gate/excuse/known.ts'
import { waive } from '../../gate/excuse/waivers.ts'
import { merge } from '../../gate/merge.ts'
import { renderGap } from '../../reporters/words/gap-text.ts'
import { findUnnamedBaseline } from './name-baseline.ts'

export interface BaselineChange {
  readonly file: string
  readonly entries: number
  readonly removed: number
  readonly added: number
  /** Entries of definitions whose files do not exist: only prune removes them. */
  readonly lost: number
  /** The config that names it from now on, and did not before. */
  readonly namedIn?: string
}

/** Throws GovError: usage when there is a baseline already, incomplete when not everything was evaluated. */
export async function createBaseline(request: CheckRequest, world: World): Promise<BaselineChange> {
  const plan = await planCheck(request, world)
  const { baseline } = plan.judgement
  const unnamed = baseline === undefined ? await findUnnamedBaseline(request, world) : undefined
  const file = unnamed?.file ?? requireBaseline(baseline)
  if (await exists(world.cwd, file)) {
    const hint = 'Remove fixed issues with gov baseline update; with --add it also adds new ones.'
    throw usageError('baseline-exists', `${file} already exists`, hint)
  }
  // Entries name files from the folder of the baseline.
  const named = { ...plan, judgement: { ...plan.judgement, baseline: file } }
  const { issues, excuses } = await evaluateWhole(named, world, [])
  const entries = issues.map((issue) => toBaselineEntry(issue, excuses.identifier))
  await writeBaseline(world.sources, file, entries)
  const change = { file, entries: entries.length, removed: 0, added: entries.length, lost: 0 }
  if (unnamed === undefined) return change
  const { path, name, text } = unnamed.config
  await writeOutput({ cwd: world.cwd, isInput: () => false }, path, text)
  return { ...change, namedIn: name }
}

/** Removes what is gone; if `add`, adds what is new. Throws GovError. */
export async function updateBaseline(
  request: CheckRequest,
  add: boolean,
  world: World,
): Promise<BaselineChange> {
  const { entries, gone, fresh, outgrown, save } = await compareBaseline(request, world)
  const kept = entries.filter((entry) => !gone.has(entry) && !(add && outgrown.has(entry)))
  return save(kept, add ? fresh : [])
}

/** Throws GovError, usage, if flags narrow the run: it would remove entries of what was not checked. */
export async function pruneBaseline(request: CheckRequest, world: World): Promise<BaselineChange> {
  const { entries, gone, idle, narrowed, save } = await compareBaseline(request, world)
  if (narrowed) {
    const message = 'flags exclude part of the config, and prune would remove the entries of that part'
    const hint = 'Run gov baseline update --prune without them, or without --prune.'
    throw usageError('prune-narrowed', message, hint)
  }
  return save(
    entries.filter((entry) => !gone.has(entry) && !idle.has(entry)),
    [],
  )
}

async function compareBaseline(request: CheckRequest, world: World) {
  const plan = await planCheck(request, world)
  const file = requireBaseline(plan.judgement.baseline)
  const entries = await readBaseline(world.cwd, file)
  const { evaluation, issues, excuses } = await evaluateWhole(plan, world, entries)
  const { unmatched } = matchBaseline(evaluation.issues, entries, excuses.identifier)
  const { known, outgrown } = matchBaseline(issues, entries, excuses.identifier)
  const isCovered = createCoverageTest(evaluation, excuses)
  const open = issues.filter((issue) => !known.has(issue))
  return {
    entries,
    gone: new Set(unmatched.filter(isCovered)),
    /** Entries of APIs and rulesets that this run did not evaluate. */
    idle: new Set(unmatched.filter((entry) => !isCovered(entry))),
    /** Issues that no entry stands for, and the entries that they take the place of. */
    fresh: open.map((issue) => toBaselineEntry(issue, excuses.identifier)),
    outgrown,
    narrowed: plan.targets.narrowed,
    save: async (
      kept: readonly BaselineEntry[],
      added: readonly BaselineEntry[],
    ): Promise<BaselineChange> => {
      await writeBaseline(world.sources, file, [...kept, ...added])
      const removed = entries.length - kept.length
      const lost = listLostEntries(kept, excuses).length
      return { file, entries: kept.length + added.length, removed, added: added.length, lost }
    },
  }
}

/** Throws GovError, incomplete: in a partial evaluation, missing issues would look fixed. */
async function evaluateWhole(plan: CheckPlan, world: World, entries: readonly BaselineEntry[]) {
  const excuses = await readExcuses(plan, world, entries)
  const { answers, warnings, saved } = await evaluatePlan(plan, world, { matters: () => true })
  for (const warning of warnings) world.observe.warning(warning)
  const [gap] = collectGaps(answers, plan.targets.asked, plan.judgement.policy).gaps
  if (gap) {
    const hint = 'Nothing was written. Fix what keeps gov check from completing.'
    throw new GovError('incomplete', 'baseline-incomplete', renderGap(gap), hint)
  }
  const asked = { ...excuses, tellsNew: true, saved }
  const { evaluation, findNode } = await readUses(merge(answers), asked, world)
  const byWaivers = waive(evaluation.issues, excuses.waivers, excuses, findNode)
  const issues = waiveInline(byWaivers.issues, evaluation.issues, excuses.policy)
  const open = issues.filter(({ excused }) => excused === undefined)
  for (const { api_id, file, line, path } of open.filter((issue) => !isPlaced(issue)))
    world.observe.warning(
      `${file === undefined ? `API ${api_id}` : `${file}:${line}`}: not recorded: the path ${path} fits several nodes because keys hold dots`,
    )
  return { evaluation, issues: open.filter(isPlaced), excuses }
}
