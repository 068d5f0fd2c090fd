/** Issues that the team excuses for a time. Of the selectors that are given, each must match. */
export interface Waiver {
  /** Exact, or a pattern in which `*` stands for any characters; also the three below. */
  readonly rule_id: string
  /** Also matches the file of a local definition; only that if the waiver is the trusted policy's. */
  readonly api_id?: string | undefined
  readonly ruleset_id?: string | undefined
  /** Dot-joined keys as in the report, or a JSON Pointer, which begins with a slash. */
  readonly path?: string | undefined
  readonly reason: string
  readonly owner: string
  /** Its last day, YYYY-MM-DD (UTC). */
  readonly expires: string
}

/** A waiver and whose it is. */
export interface TrustedWaiver extends Waiver {
  /** It is the trusted policy's: an id that the config gives to a definition does not count. */
  readonly by_policy?: boolean | undefined
}

/** A waiver and how many issues of the run it matches, also when it has expired. */
export interface WaiverUse extends TrustedWaiver {
  readonly matched: number
}
