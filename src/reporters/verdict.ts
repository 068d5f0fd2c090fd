import { findExitName } from '../core/model/errors.ts'
import { chooseExitCode, type Outcome } from '../core/model/outcome.ts'
import { isEvaluated, type Report } from '../core/model/report.ts'

/** `empty`: the run is not red and has checked nothing, such as an empty shard. No format may call it a pass. */
export type Verdict = 'passed' | 'failed' | 'empty' | 'undecided'

interface VerdictWords {
  /** In capitals, at the start of a line. */
  readonly label: string
  /** On a page of its own. */
  readonly title: string
  /** A short sentence of a log. */
  readonly sentence: string
  readonly mark: '✅' | '❌' | '⚪'
}

export const verdictWords: Readonly<Record<Verdict, VerdictWords>> = {
  passed: { label: 'PASS', title: 'Pass', sentence: 'gov passes', mark: '✅' },
  failed: { label: 'FAIL', title: 'Fail', sentence: 'gov fails', mark: '❌' },
  empty: { label: 'EMPTY', title: 'Nothing checked', sentence: 'gov checked nothing', mark: '⚪' },
  undecided: { label: 'FAIL', title: 'Not decided', sentence: 'gov could not decide', mark: '❌' },
}

export function findVerdict(report: Report): Verdict {
  if (!isEvaluated(report)) return 'undecided'
  if (report.outcome.kind !== 'passed') return 'failed'
  const { issues, evaluated_apis, rulesets } = report
  return issues.length === 0 && (evaluated_apis === 0 || rulesets.length === 0) ? 'empty' : 'passed'
}

/** `gov passes`, or why it could not decide. */
export function verdictSentence(report: Report): string {
  const { sentence } = verdictWords[findVerdict(report)]
  return isEvaluated(report) ? sentence : `${sentence}: ${report.outcome.failure.message}`
}

/** `FAIL` alone is the policy's word; anything else is named as in the table of exit codes. */
export function failureLabel(outcome: Outcome): string {
  const { label } = verdictWords.failed
  return outcome.kind === 'failed'
    ? label
    : `${label} (${findExitName(chooseExitCode(outcome)).replaceAll('-', ' ')})`
}
