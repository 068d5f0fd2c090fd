import type { SeverityCounts } from '../core/model/severity-counts.ts'

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

export function add(left: number, right: number): number {
  return left + right
}

export function subtract(left: number, right: number): number {
  return left - right
}

export function sumCounts(all: readonly SeverityCounts[]): SeverityCounts {
  return all.reduce((sum, counts) => joinCounts(sum, counts, add), noCounts)
}
