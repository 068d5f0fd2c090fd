import type { Report } from '../../model/report.ts'

/** What to do where a ruleset or a category ran on no saved API: the answer tells that, and not why. */
export function unrunHint({ outcome }: Pick<Report, 'outcome'>): string | undefined {
  const isUnrun =
    outcome.kind === 'incomplete' &&
    outcome.gaps.some(
      (gap) => (gap.kind === 'unrun-rulesets' || gap.kind === 'unrun-category') && !('file' in gap.target),
    )
  return isUnrun
    ? 'Use gov ruleset list to see which rulesets are active, what they apply to, and their categories.'
    : undefined
}
