import { relative, resolve } from 'node:path'
import type { CheckFlags } from '../../cli/check/check-flags.ts'
import { refuseRemote } from '../../cli/check/refuse-watch.ts'
import { discoverConfig } from '../../settings/discover.ts'
import { carryOut, describedBy } from '../carry-out.ts'
import { type CheckPlan, readCheckPlan } from '../check-plan.ts'
import type { Context } from '../context.ts'
import { nothingRun } from '../failed-report.ts'
import type { Judged } from '../judge.ts'
import { noFile, noteSourcesIn, type Stamp } from '../source-stamps.ts'
import { keepingAnswers } from './kept-answers.ts'
import { changedSince, stampsOf } from './stamps.ts'

/** A check that is made again and again, and knows which files it depends on. */
export interface WatchedRun {
  /** Throws GovError. What it could read of the files is watched then, too. */
  check(): Promise<Judged>
  /** Whether it is known what to check. */
  planned(): boolean
  /** Absolute; also of files that are not there, and count once they are. */
  paths(): readonly string[]
  /** How many of them are there. */
  present(): number
  /** Those whose files are other ones than at the last check, as messages name them. */
  changed(): Promise<readonly string[]>
}

export function createWatchedRun(flags: CheckFlags, context: Context): WatchedRun {
  const { cwd, now, version } = context
  let plan: CheckPlan | undefined
  /** What the plan is made from: config, policy, baseline, rulesets, the workspace. */
  let ofPlan = new Map<string, Stamp>()
  let ofDefinitions = new Map<string, Stamp>()

  const makePlan = async (): Promise<CheckPlan> => {
    plan = undefined
    const stamps = await stampsOf(await settingsFiles(flags, cwd))
    ofPlan = new Map([...ofPlan, ...stamps])
    const made = await noting(stamps, () => readCheckPlan(flags, context)).finally(() => {
      ofPlan = new Map([...ofPlan, ...stamps])
    })
    refuseRemote(made)
    const { baseline, workspace } = made
    const more = [baseline, workspace].flatMap((name) => (name === undefined ? [] : resolve(cwd, name)))
    ofPlan = new Map([...stamps, ...(await stampsOf(more))])
    plan = keepingAnswers(made)
    return plan
  }

  return {
    check: async () => {
      const stale = plan === undefined || (await changedSince(ofPlan)).length > 0
      const current = stale || plan === undefined ? await makePlan() : plan
      const definitions = current.asked.definitions.map(({ file }) => resolve(cwd, file))
      const stamps = await stampsOf(definitions)
      // One that cannot be read ends the check before the others are looked at.
      const before = ofDefinitions
      ofDefinitions = new Map([...before, ...stamps])
      const started = describedBy(current, nothingRun(now(), version))
      const judged = await noting(stamps, () => carryOut(current, started, context)).finally(() => {
        ofDefinitions = new Map([...before, ...stamps])
      })
      ofDefinitions = stamps
      return judged
    },
    planned: () => plan !== undefined,
    paths: () => [...ofPlan.keys(), ...ofDefinitions.keys()],
    present: () =>
      new Set([...ofPlan, ...ofDefinitions].flatMap(([path, stamp]) => (stamp === noFile ? [] : path))).size,
    changed: async () => {
      const paths = await changedSince(new Map([...ofPlan, ...ofDefinitions]))
      return paths.map((path) => relative(cwd, path) || '.')
    },
  }
}

async function noting<Value>(stamps: Map<string, Stamp>, work: () => Promise<Value>): Promise<Value> {
  noteSourcesIn(stamps)
  return work().finally(() => noteSourcesIn(undefined))
}

/** Also those that are not there: a config that is written later counts from then on. */
async function settingsFiles({ config, policy }: CheckFlags, cwd: string): Promise<readonly string[]> {
  const found = config === undefined ? await discoverConfig(cwd).catch(() => undefined) : resolve(cwd, config)
  const here = ['.governance.yml', '.governance.yaml', '.governance.json'].map((name) => resolve(cwd, name))
  return [...(config === undefined ? here : []), found, policy && resolve(cwd, policy)].flatMap(
    (path) => path ?? [],
  )
}
