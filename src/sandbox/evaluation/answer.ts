import type { AnsweredEvaluation, RulesetSummary } from '../../core/model/evaluation.ts'
import { joinMatches } from '../../core/model/join-matches.ts'
import { countIssues } from '../../core/model/severity.ts'
import type { RulesetRecord } from '../store/records.ts'
import type { PairResult } from './evaluate-pairs.ts'
import { compareRows, type IssueRow, identify, issueRow } from './issue-rows.ts'

export interface AnswerInput {
  /** The rulesets that were to run, in the order of the answer; one that ran on nothing is left out of it. */
  readonly rulesets: readonly RulesetRecord[]
  readonly results: readonly PairResult[]
  readonly org_id: string
  readonly created_at: string
  readonly day: string
  readonly elapsed_ms: number
  readonly issueLimit: number
  readonly showsMatches?: boolean | undefined
}

/**
 * The answer of an evaluation. Every count is of the issues before the cut; `error` is there only if a pair failed, and
 * `inapplicable` only if a ruleset has no rule for an API.
 */
export function answer(input: AnswerInput): AnsweredEvaluation {
  const { rulesets: wanted, results, elapsed_ms, issueLimit, showsMatches = false, ...run } = input
  const ran = new Set(results.flatMap((result) => ('isSkipped' in result ? [] : [result.pair.ruleset_id])))
  const rulesets = wanted.filter(({ ruleset_id }) => ran.has(ruleset_id))
  const rows = results.flatMap((result) => createRows(result, rulesets, run)).sort(compareRows)
  const failures = results.flatMap(({ pair, ...result }) =>
    'failure' in result && result.failure !== undefined ? [{ pair, failure: result.failure }] : [],
  )
  const failed = new Set(failures.map(({ pair }) => pair.ruleset_id))
  const inapplicable = results.flatMap(({ pair: { ruleset_id, api_id }, ...result }) =>
    'isSkipped' in result ? [{ ruleset_id, api_id }] : [],
  )
  const evaluated = new Set(results.flatMap((result) => ('issues' in result ? [result.pair.api_id] : [])))
  const issues = rows.slice(0, issueLimit)
  identify(issues, new Set(results.map(({ pair }) => pair.origin?.name)))
  return {
    rulesets: rulesets.map((ruleset) => summary(ruleset, failed.has(ruleset.ruleset_id) ? [] : rows)),
    issues,
    total: rows.length,
    truncated: rows.length > issueLimit,
    ...countIssues(rows),
    evaluated_apis: evaluated.size,
    elapsed_ms,
    ...(failures.length > 0 && { error: failures.map(failureText).join('; ') }),
    ...(inapplicable.length > 0 && { inapplicable }),
    ...(showsMatches && { rule_matches: rulesets.map(({ ruleset_id }) => ruleMatches(ruleset_id, results)) }),
  }
}

/** A rule matched if it did in one of the documents. */
function ruleMatches(ruleset_id: string, results: readonly PairResult[]) {
  const own = results.filter(({ pair }) => pair.ruleset_id === ruleset_id)
  const found = own.flatMap((result) => ('issues' in result && result.matches ? [result.matches] : []))
  return { ruleset_id, ...joinMatches(found) }
}

function createRows(
  result: PairResult,
  rulesets: readonly RulesetRecord[],
  run: { org_id: string; created_at: string; day: string },
): IssueRow[] {
  if (!('issues' in result)) return []
  const { api_id, ruleset_id, origin } = result.pair
  const ruleset_name = rulesets.find((ruleset) => ruleset.ruleset_id === ruleset_id)?.name ?? ruleset_id
  const from = { api_id, ruleset_id, ruleset_name, file: origin?.name, ...run }
  return result.issues.map((issue) => issueRow(issue, from))
}

/** A ruleset that failed on any API counts as zero for the run: its `rows` are then to be given as none. */
function summary(ruleset: RulesetRecord, rows: readonly IssueRow[]): RulesetSummary {
  const { ruleset_id, name, resource_type, active, action } = ruleset
  const own = rows.filter((row) => row.ruleset_id === ruleset_id)
  return { id: ruleset_id, name, resource_type, active, action, ...countIssues(own) }
}

function failureText({ pair, failure }: Pick<PairResult, 'pair'> & { failure: string }): string {
  return `ruleset ${pair.ruleset_id} on api ${pair.api_id}: ${failure}`
}
