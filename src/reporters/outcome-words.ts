import { type EvaluatedReport, isEvaluated, type Report } from '../model/report.ts'
import { excusedWords } from './excuse.ts'
import { countList } from './wording.ts'

/** `gov passes`, `gov fails`, `gov checked nothing`, or why it could not decide. */
export function outcomeWords(report: Report): string {
  if (!isEvaluated(report)) return `gov could not decide: ${report.outcome.failure.message}`
  if (checkedNothing(report)) return 'gov checked nothing'
  return report.outcome.kind === 'passed' ? 'gov passes' : 'gov fails'
}

/** True for a run that is not red and has checked nothing, such as an empty shard: no format may call it a pass. */
export function checkedNothing({ outcome, issues, evaluated_apis, rulesets }: EvaluatedReport): boolean {
  return outcome.kind === 'passed' && issues.length === 0 && (evaluated_apis === 0 || rulesets.length === 0)
}

/** What is not listed may not have been asked for: the run, or a shard of it, ended before its end. */
export function isCutShort({ outcome }: Report): boolean {
  return outcome.kind === 'incomplete' && outcome.gaps.some((gap) => 'failure' in gap)
}

/** `2 errors, 1 warning, 0 info, 0 hints, 1 waived`. */
export function countsText(report: EvaluatedReport): string {
  const words = [countList(report, 'all'), excusedWords(report)]
  return words.filter((each) => each !== '').join(', ')
}
