import type { Failure } from './failure.ts'

/** What a gap is about: a local definition, one saved API, or several. */
export type Target = { readonly file: string } | { readonly api_id: string } | { readonly api_count: number }

/** The service reports a failure; of one ruleset where it was asked for alone. */
export interface FailedGap {
  readonly kind: 'failed'
  readonly target: Target
  readonly ruleset_id?: string | undefined
  readonly error: string
}

/** An answer that does not list all of its issues. */
export interface CutGap {
  readonly kind: 'cut'
  readonly target: Target
  readonly ruleset_id?: string | undefined
  readonly listed: number
  readonly total: number
  /** What would help: smaller pieces, another try, or fewer issues. */
  readonly remedy: 'split' | 'retry' | 'fix'
}

export interface UnrunRulesets {
  readonly kind: 'unrun-rulesets'
  readonly target: Target
  readonly ruleset_ids: readonly string[]
  /** No other ruleset ran either. */
  readonly nothing_ran: boolean
  /** None of their rules is for the OpenAPI version of the target. */
  readonly inapplicable?: true | undefined
}

export interface UnrunCategory {
  readonly kind: 'unrun-category'
  readonly target: Target
  readonly category: string
}

export interface UnevaluatedApis {
  readonly kind: 'unevaluated'
  readonly target: Target
  readonly evaluated: number
  readonly requested: number
  /** Their ids, where the answers show which. */
  readonly missing: readonly string[]
}

/** What `on_unevaluated: pass` accepts; what was cut or failed it does not. */
export type AcceptableGap = UnrunRulesets | UnrunCategory | UnevaluatedApis

/** The policy file requires something that is not checked. */
export interface RequiredGap {
  readonly kind: 'required'
  readonly policy: string
  readonly subject: 'API' | 'definition' | 'ruleset' | 'category' | 'ruleset file' | 'workspace'
  readonly name: string
  /** What is there instead. */
  readonly found?: string | undefined
}

/** The policy file requires another dashboard. */
export interface DashboardGap {
  readonly kind: 'other-dashboard'
  readonly policy: string
  readonly dashboard: string
  readonly required: string
}

/** The policy file requires ids or a dashboard, and the config chooses what they stand for. */
export interface UnpinnedGap {
  readonly kind: 'unpinned'
  readonly policy: string
  /** Where the config chooses. */
  readonly place: string
  readonly chosen: 'dashboard' | 'workspace' | 'rulesets' | 'engine'
}

/** A shard that could not decide. */
export interface ShardGap {
  readonly kind: 'shard'
  readonly index: number
  readonly total: number
  readonly failure: Failure
}

/** The run stopped there; what it was not answered yet is not known. */
export interface UnfinishedGap {
  readonly kind: 'unfinished'
  readonly answered: number
  readonly failure: Failure
}

/** The base was not evaluated in full, so that it is not known which issues are new. */
export interface BaseGap {
  readonly kind: 'base'
  readonly name: string
  readonly commit?: string | undefined
  readonly gap: FailedGap | CutGap | AcceptableGap
}

/** A definition that could not be compared with what it was, so that it is not known what the change breaks. */
export interface BreakingGap {
  readonly kind: 'breaking'
  readonly name: string
  readonly commit?: string | undefined
  readonly target: Target
  readonly error: string
}

/** A dashboard may have dropped issues of the definition, because it asks for that. */
export interface IgnoresGap {
  readonly kind: 'inline-ignores'
  readonly target: Target
  readonly rules: readonly string[]
  /** Where the first of the keys is: a line, or in a saved API a pointer. */
  readonly place: string
  /** The policy accepts such keys, but these are not at the base. */
  readonly is_new?: true | undefined
  /** Why it is not known whether a saved API's definition has any. */
  readonly unread?: string | undefined
}

/** Something requested that the answers do not prove was evaluated. */
export type Gap =
  | FailedGap
  | CutGap
  | AcceptableGap
  | RequiredGap
  | DashboardGap
  | UnpinnedGap
  | ShardGap
  | UnfinishedGap
  | BaseGap
  | BreakingGap
  | IgnoresGap
