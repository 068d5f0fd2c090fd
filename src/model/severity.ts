export const severities = ['error', 'warn', 'info', 'hint'] as const
export type Severity = (typeof severities)[number]

/** A severity that holds until a day, YYYY-MM-DD (UTC), and the one that follows it. */
export interface SeverityChange {
  /** The last day of the earlier one, as of a waiver. */
  readonly until: string
  readonly to: Severity
}

/** The severity of a rule on a day, YYYY-MM-DD (UTC). */
export function severityOn(
  { severity, dated }: { readonly severity: Severity; readonly dated?: SeverityChange | undefined },
  day: string,
): Severity {
  return dated !== undefined && day > dated.until ? dated.to : severity
}

/** An issue was found under a severity that has changed by this day. */
export function isOutdated(
  { severity_change: change }: { readonly severity_change?: SeverityChange | undefined },
  day: string,
): boolean {
  return change !== undefined && day > change.until
}

/** `error after 2027-01-31`. */
export function changeWords({ until, to }: SeverityChange): string {
  return `${to} after ${until}`
}

/** `level` and whatever is worse. */
export function upTo(level: Severity): readonly Severity[] {
  return severities.slice(0, severities.indexOf(level) + 1)
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

/** More of the worst severity in which two differ comes first. */
export function compareCounts(one: SeverityCounts, other: SeverityCounts): number {
  const at = severities.find((each) => one[`${each}_count`] !== other[`${each}_count`])
  return at === undefined ? 0 : other[`${at}_count`] - one[`${at}_count`]
}

export function totalOf(counts: SeverityCounts): number {
  return severities.reduce((sum, severity) => sum + counts[`${severity}_count`], 0)
}
