import type { ApiSelection, Asked } from '../../core/model/asked.ts'
import { usageError } from '../../core/model/errors.ts'
import type { Run } from '../../core/model/run.ts'
import type { Waiver } from '../../core/model/waiver.ts'
import type { TimeLimit } from '../../sandbox/evaluation/limits.ts'
import type { Workspace } from '../../sandbox/store/workspace.ts'
import type { Settings } from '../../settings/merge.ts'
import type { Origin, ReportFile } from '../../settings/setting.ts'
import type { ChosenEngine } from '../connect/open-dashboard.ts'
import type { AnswerMemory } from '../evaluation/answer-memory.ts'
import type { Capabilities, Evaluator } from '../evaluation/evaluator.ts'
import type { FixMarks } from '../fixable/fix-marks.ts'
import type { World } from '../world.ts'
import type { Unmet } from './pins.ts'
import type { PolicyPlan } from './policy-in-force.ts'

/** A plan of a run, with everything read that can be read before the first request. */
export interface CheckPlan {
  readonly targets: CheckTargets
  readonly judgement: Judgement
  readonly connection: Connection
  /** Reports that the config asks for. */
  readonly reports: readonly ReportFile[]
}

/** The APIs, definitions and rulesets of a run. */
export interface CheckTargets {
  readonly asked: Asked
  /** All that the run is asked, whatever part of it this is. */
  readonly whole: Asked
  /** Which part of the run this is; `asked` holds that part only. */
  readonly shard: Run['shard']
  /** Flags, or a script's options beside a config, leave out a part of what the config asks for. */
  readonly narrowed: boolean
  /** Digests of local ruleset files, keyed by id. */
  readonly rulesetDigests: Run['ruleset_digests']
  readonly namedIn: Run['named_in']
  /** The saved APIs that patterns and categories selected; undefined where there are none. */
  readonly selection?: ApiSelection
  readonly apiNames?: Run['api_names']
  readonly folder: Run['folder']
  /** The config that lists the definitions, absolute; undefined where the caller names them. */
  readonly listedBy: string | undefined
  /** The checks of the config that the caller leaves out, by choosing others. */
  readonly unchosen: readonly string[]
  /** Where that config lists a definition, or the check that has it, such as `.governance.yml:3:14`. */
  readonly findListing: (file: string) => string | undefined
}

/** The policy and the excuses that decide over the issues. */
export interface Judgement extends PolicyPlan {
  readonly waivers: readonly Waiver[]
  /** The baseline's file; undefined when there is none. */
  readonly baseline: string | undefined
  readonly strictBaseline: boolean
  /** Trusted copies that the policy requires, and that the run does not use. */
  readonly unmet: readonly Unmet[]
}

/** The evaluator of a run, and the limits on its calls. */
export interface Connection {
  /** For the report: the dashboard's address, or `embedded`. */
  readonly name: string
  /** Origin of the setting that names the dashboard, or the local rulesets that need none. */
  readonly origin: Origin | undefined
  /** The folder that is evaluated in this process; undefined where a dashboard or local rulesets are asked. */
  readonly workspace: string | undefined
  /** Where the workspace was configured. */
  readonly workspaceOrigin: Origin | undefined
  /** Undefined where a dashboard is asked, which has its own. */
  readonly engine: ChosenEngine | undefined
  readonly capabilities: Capabilities
  /** A dashboard gets definitions with placeholders, too: those of a check between fixes. */
  readonly sendsPlaceholders: boolean
  /** Settings for other connections, such as to a URL that a ruleset extends. */
  readonly settings: Settings
  /** Calls running at once. */
  readonly concurrency: number
  /** For all calls together. */
  readonly deadlineMs: number
  /** Narrow what failed in part down to the rulesets and APIs that failed. */
  readonly diagnose: boolean
  /** Answers of earlier runs of this plan. */
  readonly memory: AnswerMemory | undefined
  /** Says of issues whether they have a fix. Absent: nobody shows it. */
  readonly marks?: (() => Promise<FixMarks>) | undefined
  /** Within what is left of the run's deadline. */
  readonly open: (world: World, limit: TimeLimit) => Promise<Evaluator>
  /** The fields that differ when the engine in this process evaluates another workspace, given that of local rulesets. */
  readonly inProcess: (
    workspace: (local: Workspace | undefined) => Promise<Workspace>,
  ) => Pick<Connection, 'name' | 'capabilities' | 'open'>
}

/** The plan for other APIs, definitions or rulesets, asked of the same evaluator. */
export function askInstead(plan: CheckPlan, asked: Asked): CheckPlan {
  return { ...plan, targets: { ...plan.targets, asked } }
}

/** For what takes every ruleset for one of every target. Throws GovError, usage. */
export function requireOneCheck({ targets: { asked } }: CheckPlan, what: string): void {
  const [first, ...others] = asked.checks ?? []
  if (first === undefined || others.length === 0) return
  throw usageError(
    'several-checks',
    `${what} takes one check at a time, and the config has ${others.length + 1}`,
    `Pass --check, such as --check ${first.name}.`,
  )
}
