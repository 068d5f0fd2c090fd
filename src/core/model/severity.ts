import type { SeverityCounts } from './severity-counts.ts'

export const severities = ['error', 'warn', 'info', 'hint'] as const
export type Severity = (typeof severities)[number]

/** `level` and whatever is worse. */
export function listAtLeast(level: Severity): readonly Severity[] {
  return severities.slice(0, severities.indexOf(level) + 1)
}

export function countIssues(issues: readonly { readonly severity: Severity }[]): SeverityCounts {
  const counts = { error_count: 0, warn_count: 0, info_count: 0, hint_count: 0 }
  for (const { severity } of issues) counts[`${severity}_count`] += 1
  return counts
}

/** More of the worst severity in which two differ comes first. */
export function compareCounts(one: SeverityCounts, other: SeverityCounts): number {
  const at = severities.find((severity) => one[`${severity}_count`] !== other[`${severity}_count`])
  return at === undefined ? 0 : other[`${at}_count`] - one[`${at}_count`]
}

export function addUpCounts(counts: SeverityCounts): number {
  return severities.reduce((sum, severity) => sum + counts[`${severity}_count`], 0)
}
