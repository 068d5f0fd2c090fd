import type { SeverityCounts } from '../severity-counts.ts'

/** One run of a trend. */
export interface TrendRun {
  readonly file: string
  /** RFC 3339. */
  readonly started: string
  /** Absent: the run is incomplete, a shard, or could not be decided, and no count of it can be compared. */
  readonly counts?: SeverityCounts | undefined
  /** Runs of one number asked the same of the same; absent without counts. */
  readonly scope?: number | undefined
  /** Issues more than in the run before of the same scope; absent if there is none. */
  readonly change?: number | undefined
  /** Why it has no counts, or how its scope differs from that of the counted run before. Foreign text. */
  readonly note: string
}

export const trendKinds = ['api', 'ruleset', 'rule'] as const
export type TrendKind = (typeof trendKinds)[number]

/** The counts of one API, ruleset or rule, run by run; `undefined` where it was not part of the run or has no counts. */
export interface TrendSeries {
  readonly kind: TrendKind
  readonly name: string
  /** The ruleset of a rule. */
  readonly ruleset?: string | undefined
  readonly counts: readonly (SeverityCounts | undefined)[]
}

/** Runs in the order of time, and their counts. */
export interface Trend {
  readonly runs: readonly TrendRun[]
  readonly series: readonly TrendSeries[]
}
