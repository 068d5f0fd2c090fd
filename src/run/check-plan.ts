import type { Asked } from '../model/asked.ts'
import type { Run } from '../model/run.ts'
import type { Waiver } from '../model/waiver.ts'
import type { TimeLimit } from '../service/evaluation/time-limit.ts'
import type { Settings } from '../settings/merge.ts'
import type { Origin, ReportFile } from '../settings/setting.ts'
import type { AnswerMemory } from './answer-memory.ts'
import type { ChosenEngine } from './connect/chosen-engine.ts'
import type { ConnectionChoices } from './connect/connection.ts'
import type { Dashboard } from './connect/dashboard.ts'
import type { Unmet } from './pins.ts'
import type { PolicyPlan } from './policy-in-force.ts'
import type { World } from './world.ts'

/** What a run is to do, with everything read that can be read before the first request. */
export interface CheckPlan extends PolicyPlan {
  readonly settings: Settings
  readonly choices: ConnectionChoices
  readonly asked: Asked
  /** All that the run is asked, whatever part of it this is. */
  readonly whole: Asked
  /** Requests running at once. */
  readonly concurrency: number
  /** Narrow what failed in part down to the rulesets and APIs that failed. */
  readonly diagnose: boolean
  readonly waivers: readonly Waiver[]
  /** The baseline's file; undefined when there is none. */
  readonly baseline: string | undefined
  readonly strictBaseline: boolean
  /** Flags, or a script's options beside a config, leave out a part of what the config asks for. */
  readonly narrowed: boolean
  /** Which part of the run this is; `asked` holds that part only. */
  readonly shard: Run['shard']
  /** Digests of local ruleset files, keyed by id. */
  readonly rulesetDigests: Run['ruleset_digests']
  readonly namedIn: Run['named_in']
  readonly folder: Run['folder']
  /** The config that lists the definitions, absolute; undefined where the caller names them. */
  readonly listedBy: string | undefined
  /** Where that config lists them, such as `.governance.yml:3:14`. */
  readonly listedAt: string | undefined
  /** For the report: the address, or `embedded`. */
  readonly dashboardName: string
  /** Origin of the setting that names the dashboard, or the local rulesets that need none. */
  readonly dashboardOrigin: Origin | undefined
  /** The folder that the embedded sandbox serves; undefined where a dashboard or local rulesets are asked. */
  readonly workspace: string | undefined
  /** Where the workspace was configured. */
  readonly workspaceOrigin: Origin | undefined
  /** Undefined where a dashboard is asked, which has its own. */
  readonly engine: ChosenEngine | undefined
  /** Trusted copies that the policy requires, and that the run does not use. */
  readonly unmet: readonly Unmet[]
  /** Reports that the config asks for. */
  readonly reports: readonly ReportFile[]
  /** For all requests together. */
  readonly deadlineMs: number
  /** Answers of earlier runs of this plan. */
  readonly memory?: AnswerMemory | undefined
  /** Within what is left of the run's deadline. */
  readonly openDashboard: (world: World, limit: TimeLimit) => Promise<Dashboard>
}
