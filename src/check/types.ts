import type { ApiSelection, Asked, Selector } from '../core/model/asked.ts'
import type { EngineName } from '../core/model/engine-name.ts'
import type { AnsweredEvaluation, Evaluation } from '../core/model/evaluation.ts'
import type { RequiredGap } from '../core/model/gap.ts'
import type { Issue } from '../core/model/issue.ts'
import type { WeighedPolicy } from '../core/model/policy.ts'
import type { Reason } from '../core/model/reason.ts'
import type { EvaluatedReport } from '../core/model/report.ts'
import type { Run } from '../core/model/run.ts'
import type { Strictness } from '../core/model/strictness.ts'
import type { Waiver } from '../core/model/waiver.ts'
import type { DashboardClient } from '../dashboard/client.ts'
import type { OnAnswer } from '../dashboard/evaluations.ts'
import type { TimeLimit } from '../sandbox/evaluation/limits.ts'
import type { Workspace } from '../sandbox/store/workspace.ts'
import type { Settings } from '../settings/merge.ts'
import type { Requirements } from '../settings/policy-schema.ts'
import type { Layer, Origin, ReportFile } from '../settings/setting.ts'
import type { SentDefinition } from './sources/bundle-definition.ts'
import type { Stamp } from './sources/source-reader.ts'
import type { World } from './world.ts'

/**
 * A request for one run. A caller writes down every field, if only as undefined: one that is forgotten, or
 * that has another name by now, does not compile.
 */
export type CheckRequest = WholeRequest<SettingsRequest & ConnectionChoices & RunChoices>

type WholeRequest<Fields> = { readonly [Name in keyof Required<Fields>]: Fields[Name] }

/** How a run is carried out, where no setting says it. */
interface RunChoices {
  /** The whole of what weighs issues; the config's policy is ignored. */
  readonly strictness?: Strictness | undefined
  /** Fail on entries of the baseline that match no issue. */
  readonly strictBaseline?: boolean | undefined
  /** Retry in smaller pieces what failed in part. */
  readonly diagnose?: boolean | undefined
  /** URLs that this run may read, beside the dashboard's. */
  readonly allowRemote?: readonly string[] | undefined
  /** Such as `2/8`, or `auto`. */
  readonly shard?: string | undefined
  /** The id that all shards of a run share, instead of that of the CI run. */
  readonly shardRun?: string | undefined
  /**
   * The base: a git ref, a file, `saved` or `auto`. Only issues that are new since count, unless the policy
   * says otherwise.
   */
  readonly base?: string | undefined
  /** Find all that changed since the base, for the changelog. */
  readonly listsChanges?: boolean | undefined
  /** Skip breaking changes, whatever the policy says: for callers without a base. */
  readonly withoutBreaking?: boolean | undefined
  /** Globs of files to leave out of folders and globs. */
  readonly exclude?: readonly string[] | undefined
  /** Standard input is checked without a file name. */
  readonly isNameless?: boolean | undefined
  /** A saved report to compare with. */
  readonly compare?: string | undefined
}

export interface SettingsRequest {
  /** Settings of the caller: flags or options. */
  readonly own: Layer
  /** `none`: no config is read. `nearest`: there may be one. Else it must exist. */
  readonly config: 'none' | 'nearest' | 'required' | { readonly file: string }
  /** A trusted policy file. */
  readonly policy?: string | undefined
  /** A person names files to check: without a config or a ruleset of their own, the built-in one checks them. */
  readonly namesFiles?: boolean | undefined
  /** The caller fixes the files that it finds; absent: it checks them. */
  readonly fixes?: boolean | undefined
  /** Lets the config name files outside its repository. */
  readonly trustPaths?: boolean | undefined
}

/** Choices about a connection that are no settings. */
export interface ConnectionChoices {
  /** Send the credential over plain http to another machine. */
  readonly insecureHttp?: boolean | undefined
  /** Accept any certificate. */
  readonly insecureTls?: boolean | undefined
  /** Log each request. */
  readonly verbose?: boolean | undefined
  /** Log bodies too. */
  readonly debug?: boolean | undefined
  /** How long a wait a response may ask for; absent: as long as the deadline leaves. */
  readonly longestAskedMs?: number | undefined
  /** Put a dashboard's own limits on the embedded sandbox. */
  readonly serviceLimits?: boolean | undefined
}

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
  /** The whole request, whatever part of it this run is. */
  readonly whole: Asked
  /** The part of the whole that this run is; `asked` holds that part only. */
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
  /** Finds the place at which that config lists a definition, or the check that has it: `.governance.yml:3:14`. */
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

/** The policy that judges a run, and where it comes from. */
export interface PolicyPlan {
  readonly policy: WeighedPolicy
  /** The files and flags that set something of the policy, or `defaults`. */
  readonly policyOrigin: string
  /** Reasons about the policy itself, whatever is found. */
  readonly policyReasons: readonly Reason[]
  /** The trusted file, if there is one. */
  readonly policyFile: string | undefined
  /** The policy's `require`. */
  readonly required: Requirements
}

/** A trusted copy that the policy requires, and that is not what the run uses. */
export type Unmet = Pick<RequiredGap, 'subject' | 'name' | 'found'>

/** The engine of the embedded sandbox, and who chose it. */
export interface ChosenEngine {
  readonly name: EngineName
  /** The setting that chose another engine than the usual one; undefined where none did. */
  readonly origin: Origin | undefined
}

/**
 * Evaluates by a dashboard, over HTTP, or by the engine, in this process. Both find the same issues for the
 * same rulesets and definitions; all other differences are in their capabilities.
 */
export interface Evaluator {
  readonly evaluateApis: (
    apiIds: readonly string[],
    selector: Selector,
    onAnswer?: OnAnswer,
  ) => Promise<AnsweredEvaluation>
  readonly evaluateDefinition: (
    definition: NamedDefinition,
    selector: Selector,
    onAnswer?: OnAnswer,
  ) => Promise<AnsweredEvaluation>
  /** Looks up saved APIs and rulesets. */
  readonly records: () => Promise<Records>
  /** Ends its connections; a run that does not call it does not end. */
  readonly close: () => Promise<void>
}

export interface NamedDefinition {
  readonly source: SentDefinition
  readonly api_id: string
  readonly api_name?: string | undefined
}

export type Records = Pick<
  DashboardClient,
  'getApi' | 'listApis' | 'listApiCategories' | 'getRuleset' | 'listRulesets'
>

export interface Capabilities {
  /** It reads the files that a definition refers to; else they are sent with it as one bundle. */
  readonly readsFiles: boolean
  /** It tells which rules matched nothing. */
  readonly tellsMatches: boolean
  /** It lists all issues, however many. */
  readonly listsAll: boolean
  /** It may leave out issues that `x-lint-ignore` in a definition names. */
  readonly dropsIgnored: boolean
  /** Calls wait for something outside of this process, so that several at once are faster. */
  readonly waits: boolean
}

export interface RememberedAnswers {
  readonly stamp: Stamp
  readonly digest: string
  readonly answers: readonly { readonly selector: Selector; readonly evaluation: Evaluation }[]
}

/**
 * Answers about definitions, good while their files and the plan stay the same: a file that has not changed is not read
 * again. A definition that refers to other files is not remembered, as their changes do not show in it.
 */
export interface AnswerMemory {
  readonly digestOf: (file: string, stamp: Stamp) => string | undefined
  readonly recall: (file: string, stamp: Stamp | undefined, selector: Selector) => Evaluation | undefined
  readonly remember: (file: string, known: RememberedAnswers) => void
}

/** Says of issues whether `gov fix` would fix them, as far as that is known without making the fixes. */
export interface FixMarks {
  /** The issues of a definition, while it is at hand. */
  readonly mark: (issues: readonly Issue[], source: SentDefinition) => readonly Issue[]
  /** The report with its marks: of issues that count, in a complete run. */
  readonly settle: (report: EvaluatedReport) => EvaluatedReport
}
