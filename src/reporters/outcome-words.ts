import type { Report } from '../model/report.ts'

/** `gov passes`, `gov fails` or `gov checked nothing`. */
export function outcomeWords(report: Report): string {
  if (checkedNothing(report)) return 'gov checked nothing'
  return report.verdict.passed ? 'gov passes' : 'gov fails'
}

/** True for a run that is not red and has checked nothing, such as an empty part of a run: no format may call it a pass. */
export function checkedNothing({ verdict, issues, evaluated_apis, rulesets }: Report): boolean {
  return verdict.passed && issues.length === 0 && (evaluated_apis === 0 || rulesets.length === 0)
}
