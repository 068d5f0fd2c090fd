/** What a consumer of a format makes of a report. */
export interface Reading {
  /** Every issue that it sees, as `level message`. */
  readonly issues: readonly string[]
  /** Other messages: why the run was not decided, or is incomplete. */
  readonly faults: readonly string[]
  /** The names of the parts that it is made of, in order: the same for any text in the same places. */
  readonly shape: readonly string[]
}

/** Throws when the text is not valid in its format. */
export type Reader = (text: string) => Reading | Promise<Reading>
