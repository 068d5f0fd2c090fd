/** The types of the package: changes are listed in CHANGELOG.md, and removals wait for a major version. */
/** How far a run is. */
interface Progress {
    /** Requests that are answered. */
    readonly done: number;
    /** Requests that are known to be needed: more, once an answer has to be retried in pieces. */
    readonly total: number;
    /** Issues in the answers so far; those of an answer that is retried may be counted twice. */
    readonly issues: number;
}
/** The exit codes of the program: a contract with every pipeline that runs it. */
declare const exitCodes: {
    readonly pass: 0;
    readonly policy: 1;
    readonly usage: 2;
    readonly access: 3;
    readonly unavailable: 4;
    readonly incomplete: 5;
    readonly not_found: 6;
    readonly bug: 70;
    readonly interrupted: 130;
    readonly terminated: 143;
};
type ExitName = keyof typeof exitCodes;
type ErrorKind = Exclude<ExitName, 'pass' | 'policy'>;
type ErrorExitCode = (typeof exitCodes)[ErrorKind];
/** The place of a mistake in a file, from 1. */
interface FaultPlace {
    readonly file: string;
    readonly line: number;
    readonly column: number;
}
/**
 * A run that cannot go on. `message` is one sentence (what, where), `hint` one more (what to do), and `code`
 * is stable from version to version: it is what the JSON report carries.
 */
declare class GovError extends Error {
    readonly kind: ErrorKind;
    readonly code: string;
    readonly hint: string;
    /** The place that the message begins with, for formats that point there. */
    readonly place: FaultPlace | undefined;
    constructor(kind: ErrorKind, code: string, message: string, hint: string, cause?: unknown, place?: FaultPlace);
    get exitCode(): ErrorExitCode;
}
/** A range in a text file. Lines and characters count from 1; the end is the character after the last. */
interface Location {
    readonly start_line: number;
    readonly start_char: number;
    readonly end_line: number;
    readonly end_char: number;
}
/** A severity that holds until a day, as of a waiver, and the one that follows it. */
interface SeverityChange {
    /** Last day of the severity, YYYY-MM-DD (UTC). */
    readonly until: string;
    readonly to: Severity;
}
/** Why an issue does not count against the policy. `reason` of a new major version: which one allows it. */
interface Excuse {
    readonly by: 'waiver' | 'definition' | 'baseline' | 'base' | 'major';
    readonly reason?: string | undefined;
    readonly owner?: string | undefined;
    /** The last day of a waiver, YYYY-MM-DD. */
    readonly expires?: string | undefined;
}
/** The place in the base of what was removed. `base`: the git ref, where that is one. */
interface OldPlace {
    readonly base?: string | undefined;
    readonly file: string;
    readonly line: number;
    readonly column: number;
}
/** One rule hit at one place. `pointer` and `ignored_at` are found here, and never taken from a network. */
interface Issue {
    readonly _id: string;
    readonly org_id?: string | undefined;
    readonly api_id: string;
    readonly ruleset_id: string;
    readonly ruleset_name?: string | undefined;
    readonly rule_id: string;
    readonly rule_summary?: string | undefined;
    readonly how_to_fix?: string | undefined;
    readonly message: string;
    readonly severity: Severity;
    /** Sort key of the dashboard: 1 error to 4 hint, or numbered otherwise. gov goes by severity. */
    readonly severity_order?: number | undefined;
    /** The severity that the rule will have after a day. */
    readonly severity_change?: SeverityChange | undefined;
    /** Dot-joined path of the node. */
    readonly path: string;
    /** JSON Pointer of the node, where a key of it holds a dot, or where the definition of a saved API was read. */
    readonly pointer?: string | undefined;
    /** `path` may fit several nodes, because keys hold dots; without `pointer`, it is not known which. */
    readonly ambiguous?: true | undefined;
    /** The range of the node: in `file`, or, for a saved API, in what the service evaluated. Counts from 1. */
    readonly location?: Location | undefined;
    readonly created_at?: string | undefined;
    /** The local file; line, column and location are positions in it, from 1. */
    readonly file?: string | undefined;
    /** The local definition, where it refers to that file. */
    readonly definition?: string | undefined;
    /** JSON Pointers of the paths and webhooks that share the operation, where there are several. */
    readonly used_by?: readonly string[] | undefined;
    /** All values that a breaking change is about, as JSON, where there are more than its message names. */
    readonly values?: readonly string[] | undefined;
    /** All operations that a breaking change concerns, such as `GET /pets`; its message names three places. */
    readonly operations?: readonly string[] | undefined;
    /** In `file`: where the node begins, an object or array with its key. */
    readonly line?: number | undefined;
    readonly column?: number | undefined;
    /** Where it was at the base, of what was removed; `line` is that of what held it. */
    readonly old_place?: OldPlace | undefined;
    /** Where the first of several duplicates is, such as of operations with one operationId; only for local definitions. */
    readonly first_place?: {
        readonly file: string;
        readonly line: number;
        readonly column: number;
    } | undefined;
    /** It was there at the base. */
    readonly known?: true | undefined;
    /** JSON Pointer of the object in the definition whose x-lint-ignore names the rule. */
    readonly ignored_at?: string | undefined;
    /** Whether gov fix would fix it: without a flag, with --unsafe, or not. Absent: not known, or it does not count. */
    readonly fixable?: 'safe' | 'unsafe' | 'no' | undefined;
    /** Set if the issue does not count. */
    readonly excused?: Excuse | undefined;
}
/** Why there is a rule, and where its ruleset says more about it. */
interface RuleHelp {
    readonly ruleset_id: string;
    readonly id: string;
    readonly why?: string | undefined;
    readonly documentation_url?: string | undefined;
}
/** Every format that `--format` takes; `reporters` has one reporter for each. */
declare const formats: readonly ['table', 'json', 'sarif', 'junit', 'github', 'gitlab', 'checkstyle', 'teamcity', 'azure', 'markdown', 'html', 'unix'];
type Format = (typeof formats)[number];
type NonEmpty<Item> = readonly [Item, ...Item[]];
/** Everything requested was evaluated, and the policy accepts it. */
interface Passed {
    readonly kind: 'passed';
    readonly held: readonly Reason[];
}
/** Everything requested was evaluated, and the policy does not accept it. */
interface Failed {
    readonly kind: 'failed';
    readonly broken: NonEmpty<Reason>;
    readonly held: readonly Reason[];
}
/** Something requested was not evaluated, whatever the policy says of the rest. */
interface Incomplete {
    readonly kind: 'incomplete';
    readonly gaps: NonEmpty<Gap>;
    readonly broken: readonly Reason[];
    readonly held: readonly Reason[];
}
/** There is no evaluation to decide over. */
interface Undecided {
    readonly kind: 'undecided';
    readonly failure: Failure;
}
type Decision = Passed | Failed | Incomplete;
/** How a run ended. */
type Outcome = Decision | Undecided;
/** Why the gate could not decide. */
interface Failure {
    /** Stable from version to version. */
    readonly code: string;
    readonly message: string;
    readonly hint: string;
    readonly exit_code: ErrorExitCode;
    /** The place of the mistake in a file. */
    readonly place?: {
        readonly file: string;
        readonly line: number;
        readonly column: number;
    } | undefined;
}
/** A local definition, one saved API, or several. */
type Target = {
    readonly file: string;
} | {
    readonly api_id: string;
} | {
    readonly api_count: number;
};
/** The service reports a failure; of one ruleset where it was requested alone. */
interface FailedGap {
    readonly kind: 'failed';
    readonly target: Target;
    readonly ruleset_id?: string | undefined;
    readonly error: string;
}
/** A response that does not list all of its issues. */
interface CutGap {
    readonly kind: 'cut';
    readonly target: Target;
    readonly ruleset_id?: string | undefined;
    readonly listed: number;
    readonly total: number;
    /** What would help: smaller pieces, another try, or fewer issues. */
    readonly remedy: 'split' | 'retry' | 'fix';
}
interface UnrunRulesets {
    readonly kind: 'unrun-rulesets';
    readonly target: Target;
    readonly ruleset_ids: readonly string[];
    /** No other ruleset ran either. */
    readonly nothing_ran: boolean;
    /** They have no rule for it, mostly for its OpenAPI version. */
    readonly inapplicable?: true | undefined;
    /** They have, and their overrides leave none of them on. */
    readonly overridden?: true | undefined;
    /** The check that requested them, if the run has several. */
    readonly check?: string | undefined;
}
interface UnrunCategory {
    readonly kind: 'unrun-category';
    readonly target: Target;
    readonly category: string;
    /** The check that requested them, if the run has several. */
    readonly check?: string | undefined;
}
interface UnevaluatedApis {
    readonly kind: 'unevaluated';
    readonly target: Target;
    readonly evaluated: number;
    readonly requested: number;
    /** Their ids, where the responses show which. */
    readonly missing: readonly string[];
    /** Those of the one response that says so, where others say more. */
    readonly ruleset_ids?: readonly string[] | undefined;
}
/** The policy file requires something that is not checked. */
interface RequiredGap {
    readonly kind: 'required';
    readonly policy: string;
    readonly subject: 'API' | 'definition' | 'ruleset' | 'category' | 'ruleset file' | 'workspace';
    readonly name: string;
    /** What is there instead. */
    readonly found?: string | undefined;
}
/** The policy file requires another dashboard. */
interface DashboardGap {
    readonly kind: 'other-dashboard';
    readonly policy: string;
    readonly dashboard: string;
    readonly required: string;
}
/** The policy file requires ids or a dashboard, and the config chooses what they stand for. */
interface UnpinnedGap {
    readonly kind: 'unpinned';
    readonly policy: string;
    /** Where the config chooses. */
    readonly place: string;
    readonly chosen: 'dashboard' | 'workspace' | 'rulesets' | 'engine';
}
/** A shard that could not decide. */
interface ShardGap {
    readonly kind: 'shard';
    readonly index: number;
    readonly total: number;
    readonly failure: Failure;
}
/** The run stopped there; what it had no response to yet is not known. */
interface UnfinishedGap {
    readonly kind: 'unfinished';
    readonly answered: number;
    readonly failure: Failure;
}
/** A definition that could not be compared with what it was. */
interface BreakingGap {
    readonly kind: 'breaking';
    readonly name: string;
    readonly commit?: string | undefined;
    readonly target: Target;
    readonly error: string;
}
/** The base was not evaluated in full, so that it is not known which issues are new. */
interface BaseGap {
    readonly kind: 'base';
    readonly name: string;
    readonly commit?: string | undefined;
    readonly gap: FailedGap | CutGap | UnrunRulesets | UnrunCategory | UnevaluatedApis;
}
/** A dashboard may have dropped issues of the definition, because it asks for that. */
interface IgnoresGap {
    readonly kind: 'inline-ignores';
    readonly target: Target;
    readonly rules: readonly string[];
    /** Where the first x-lint-ignore is: a line, or a JSON Pointer in a saved API. */
    readonly place: string;
    /** Why it is not known whether a saved API has any. */
    readonly unread?: string | undefined;
    /** The policy accepts such keys, but these are not at the base. */
    readonly is_new?: true | undefined;
}
/** Something requested that the responses do not prove was evaluated. */
type Gap = FailedGap | CutGap | UnrunRulesets | UnrunCategory | UnevaluatedApis | IgnoresGap | RequiredGap | DashboardGap | UnpinnedGap | ShardGap | UnfinishedGap | BreakingGap | BaseGap;
/** What fail_on says. */
interface Threshold {
    readonly kind: 'threshold';
    /** Absent for the policy's own. */
    readonly ruleset_id?: string | undefined;
    /** It counts the issues of every ruleset. */
    readonly every_ruleset?: boolean | undefined;
    readonly level: 'error' | 'warn' | 'info' | 'hint' | 'never';
    /** How many issues there are of each severity that it fails on; none for never. */
    readonly counts: Readonly<Partial<Record<Severity, number>>>;
}
interface Budget {
    readonly kind: 'budget';
    /** Absent for the policy's own. */
    readonly ruleset_id?: string | undefined;
    /** It counts the issues of every ruleset. */
    readonly every_ruleset?: boolean | undefined;
    readonly severity: Severity;
    readonly limit: number;
    readonly count: number;
}
/** A ruleset whose action keeps its issues from gating. */
interface Advisory {
    readonly kind: 'advisory';
    readonly ruleset_id: string;
    readonly action: string;
    readonly count: number;
}
/** An entry of the policy for a ruleset that did not run. */
interface Idle {
    readonly kind: 'idle';
    readonly ruleset_id: string;
}
/** How many issues waivers excuse. */
interface WaivedCount {
    readonly kind: 'waived';
    readonly count: number;
}
/** How many issues the baseline excuses. */
interface BaselinedCount {
    readonly kind: 'baselined';
    readonly count: number;
}
/** Issues whose rules an x-lint-ignore of their definition names. */
interface InlineIgnores {
    readonly kind: 'inline-ignores';
    /** It waives them; or they count, as the policy says (none) or because it is not at the base. */
    readonly effect: 'waives' | 'none' | 'new';
    readonly count: number;
    readonly rules: readonly string[];
}
/** A waiver that is not simply in use. */
type WaiverNotice = {
    readonly kind: 'waiver';
    readonly waiver: WaiverUse;
    /** How many of its issues another waiver still excuses then; absent: none. */
    readonly covered?: number | undefined;
    readonly problem: 'expired';
} | {
    readonly kind: 'waiver';
    readonly waiver: WaiverUse;
    /** How many of its issues another waiver still excuses then; absent: none. */
    readonly covered?: number | undefined;
    readonly problem: 'too-long';
    /** The last day that max_waiver_days allows. */
    readonly latest: string;
} | {
    readonly kind: 'waiver';
    readonly waiver: WaiverUse;
    /** How many of its issues another waiver still excuses then; absent: none. */
    readonly covered?: number | undefined;
    readonly problem: 'expiring';
    /** How many are left after today. */
    readonly days: number;
} | {
    readonly kind: 'waiver';
    readonly waiver: WaiverUse;
    readonly problem: 'ambiguous';
    /** It leads to several nodes. */
    readonly path: string;
    /** To the one that an issue is at, where that is known. */
    readonly pointer?: string | undefined;
} | {
    readonly kind: 'waiver';
    readonly waiver: WaiverUse;
    readonly problem: 'unused';
    /** An id of the run that is near to the waiver's. */
    readonly meant?: {
        readonly key: string;
        readonly id: string;
    } | undefined;
};
/** Entries of the baseline that match no issue of what was evaluated. */
interface StaleBaseline {
    readonly kind: 'stale-baseline';
    /** --strict-baseline: they fail the run. */
    readonly strict: boolean;
    readonly count: number;
    readonly first: BaselineEntry;
    /** Entries of definitions whose files do not exist: only gov baseline update --prune removes them. */
    readonly missing?: {
        readonly count: number;
        readonly files: readonly string[];
        /** Those whose issues are all in one other definition, which the baseline does not have. */
        readonly renamed?: readonly {
            readonly from: string;
            readonly to: string;
        }[] | undefined;
    } | undefined;
}
/** A gap that the policy accepts. */
interface AcceptedGap {
    readonly kind: 'accepted';
    readonly gap: UnrunRulesets | UnrunCategory | UnevaluatedApis | IgnoresGap;
}
/** What of the policy accepts more than the defaults do. */
interface WeakerPolicy {
    readonly kind: 'weaker-policy';
    readonly origin: string;
    readonly values: readonly string[];
}
/** The trusted policy file, and what of the config it replaces. */
interface TrustedPolicy {
    readonly kind: 'trusted-policy';
    readonly file: string;
    readonly ignored: readonly string[];
}
interface UnmatchedRule {
    readonly ruleset_id: string;
    readonly rule_id: string;
    /** Its given matched, but a then of it got only values that its function ignores. */
    readonly unchecked?: true | undefined;
    /** It is for other versions of OpenAPI than any document. */
    readonly other_versions?: true | undefined;
}
/** Rules of the embedded sandbox that matched nothing, or nothing that their function checks. */
interface UnmatchedRules {
    readonly kind: 'unmatched';
    /** on_unmatched: fail */
    readonly strict: boolean;
    readonly rules: readonly UnmatchedRule[];
    /** Rulesets of which every own rule is among them. */
    readonly whole?: readonly string[] | undefined;
    /** Entries of overrides that concern no checked definition. */
    readonly overrides?: readonly string[] | undefined;
}
/** How many issues entries of overrides turned off in parts of definitions. */
interface TurnedOff {
    readonly kind: 'turned-off';
    readonly count: number;
    readonly overrides: readonly string[];
}
/** How many saved APIs the patterns and categories of the run selected. */
interface ApiSelected {
    readonly patterns: readonly string[];
    readonly categories: readonly string[];
    /** How many APIs the dashboard listed. */
    readonly listed: number;
    readonly matched: number;
    /** They match and cannot be checked. */
    readonly left_out: readonly LeftOutApi[];
    readonly kind: 'api-selection';
}
interface EmptyShard {
    readonly kind: 'empty-shard';
    readonly index: number;
    readonly total: number;
}
/** How long ago the oldest shard was checked, where no run says that they belong together. */
interface ShardAge {
    readonly kind: 'shard-age';
    readonly hours: number;
}
/** How many issues are new since the base, and how many were there. */
interface BaseReason {
    readonly kind: 'base';
    readonly name: string;
    readonly commit?: string | undefined;
    readonly policy: 'all' | 'new' | 'touched';
    readonly new_count: number;
    readonly known_count: number;
    /** Issues of the base that are gone; absent: not known. */
    readonly fixed_count?: number | undefined;
    /** They were not there, so that all of their issues are new. */
    readonly new_definitions: readonly string[];
}
/** What of the change breaks clients, or that it was not looked for. */
interface BreakingReason {
    readonly kind: 'breaking';
    /** Absent or off: they were not looked for. */
    readonly level?: 'error' | 'warn' | 'off' | undefined;
    readonly count: number;
    /** Allowed by a new major version. */
    readonly allowed_count: number;
    /** Definitions with breaking changes, and what their versions say. */
    readonly versions: readonly {
        readonly from?: string | undefined;
        readonly to?: string | undefined;
        /** Why they do not allow breaking changes; absent: they do. */
        readonly refused?: string | undefined;
        readonly file: string;
    }[];
    /** Rules that the policy turns off. */
    readonly off: readonly string[];
}
/** What was looked at, and the values that decide whether it holds. */
type Reason = Threshold | Budget | Advisory | Idle | WaivedCount | InlineIgnores | BaselinedCount | BaseReason | BreakingReason | WaiverNotice | StaleBaseline | AcceptedGap | WeakerPolicy | TrustedPolicy | UnmatchedRules | TurnedOff | ApiSelected | EmptyShard | ShardAge;
/** A run that was evaluated, if not completely: everything a reader of it may want, complete. */
interface EvaluatedReport extends Evaluation {
    readonly version: 1;
    readonly outcome: Decision;
    readonly run: Run;
    /** Issues that a waiver or the baseline excuses; they are in `issues` and in the counts, and do not gate. */
    readonly waived_count: number;
    readonly baselined_count: number;
    /** Issues that were there at the base, whether they count or not; absent without a base. */
    readonly known_count?: number | undefined;
    /** Rules that have issues, where more is known of them than the issues say. */
    readonly rules?: readonly RuleHelp[] | undefined;
    readonly comparison?: Comparison | undefined;
}
/** A run that ended before there was anything to decide over. */
interface UndecidedReport {
    readonly version: 1;
    readonly outcome: Undecided;
    readonly run: Run;
}
/** The JSON report. */
type Report = EvaluatedReport | UndecidedReport;
/** The causes of a new issue. Several can hold; `unknown` stands for none that the run shows. */
type Cause = 'api-added' | 'ruleset-added' | 'category-changed' | 'severity-changed' | 'definition-changed' | 'ruleset-changed' | 'unknown';
/** A new issue, and why it is new as far as the two reports tell; `why` has the causes in a sentence. */
interface NewIssue {
    readonly issue: Issue;
    readonly causes: readonly Cause[];
    readonly why: string;
}
/** A run beside an earlier one. An issue whose severity changed is new, and not fixed. */
interface Comparison {
    /** When the earlier run started, RFC 3339. */
    readonly against: string;
    readonly new_issues: readonly NewIssue[];
    readonly fixed_issues: readonly Issue[];
    readonly unchanged_count: number;
}
/** The service's responses, merged over all requests of a run. */
interface Evaluation {
    readonly rulesets: readonly {
        readonly id: string;
        readonly name: string;
        readonly resource_type: string;
        readonly active: boolean;
        readonly action: string;
        readonly error_count: number;
        readonly warn_count: number;
        readonly info_count: number;
        readonly hint_count: number;
    }[];
    readonly issues: readonly Issue[];
    /** Issues found, before truncation. */
    readonly total: number;
    readonly truncated: boolean;
    readonly error_count: number;
    readonly warn_count: number;
    readonly info_count: number;
    readonly hint_count: number;
    readonly evaluated_apis: number;
    readonly elapsed_ms: number;
    readonly error?: string | undefined;
    /** Rules that do not come with gov, by whether they matched anything; of the embedded sandbox only. */
    readonly rule_matches?: readonly {
        readonly ruleset_id: string;
        readonly matched: readonly string[];
        readonly unmatched: readonly string[];
        /** Unmatched rules that found only values that their function ignores. */
        readonly unchecked?: readonly string[] | undefined;
        /** Unmatched rules that are for other versions of OpenAPI than any document. */
        readonly other_versions?: readonly string[] | undefined;
        /** Entries of overrides, by whether they concern a checked definition; only where all of them were checked. */
        readonly overrides?: {
            readonly matched: readonly string[];
            readonly unmatched: readonly string[];
        } | undefined;
        /** How many issues an entry of overrides turned off in part of a definition. */
        readonly turned_off?: readonly {
            readonly place: string;
            readonly api_id: string;
            readonly count: number;
        }[] | undefined;
    }[] | undefined;
}
interface DefinitionIgnores {
    readonly rules: readonly string[];
    readonly file: string;
    readonly line: number;
}
/** A local OpenAPI file that is evaluated as it stands. */
interface Definition {
    readonly file: string;
    readonly api_id?: string | undefined;
    readonly api_name?: string | undefined;
    /** SHA-256 of the file or bundle as it was sent. */
    readonly digest?: string | undefined;
    /** The other files that were bundled with it, for a dashboard to see. */
    readonly bundled?: readonly string[] | undefined;
    /** The rules that its x-lint-ignore name, and where the first is; only of what a dashboard got. */
    readonly ignores?: DefinitionIgnores | undefined;
}
/** A check of the config: some of the targets, and the rulesets that are for them. */
type NamedCheck = {
    readonly name: string;
    readonly api_ids: readonly string[];
    /** Their files. */
    readonly definitions: readonly string[];
    readonly ruleset_ids: readonly string[];
} | {
    readonly name: string;
    readonly api_ids: readonly string[];
    /** Their files. */
    readonly definitions: readonly string[];
    readonly categories: readonly string[];
};
interface LeftOutApi {
    readonly api_id: string;
    readonly name: string;
    /** classic, or a type that none of the rulesets is for. */
    readonly resource_type: string;
}
/** The versions of a definition that has breaking changes, under `breaking_allowed: major`. */
interface BreakingVersions {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    /** Why they do not allow breaking changes; absent: they do. */
    readonly refused?: string | undefined;
}
/** A definition of the run, and what it was at the base. `unchanged`: it was not evaluated again. */
interface BaseDefinition {
    readonly file: string;
    /** Its file there; absent: it is new, and so are its issues. */
    readonly base_file?: string | undefined;
    readonly unchanged?: true | undefined;
    /** Where it has breaking changes that a new major version would allow. */
    readonly versions?: BreakingVersions | undefined;
}
/** The base of a run: a commit, a local file, or the API that the dashboard holds under the same id. */
interface BaseRun {
    readonly kind: 'git' | 'file' | 'saved';
    /** The ref or file as it was passed, or saved. */
    readonly name: string;
    /** The merge base of HEAD and the ref. */
    readonly commit?: string | undefined;
    readonly policy: 'all' | 'new' | 'touched';
    /** Issues of the base that are gone; absent: not known. */
    readonly fixed_count?: number | undefined;
    readonly definitions: readonly BaseDefinition[];
}
/** A run's part of a larger one. `digest` identifies the whole request: the same for each of its shards. */
interface Shard {
    readonly index: number;
    readonly total: number;
    readonly digest: string;
    /** The CI run, or what --run gave; absent: neither. */
    readonly run?: string | undefined;
}
/** The lines of a config, from 1, by the ids of APIs. */
interface NamedIn {
    readonly file: string;
    readonly lines: Readonly<Record<string, number>>;
}
/** The request of a run: the targets, the service and the time. */
interface Run {
    /** The URL, or embedded. */
    readonly dashboard: string;
    /** Where it came from: a flag, a variable, or a location in the config. */
    readonly dashboard_origin?: string | undefined;
    /** Whose result the embedded sandbox gave; absent: the default, or a dashboard was asked. */
    readonly engine?: 'spectral' | 'vacuum' | undefined;
    readonly api_ids: readonly string[];
    readonly definitions: readonly Definition[];
    /** Names of the saved APIs that a pattern or a category selected. */
    readonly api_names?: Readonly<Record<string, string>> | undefined;
    /** Where the config names each saved API. */
    readonly named_in?: NamedIn | undefined;
    /** The way from the root of the repository to the folder that files are relative to; absent at the root. */
    readonly folder?: string | undefined;
    readonly ruleset_ids?: readonly string[] | undefined;
    readonly categories?: readonly string[] | undefined;
    /** The checks of the config, of the whole run: which rulesets are for which APIs; absent: all for each. */
    readonly checks?: readonly NamedCheck[] | undefined;
    readonly requests: number;
    /** RFC 3339. */
    readonly started: string;
    readonly took_ms: number;
    /** The version of gov. */
    readonly gov: string;
    /** The policy of the verdict. */
    readonly policy?: PolicyInForce | undefined;
    readonly waivers?: readonly WaiverUse[] | undefined;
    /** What the run was compared with. */
    readonly base?: BaseRun | undefined;
    /** The shard of a larger run; gov report merge merges the shards. */
    readonly shard?: Shard | undefined;
    /** SHA-256 of each local ruleset file, or of it and all files that it extends. */
    readonly ruleset_digests?: Readonly<Record<string, string>> | undefined;
}
declare const severities: readonly ['error', 'warn', 'info', 'hint'];
type Severity = (typeof severities)[number];
/**
 * The gate of `gov check`: the same steps, and the same verdict. Prints nothing, and leaves the process as it is. A
 * policy that does not accept what was found, and a run that is incomplete, are values. Throws GovError where the
 * command ends with an error, and what `onProgress` throws.
 */
declare function check(options: CheckOptions): Promise<CheckResult>;
/**
 * The options of a check, with the names and shapes of the config file. Files are relative to `cwd`; a duration is text,
 * such as `30s`.
 */
interface CheckOptions extends SettingOptions, OwnOptions {
}
/** The keys of the config file. */
interface SettingOptions {
    /** A profile of the config. */
    readonly profile?: string | undefined;
    readonly dashboard?: DashboardOptions | undefined;
    /** Ids, and patterns of names or ids: `*` stands for any characters. */
    readonly api_ids?: readonly string[] | undefined;
    /** All saved APIs in these categories. */
    readonly api_categories?: readonly string[] | undefined;
    /** Files, or what is at hand under a file's name. */
    readonly definitions?: readonly (string | DefinitionOption)[] | undefined;
    /** Exactly one of `ruleset_ids`, `categories` and `ruleset_files`. */
    readonly ruleset_ids?: readonly string[] | undefined;
    readonly categories?: readonly string[] | undefined;
    readonly ruleset_files?: readonly string[] | undefined;
    /** Names of checks of the config; default: all. */
    readonly check?: readonly string[] | undefined;
    /** The linter whose results the embedded sandbox reproduces; default: `spectral`. */
    readonly engine?: EngineName | undefined;
    readonly policy?: PolicyOptions | undefined;
    readonly baseline?: string | undefined;
    readonly waivers?: readonly Waiver[] | undefined;
    /** The dashboard's token. */
    readonly token?: string | undefined;
}
/** How to check it. */
interface OwnOptions {
    /** The folder that files are relative to; default: the working directory. */
    readonly cwd?: string | undefined;
    /**
     * A config file, or `true` for the one of `cwd` or its repository. Without it none is read. Options go before it, as
     * flags do; its `reports` are not written.
     */
    readonly config?: string | true | undefined;
    /** Instead of the config's policy, waivers and baseline. */
    readonly policyFile?: string | undefined;
    /** Lets the config name files outside of its repository. */
    readonly trustPaths?: boolean | undefined;
    /** URLs from which definitions, rulesets and what they refer to are read; one that ends in a slash stands for all below it. */
    readonly allowRemote?: readonly string[] | undefined;
    /** Fail on entries of the baseline that match no issue any more. */
    readonly strictBaseline?: boolean | undefined;
    /** The old version of the definitions: a git ref (its merge base with HEAD), a file, `saved` or `auto`. Its issues are known. */
    readonly base?: string | undefined;
    /** Split requests that failed in part, and name each failing pair. */
    readonly diagnose?: boolean | undefined;
    /** Variables such as `GOV_URL` and `HTTPS_PROXY`: pass `process.env` to go by them. Without it, none is read. */
    readonly env?: Readonly<Record<string, string | undefined>> | undefined;
    /** Ends the run with a GovError, `interrupted`. */
    readonly signal?: AbortSignal | undefined;
    /** Told before the first request and after each. */
    readonly onProgress?: ((progress: Progress) => void) | undefined;
}
interface PolicyOptions extends Partial<Policy> {
    /** `refuse`: no function of a ruleset that is code is run. Default: `allow`. */
    readonly functions?: 'allow' | 'refuse' | undefined;
}
interface DashboardOptions {
    /** An address, or `embedded`. */
    readonly url?: string | undefined;
    /** The folder that the embedded sandbox serves. */
    readonly workspace?: string | undefined;
    readonly timeout?: string | undefined;
    readonly deadline?: string | undefined;
    readonly retries?: number | undefined;
    readonly concurrency?: number | undefined;
    readonly ca_file?: string | undefined;
    readonly cert_file?: string | undefined;
    readonly key_file?: string | undefined;
    readonly headers?: Readonly<Record<string, string>> | undefined;
}
interface DefinitionOption extends Omit<Definition, 'digest' | 'bundled' | 'ignores'> {
    /** The text to check instead of the file, which need not exist. References are followed from its folder. */
    readonly content?: string | Uint8Array;
}
interface CheckResult {
    /** Everything was evaluated, and the policy passes. */
    readonly passed: boolean;
    /** The exit code of `gov check`: 0, 1 when the policy does not accept, 5 or 4 when not all was evaluated. */
    readonly exitCode: number;
    /** The report of `--format json`, which adds a `message` to each reason and gap. */
    readonly report: EvaluatedReport;
    /** The warnings that the command prints on standard error, whatever the verdict. */
    readonly warnings: readonly string[];
}
/** The engines whose results an evaluation can reproduce. Dashboards run vacuum. */
declare const engineNames: readonly ['spectral', 'vacuum'];
type EngineName = (typeof engineNames)[number];
/** How many issues of a severity are accepted, whatever fail_on says of those below it. */
interface Budgets {
    readonly error?: number | undefined;
    readonly warn?: number | undefined;
    readonly info?: number | undefined;
    readonly hint?: number | undefined;
}
/** What is accepted of one ruleset. */
interface RulesetPolicy {
    readonly fail_on?: 'error' | 'warn' | 'info' | 'hint' | 'never' | undefined;
    readonly max?: Budgets | undefined;
}
type FloorRule = 'fail_on' | 'max.error' | 'max.warn' | 'max.info' | 'max.hint';
/** A team's policy: what it accepts. */
interface Policy {
    /** The lowest severity of which one issue fails the run. */
    readonly fail_on: 'error' | 'warn' | 'info' | 'hint' | 'never';
    /** How many issues of a severity are accepted, whatever fail_on says of those below it. */
    readonly max: Budgets;
    /** Rulesets that are judged on their own; their issues count for none of the other rules. */
    readonly rulesets: Readonly<Record<string, RulesetPolicy>>;
    /** The issues of rulesets with one of these actions are reported and never gate. */
    readonly advisory_actions: readonly string[];
    /** split: what was truncated is requested in parts. */
    readonly on_truncation: 'fail' | 'split';
    /** pass: complete although no ruleset ran or an API was not evaluated. */
    readonly on_unevaluated: 'fail' | 'pass';
    /** Rules of the embedded sandbox whose given matched nothing; default: warn. */
    readonly on_unmatched?: 'fail' | 'warn' | 'ignore' | undefined;
    /** Which issues count beside a base; default: new. */
    readonly base?: 'all' | 'new' | 'touched' | undefined;
    /** Whether breaking changes since the base are issues; default: off. */
    readonly breaking?: 'error' | 'warn' | 'off' | undefined;
    /** Severities of single rules of these, whatever breaking says. */
    readonly breaking_rules?: Readonly<Record<string, 'error' | 'warn' | 'info' | 'hint' | 'off'>> | undefined;
    /** Default: never. */
    readonly breaking_allowed?: 'never' | 'major' | undefined;
    /** Days from a deprecation to its x-sunset, at least, by x-stability-level. */
    readonly deprecation_days?: {
        readonly draft?: number | undefined;
        readonly alpha?: number | undefined;
        readonly beta?: number | undefined;
        readonly stable?: number | undefined;
    } | undefined;
    /** Whether x-lint-ignore in a definition excuses issues; default: none. refuse: saved APIs may not have it either. */
    readonly inline_waivers?: 'none' | 'x-lint-ignore' | 'refuse' | undefined;
    /** A waiver that ends later than this excuses nothing. */
    readonly max_waiver_days?: number | undefined;
}
/** The policy of a run, and who made it. */
interface PolicyInForce {
    /** The lowest severity of which one issue fails the run. */
    readonly fail_on: 'error' | 'warn' | 'info' | 'hint' | 'never';
    /** How many issues of a severity are accepted, whatever fail_on says of those below it. */
    readonly max: Budgets;
    /** Rulesets that are judged on their own; their issues count for none of the other rules. */
    readonly rulesets: Readonly<Record<string, RulesetPolicy>>;
    /** The issues of rulesets with one of these actions are reported and never gate. */
    readonly advisory_actions: readonly string[];
    /** Rules of the caller, which count the issues of every ruleset. */
    readonly floor?: readonly FloorRule[] | undefined;
    /** split: what was truncated is requested in parts. */
    readonly on_truncation: 'fail' | 'split';
    /** pass: complete although no ruleset ran or an API was not evaluated. */
    readonly on_unevaluated: 'fail' | 'pass';
    /** Rules of the embedded sandbox whose given matched nothing; default: warn. */
    readonly on_unmatched?: 'fail' | 'warn' | 'ignore' | undefined;
    /** Which issues count beside a base; default: new. */
    readonly base?: 'all' | 'new' | 'touched' | undefined;
    /** Whether breaking changes since the base are issues; default: off. */
    readonly breaking?: 'error' | 'warn' | 'off' | undefined;
    /** Severities of single rules of these, whatever breaking says. */
    readonly breaking_rules?: Readonly<Record<string, 'error' | 'warn' | 'info' | 'hint' | 'off'>> | undefined;
    /** Default: never. */
    readonly breaking_allowed?: 'never' | 'major' | undefined;
    /** Days from a deprecation to its x-sunset, at least, by x-stability-level. */
    readonly deprecation_days?: {
        readonly draft?: number | undefined;
        readonly alpha?: number | undefined;
        readonly beta?: number | undefined;
        readonly stable?: number | undefined;
    } | undefined;
    /** Whether x-lint-ignore in a definition excuses issues; default: none. refuse: saved APIs may not have it either. */
    readonly inline_waivers?: 'none' | 'x-lint-ignore' | 'refuse' | undefined;
    /** A waiver that ends later than this excuses nothing. */
    readonly max_waiver_days?: number | undefined;
    /** The files and flags that set it, or defaults. */
    readonly origin?: string | undefined;
    /** The values that are weaker than the defaults. */
    readonly weaker?: readonly string[] | undefined;
}
/** Issues that the team excuses for a time. Of the selectors that are given, each must match. */
interface Waiver {
    /** Exact, or a pattern in which * stands for any characters; also the four below. */
    readonly rule_id: string;
    /** Also the file of a local definition; only that in a waiver of the trusted policy's. */
    readonly api_id?: string | undefined;
    readonly ruleset_id?: string | undefined;
    /** Dot-joined keys as in the report, or a JSON Pointer, which begins with a slash. */
    readonly path?: string | undefined;
    /** What the issue says: one place may have several issues of a rule. */
    readonly message?: string | undefined;
    readonly reason: string;
    readonly owner: string;
    /** Its last day, YYYY-MM-DD (UTC). */
    readonly expires: string;
}
interface WaiverUse {
    /** Exact, or a pattern in which * stands for any characters; also the four below. */
    readonly rule_id: string;
    /** Also the file of a local definition; only that in a waiver of the trusted policy's. */
    readonly api_id?: string | undefined;
    readonly ruleset_id?: string | undefined;
    /** Dot-joined keys as in the report, or a JSON Pointer, which begins with a slash. */
    readonly path?: string | undefined;
    /** What the issue says: one place may have several issues of a rule. */
    readonly message?: string | undefined;
    readonly reason: string;
    readonly owner: string;
    /** Its last day, YYYY-MM-DD (UTC). */
    readonly expires: string;
    /** It is the trusted policy's: an id that the config gives to a definition does not count. */
    readonly by_policy?: boolean | undefined;
    /** How many issues it matches, even if it has expired. */
    readonly matched: number;
}
/** Options of `table`; formats for programs ignore them. */
interface RenderOptions {
    /** Columns, at least 40; default: 80. */
    readonly width?: number | undefined;
    readonly color?: boolean | undefined;
    /** Only the verdict. */
    readonly quiet?: boolean | undefined;
    /** Also the issues that a waiver or the baseline excuses. */
    readonly showWaived?: boolean | undefined;
}
/** A report as text, as `--format` prints it. Throws GovError, usage: an unknown format or option, or not a report. */
declare function render(report: Report, format: Format, options?: RenderOptions): Promise<string>;
/** An issue that was known before. */
type BaselineEntry = ({
    readonly api_id: string;
} | {
    readonly file: string;
}) & {
    readonly part?: string | undefined;
    readonly ruleset_id: string;
    readonly rule_id: string;
    readonly path: string;
    readonly pointer?: string | undefined;
    readonly message: string;
    readonly used_by?: readonly string[] | undefined;
    readonly _id: string;
};
export { type CheckOptions, type CheckResult, type ErrorKind, type EvaluatedReport, type Format, GovError, type Issue, type Outcome, type Progress, type RenderOptions, type Report, type Severity, check, exitCodes, render };
