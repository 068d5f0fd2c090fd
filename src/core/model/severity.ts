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

/** Without a list for each: there may be a million issues. */
export function countIssuesByRuleset(
  issues: readonly { readonly ruleset_id: string; readonly severity: Severity }[],
): ReadonlyMap<string, SeverityCounts> {
  const all = new Map<string, { -readonly [Key in keyof SeverityCounts]: number }>()
  for (const { ruleset_id, severity } of issues) {
    const counts = all.get(ruleset_id) ?? { ...noCounts }
    counts[`${severity}_count`] += 1
    all.set(ruleset_id, counts)
  }
  return all
}

/** More of the worst severity in which two differ comes first. */
export function compareCounts(one: SeverityCounts, other: SeverityCounts): number {
  const at = severities.find((severity) => one[`${severity}_count`] !== other[`${severity}_count`])
  return at === undefined ? 0 : other[`${at}_count`] - one[`${at}_count`]
}

export function addUpCounts(counts: SeverityCounts): number {
  return severities.reduce((sum, severity) => sum + counts[`${severity}_count`], 0)
}

export const noCounts: SeverityCounts = { error_count: 0, warn_count: 0, info_count: 0, hint_count: 0 }

/** The counts of each severity joined: added, or the higher of both. */
export function joinCounts(
  left: SeverityCounts,
  right: SeverityCounts,
  join: (left: number, right: number) => number,
): SeverityCounts {
  return {
    error_count: join(left.error_count, right.error_count),
    warn_count: join(left.warn_count, right.warn_count),
    info_count: join(left.info_count, right.info_count),
    hint_count: join(left.hint_count, right.hint_count),
  }
}

export function addNumbers(left: number, right: number): number {
  return left + right
}

export function subtract(left: number, right: number): number {
  return left - right
}

export function highestCounts(all: readonly SeverityCounts[]): SeverityCounts {
  return all.reduce((most, counts) => joinCounts(most, counts, Math.max), noCounts)
}

export function sumCounts(all: readonly SeverityCounts[]): SeverityCounts {
  return all.reduce((sum, counts) => joinCounts(sum, counts, addNumbers), noCounts)
}
