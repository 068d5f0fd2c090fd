import type { Comparison } from '../../core/model/comparison.ts'
import { findExitName } from '../../core/model/errors.ts'
import type { Issue } from '../../core/model/issue.ts'
import { chooseExitCode, type Outcome } from '../../core/model/outcome.ts'
import { isEvaluated, type Report } from '../../core/model/report.ts'
import { excerpt, grouped } from '../../core/text/wording.ts'
import { findFilePlace } from '../file-place.ts'
import { excuseWords } from './excuse-words.ts'

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
export function renderVerdict(report: Report): string {
  const { sentence } = verdictWords[findVerdict(report)]
  return isEvaluated(report) ? sentence : `${sentence}: ${report.outcome.failure.message}`
}

/** `FAIL` alone is the policy's word; anything else is named as in the table of exit codes. */
export function nameFailure(outcome: Outcome): string {
  const { label } = verdictWords.failed
  return outcome.kind === 'failed'
    ? label
    : `${label} (${findExitName(chooseExitCode(outcome)).replaceAll('-', ' ')})`
}

/** New issues, and fixed ones: a reviewer wants to know what a change did, and has the whole report beside it. */
const maxOfKind = 20
const longest = 160

/** `2 new, 1 fixed, 40 unchanged since 2026-11-20T10:00:00Z`; holds foreign text. */
export function describeComparedCounts(comparison: Comparison): string {
  const { new_issues, fixed_issues, unchanged_count, against } = comparison
  const [added, fixed] = [new_issues, fixed_issues].map(({ length }) => grouped(length))
  return `${added} new, ${fixed} fixed, ${grouped(unchanged_count)} unchanged since ${excerpt(against, longest)}`
}

/** The first new and fixed issues, a line of foreign text for each. */
export function listComparedLines({ new_issues, fixed_issues }: Comparison): string[] {
  return [
    ...new_issues
      .slice(0, maxOfKind)
      .map(({ issue, why }) => `new ${renderComparedLine(issue)} (${shorten(why)})`),
    ...fixed_issues.slice(0, maxOfKind).map((issue) => `fixed ${renderComparedLine(issue)}`),
  ]
}

function renderComparedLine(issue: Issue): string {
  const { severity, rule_id, path, message, excused } = issue
  const { file, line } = findFilePlace(issue)
  const place = line === undefined ? shorten(file) : `${shorten(file)}:${line}`
  const excuse = excused ? ` [${shorten(excuseWords(excused))}]` : ''
  return `${severity} ${shorten(rule_id)}, ${place} ${shorten(path) || '(root)'}: ${shorten(message)}${excuse}`
}

function shorten(text: string): string {
  return excerpt(text, longest)
}
