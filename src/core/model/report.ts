import { compareText } from '../text/compare-text.ts'
import type { Comparison } from './comparison.ts'
import type { Evaluation } from './evaluation.ts'
import type { Issue, RuleHelp } from './issue.ts'
import type { Decision, Undecided } from './outcome.ts'
import type { Run } from './run.ts'

/** A run that was evaluated, if not completely: everything a reader of it may want, complete. */
export interface EvaluatedReport extends Evaluation {
  readonly version: 1
  readonly outcome: Decision
  readonly run: Run
  /** Issues that a waiver or the baseline excuses; they are in `issues` and in the counts, and do not gate. */
  readonly waived_count: number
  readonly baselined_count: number
  /** Issues that were there at the base, whether they count or not; absent without a base. */
  readonly known_count?: number | undefined
  /** Rules that have issues, where more is known of them than the issues say. */
  readonly rules?: readonly RuleHelp[] | undefined
  readonly comparison?: Comparison | undefined
}

/** A run that ended before there was anything to decide over. */
export interface UndecidedReport {
  readonly version: 1
  readonly outcome: Undecided
  readonly run: Run
}

/** The JSON report. */
export type Report = EvaluatedReport | UndecidedReport

export function isEvaluated(report: Report): report is EvaluatedReport {
  return report.outcome.kind !== 'undecided'
}

export function listIssues(report: Report): readonly Issue[] {
  return isEvaluated(report) ? report.issues : []
}

/** The parts of a report that comparing two runs needs. */
export type ComparedReport = Pick<EvaluatedReport, 'rulesets' | 'issues' | 'run'>

/** The order of `rules` in a report, whichever issue of a rule comes first. */
export function sortRuleHelp(rules: readonly RuleHelp[]): RuleHelp[] {
  const renderKey = ({ ruleset_id, id }: RuleHelp) => JSON.stringify([ruleset_id, id])
  return rules.toSorted((one, other) => compareText(renderKey(one), renderKey(other)))
}
