export const severities = ['error', 'warn', 'info', 'hint'] as const
export type Severity = (typeof severities)[number]

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

export function totalOf(counts: SeverityCounts): number {
  return severities.reduce((sum, severity) => sum + counts[`${severity}_count`], 0)
}
