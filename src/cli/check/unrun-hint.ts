import type { Report } from '../../model/report.ts'

/** What to do where a ruleset or a category ran on no saved API: the answer tells that, and not why. */
export function unrunHint({ verdict }: Pick<Report, 'verdict'>): string | undefined {
  const isUnrun = verdict.reasons.some(({ passed, unrun }) => !passed && unrun !== undefined)
  return isUnrun
    ? 'gov ruleset list shows which rulesets are active, what they apply to, and their categories.'
    : undefined
}
