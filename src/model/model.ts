/**
 * The nouns that every part shares, and how issues are counted. Field names are those of the JSON report (version 1), which are the
 * dashboard's own: one vocabulary from the wire to the report, and no translation between them.
 */

export const severities = ['error', 'warn', 'info', 'hint'] as const
export type Severity = (typeof severities)[number]

/** Keys and array indexes from the document's root to a node. */
export type Path = readonly (string | number)[]

/** A range in a text file. Lines and characters count from 1; the end is the character after the last. */
export interface Location {
  readonly start_line: number
  readonly start_char: number
  readonly end_line: number
  readonly end_char: number
}

/** One rule hit at one place. */
export interface Issue {
  /** 16 hexadecimal characters in a sandbox answer: the same for the same input. */
  readonly _id: string
  readonly org_id?: string | undefined
  readonly api_id: string
  readonly ruleset_id: string
  readonly ruleset_name?: string | undefined
  readonly rule_id: string
  readonly rule_summary?: string | undefined
  readonly how_to_fix?: string | undefined
  readonly message: string
  readonly severity: Severity
  /** 1 error, 2 warn, 3 info, 4 hint. */
  readonly severity_order?: number | undefined
  /** Dot-joined path of the node, without a leading `$.`. */
  readonly path: string
  /** Where the service saw it; a local definition's own position is in `file`, `line` and `column`. */
  readonly location?: Location | undefined
  readonly created_at?: string | undefined
  readonly file?: string | undefined
  readonly line?: number | undefined
  readonly column?: number | undefined
  /** Set when the issue does not count: it is shown as a number, and on request. */
  readonly excused?: Excuse | undefined
}

/** Why an issue does not count against the policy. */
export interface Excuse {
  readonly by: 'waiver' | 'baseline'
  /** Of a waiver: why, who answers for it, and its last day (YYYY-MM-DD). */
  readonly reason?: string | undefined
  readonly owner?: string | undefined
  readonly expires?: string | undefined
}

/** Issues that the team excuses for a time. Of the selectors that are given, each must match. */
export interface Waiver {
  /** Exact, or a pattern in which `*` stands for any characters; also the three below. */
  readonly rule_id: string
  /** Also matches the file of a local definition. */
  readonly api_id?: string | undefined
  readonly ruleset_id?: string | undefined
  readonly path?: string | undefined
  readonly reason: string
  readonly owner: string
  /** The last day on which it excuses, YYYY-MM-DD (UTC). */
  readonly expires: string
}

/** A waiver and how many issues of the run it matches, also when it has expired. */
export interface WaiverUse extends Waiver {
  readonly matched: number
}

/** How many issues of each severity, before any cut. */
export interface SeverityCounts {
  readonly error_count: number
  readonly warn_count: number
  readonly info_count: number
  readonly hint_count: number
}

export function countIssues(issues: readonly { readonly severity: Severity }[]): SeverityCounts {
  const counts = { error_count: 0, warn_count: 0, info_count: 0, hint_count: 0 }
  for (const { severity } of issues) counts[`${severity}_count`] += 1
  return counts
}

export interface RulesetSummary extends SeverityCounts {
  readonly id: string
  readonly name: string
  readonly resource_type: string
  readonly active: boolean
  /** `none` or `warn` today; a value not known yet is kept as it is. */
  readonly action: string
}

/** What the service answered, merged over all requests of a run. */
export interface Evaluation extends SeverityCounts {
  readonly rulesets: readonly RulesetSummary[]
  readonly issues: readonly Issue[]
  readonly total: number
  readonly truncated: boolean
  readonly evaluated_apis: number
  readonly elapsed_ms: number
  readonly error?: string | undefined
}

/** Which rulesets to run: exactly one of the two. */
export type Selector =
  | { readonly ruleset_ids: readonly string[] }
  | { readonly categories: readonly string[] }

/** A local OpenAPI file that is evaluated as it stands. */
export interface Definition {
  readonly file: string
  readonly api_id?: string | undefined
  readonly api_name?: string | undefined
  /** SHA-256 of the file as it was sent. */
  readonly digest?: string | undefined
}

/** Budgets: how many issues of a severity are accepted, whatever `fail_on` says of those below it. */
export type Budgets = Readonly<Partial<Record<Severity, number | undefined>>>

/** What is accepted of one ruleset. */
export interface RulesetPolicy {
  readonly fail_on?: Severity | 'never' | undefined
  readonly max?: Budgets | undefined
}

/** What the team accepts. */
export interface Policy {
  /** The lowest severity of which one issue fails the run. */
  readonly fail_on: Severity | 'never'
  readonly max: Budgets
  /**
   * Rulesets that are judged on their own: by their entry, and by `fail_on` above where it has none. Their issues
   * count for none of the other rules.
   */
  readonly rulesets: Readonly<Record<string, RulesetPolicy>>
  /** The issues of rulesets with one of these actions are reported and never gate. */
  readonly advisory_actions: readonly string[]
  /** `split`: an answer that was cut is asked for again in smaller pieces, until nothing is cut. */
  readonly on_truncation: 'fail' | 'split'
  /** `pass`: a run counts as complete although no ruleset ran or an API was not evaluated. */
  readonly on_unevaluated: 'fail' | 'pass'
  /** A waiver that ends later than this from today excuses nothing. */
  readonly max_waiver_days?: number | undefined
}

/** The policy of a run, and who made it. */
export interface PolicyInForce extends Policy {
  /** The files and flags that set something of it, or `defaults`. */
  readonly origin?: string | undefined
  /** What of it accepts more than the defaults do, such as `on_unevaluated: pass`. */
  readonly weaker?: readonly string[] | undefined
}

/** What a run was asked to check. */
export interface Asked {
  readonly api_ids: readonly string[]
  readonly definitions: readonly Definition[]
  readonly selector: Selector
}

/** One line of the verdict's why: what was looked at, and whether it holds. */
export interface Reason {
  readonly passed: boolean
  readonly exit_code: number
  readonly message: string
  /** The rule of the policy: `fail_on`, `max.warn`, `rulesets.rs-style.fail_on`; absent for a gap. */
  readonly rule?: string | undefined
  /** What the rule accepts, and what there was of it. */
  readonly limit?: number | undefined
  readonly count?: number | undefined
  /** The rulesets or categories that ran on none of the saved APIs. */
  readonly unrun?: readonly string[] | undefined
}

/** Pass or fail, and why. */
export interface Verdict {
  readonly passed: boolean
  readonly exit_code: number
  readonly reasons: readonly Reason[]
}

/** Why the gate could not decide. `code` is stable from version to version. */
export interface Failure {
  readonly code: string
  readonly message: string
  readonly hint: string
}

/** A run's part of a larger one: the `index`th (from 1) of `total`. */
export interface Shard {
  readonly index: number
  readonly total: number
  /** Of all that the whole was asked: the same for every part of it. */
  readonly digest: string
}

/** What was asked, of whom, and when. */
export interface Run {
  /** The dashboard's address, or `embedded`. */
  readonly dashboard: string
  /** What named it: a flag, a variable, or a place in the config. */
  readonly dashboard_origin?: string | undefined
  readonly api_ids: readonly string[]
  readonly definitions: readonly Definition[]
  readonly ruleset_ids?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  /** Requests answered. */
  readonly requests: number
  /** RFC 3339. */
  readonly started: string
  readonly took_ms: number
  readonly gov: string
  /** What the verdict was made by; absent when it was not known yet. */
  readonly policy?: PolicyInForce | undefined
  readonly waivers?: readonly WaiverUse[] | undefined
  readonly shard?: Shard | undefined
  /** SHA-256 of each local ruleset file, by the ruleset's id. */
  readonly ruleset_digests?: Readonly<Record<string, string>> | undefined
}

/** What a new issue may come from. Several can hold; `unknown` says that the run does not tell. */
export type Cause =
  | 'api-added'
  | 'ruleset-added'
  | 'category-changed'
  | 'severity-changed'
  | 'definition-changed'
  | 'ruleset-changed'
  | 'unknown'

/** A new issue, and why it is new as far as the two reports tell. */
export interface NewIssue {
  readonly issue: Issue
  readonly causes: readonly Cause[]
  /** The causes in a sentence. */
  readonly why: string
}

/** A run beside an earlier one. An issue whose severity changed is new, and not fixed. */
export interface Comparison {
  /** When the earlier run started, RFC 3339. */
  readonly against: string
  readonly new_issues: readonly NewIssue[]
  readonly fixed_issues: readonly Issue[]
  readonly unchanged_count: number
}

/** The JSON report: everything a reader of the run may want, complete. */
export interface Report extends Evaluation {
  readonly version: 1
  readonly verdict: Verdict
  readonly run: Run
  readonly failure?: Failure | undefined
  /** Issues that a waiver or the baseline excuses; they are in `issues` and in the counts, and do not gate. */
  readonly waived_count: number
  readonly baselined_count: number
  readonly comparison?: Comparison | undefined
}
