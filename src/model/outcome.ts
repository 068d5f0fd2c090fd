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
