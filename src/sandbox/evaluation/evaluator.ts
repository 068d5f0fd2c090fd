import type { AnsweredEvaluation, RulesetSummary } from '../../core/model/evaluation.ts'
import { toPointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import { joinMatches } from '../../core/model/join-matches.ts'
import type { Location } from '../../core/model/location.ts'
import { countIssues, severities } from '../../core/model/severity.ts'
import { findSeverityOnDay } from '../../core/model/severity-change.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { contentId } from '../../core/text/digest.ts'
import type { SandboxLimits } from '../../dashboard/contract/evaluation.ts'
import type { EngineIssue } from '../../engine/rule.ts'
import type { RulesetRecord } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { createCompiler, type RulesetDialect } from './compile-ruleset.ts'
import { type EvaluatedPair, evaluatePairs, type PairResult } from './evaluate-pairs.ts'
import type { TimeLimit } from './limits.ts'

export interface EvaluatedSubject extends Pick<EvaluatedPair, 'api_id' | 'document' | 'origin'> {
  readonly resource_type: RulesetRecord['resource_type']
}

interface EvaluationInput {
  readonly org_id: string
  readonly subjects: readonly EvaluatedSubject[]
  readonly rulesets: readonly RulesetRecord[]
}

export interface EvaluatorOptions extends RulesetDialect {
  readonly limits: SandboxLimits
  readonly now: () => Date
  /** The day of the run that is served, YYYY-MM-DD (UTC); absent: that of each evaluation. */
  readonly day?: string | undefined
  /** Answers list the rules whose `given` matched something, and those whose `given` did not. */
  readonly showsMatches?: boolean | undefined
  /** How long an evaluation may take; absent: as long as it takes. */
  readonly timeLimit?: TimeLimit | undefined
}

/** Runs each ruleset on the subjects of its type; one that fits none is left out. Refuses with 400 rules that cannot be compiled. */
export function createEvaluator(workspace: Workspace, options: EvaluatorOptions) {
  const { limits, now, day, timeLimit, showsMatches } = options
  const compile = createCompiler(workspace, chooseDialect(workspace, options))
  return async ({ org_id, subjects, rulesets }: EvaluationInput): Promise<AnsweredEvaluation> => {
    const fitting = rulesets.filter((ruleset) => subjects.some((subject) => hasSameType(ruleset, subject)))
    const pairs: EvaluatedPair[] = []
    for (const ruleset of fitting) pairs.push(...createPairs(ruleset, await compile(ruleset), subjects))
    const started = now()
    const results = await evaluatePairs(pairs, timeLimit)
    return answer({
      rulesets: fitting,
      results,
      org_id,
      created_at: started.toISOString(),
      day: day ?? started.toISOString().slice(0, 10),
      elapsed_ms: Math.max(0, now().getTime() - started.getTime()),
      issueLimit: limits.issues,
      showsMatches,
    })
  }
}

/** The engine of the options, or else that of the workspace. */
export function chooseDialect({ settings }: Workspace, options: EvaluatorOptions): RulesetDialect {
  const { functions, keptText, memories, warn, engine = settings.engine } = options
  return { functions, keptText, memories, warn, engine }
}

function createPairs(
  ruleset: RulesetRecord,
  rules: EvaluatedPair['rules'],
  subjects: readonly EvaluatedSubject[],
): EvaluatedPair[] {
  const { ruleset_id } = ruleset
  const own = subjects.filter((subject) => hasSameType(ruleset, subject))
  return own.map(({ api_id, document, origin }) => ({ api_id, ruleset_id, rules, document, origin }))
}

function hasSameType({ resource_type }: RulesetRecord, subject: EvaluatedSubject): boolean {
  return resource_type === subject.resource_type
}

interface AnswerInput {
  /** The rulesets that were to run, in the order of the answer; one that ran on nothing is left out of it. */
  readonly rulesets: readonly RulesetRecord[]
  readonly results: readonly PairResult[]
  readonly org_id: string
  readonly created_at: string
  /** The day of the run, YYYY-MM-DD (UTC), by which severities change. */
  readonly day: string
  readonly elapsed_ms: number
  readonly issueLimit: number
  readonly showsMatches?: boolean | undefined
}

/** The answer of an evaluation; counts are of issues before the cut. `error`: a pair failed. `inapplicable`: no rule for an API. */
export function answer(input: AnswerInput): AnsweredEvaluation {
  const { rulesets: wanted, results, elapsed_ms, issueLimit, showsMatches = false, ...run } = input
  const ran = new Set(results.flatMap((result) => ('isSkipped' in result ? [] : [result.pair.ruleset_id])))
  const rulesets = wanted.filter(({ ruleset_id }) => ran.has(ruleset_id))
  const rows = results.flatMap((result) => createRows(result, rulesets, run)).sort(compareRows)
  const failures = results.flatMap(({ pair: { ruleset_id, api_id }, ...result }) =>
    'failure' in result && result.failure !== undefined
      ? [{ ruleset_id, text: `ruleset ${ruleset_id} on api ${api_id}: ${result.failure}` }]
      : [],
  )
  const failed = new Set(failures.map(({ ruleset_id }) => ruleset_id))
  const inapplicable = results.flatMap(({ pair: { ruleset_id, api_id }, ...result }) =>
    'isSkipped' in result
      ? [{ ruleset_id, api_id, ...(result.overridden && { overridden: result.overridden }) }]
      : [],
  )
  const evaluated = new Set(results.flatMap((result) => ('issues' in result ? [result.pair.api_id] : [])))
  const issues = rows.slice(0, issueLimit)
  identify(issues, new Set(results.map(({ pair }) => pair.origin?.name)))
  return {
    rulesets: rulesets.map((ruleset) =>
      summarizeRuleset(ruleset, failed.has(ruleset.ruleset_id) ? [] : rows),
    ),
    issues,
    total: rows.length,
    truncated: rows.length > issueLimit,
    ...countIssues(rows),
    evaluated_apis: evaluated.size,
    elapsed_ms,
    ...(failures.length > 0 && { error: failures.map(({ text }) => text).join('; ') }),
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
  run: Pick<AnswerInput, 'org_id' | 'created_at' | 'day'>,
): IssueRow[] {
  if (!('issues' in result)) return []
  const { api_id, ruleset_id, origin } = result.pair
  const ruleset_name = rulesets.find((ruleset) => ruleset.ruleset_id === ruleset_id)?.name ?? ruleset_id
  const from = { api_id, ruleset_id, ruleset_name, file: origin?.name, ...run }
  return result.issues.map((issue) => issueRow(issue, from))
}

/** A ruleset that failed on any API counts as zero for the run: its `rows` are then to be given as none. */
function summarizeRuleset(ruleset: RulesetRecord, rows: readonly IssueRow[]): RulesetSummary {
  const { ruleset_id, name, resource_type, active, action } = ruleset
  const own = rows.filter((row) => row.ruleset_id === ruleset_id)
  return { id: ruleset_id, name, resource_type, active, action, ...countIssues(own) }
}

interface RowOrigin extends Pick<AnswerInput, 'org_id' | 'created_at' | 'day'> {
  readonly api_id: string
  readonly ruleset_id: string
  readonly ruleset_name: string
  /** The file of the definition itself, where that is known. */
  readonly file?: string | undefined
}

/** An issue; its identity is empty until `identify`. `file` and the like are set where the file of the definition is known. */
interface IssueRow extends Issue {
  _id: string
  readonly location: Location
  readonly severity_order: number
}

/** Field by field: there may be a million rows, and an object that grows takes more room and time. */
function issueRow(
  { rule, message, path, location, file, key, first }: EngineIssue,
  { file: own, day, api_id, ruleset_id, ruleset_name, org_id, created_at }: RowOrigin,
): IssueRow {
  const severity = findSeverityOnDay(rule, day)
  const { dated } = rule
  const start = own === undefined ? undefined : key
  const hasDot = path.some((step) => typeof step === 'string' && step.includes('.'))
  return {
    _id: '',
    api_id,
    ruleset_id,
    ruleset_name,
    org_id,
    created_at,
    file: file ?? own,
    line: start?.start_line,
    column: start?.start_char,
    first_place:
      own !== undefined && first
        ? { file: first.file ?? own, line: first.location.start_line, column: first.location.start_char }
        : undefined,
    pointer: own !== undefined && hasDot ? toPointer(path) : undefined,
    rule_id: rule.id,
    rule_summary: rule.description,
    how_to_fix: rule.howToFix,
    message,
    severity,
    severity_order: severities.indexOf(severity) + 1,
    severity_change: dated && day <= dated.until ? dated : undefined,
    path: path.join('.'),
    location,
  }
}

/** Orders by severity, then by location, then by API, so that what is cut off at the end is never worse than what is kept. */
function compareRows(one: IssueRow, other: IssueRow): number {
  return (
    one.severity_order - other.severity_order ||
    one.location.start_line - other.location.start_line ||
    one.location.start_char - other.location.start_char ||
    compareText(one.api_id, other.api_id) ||
    compareText(one.file ?? '', other.file ?? '') ||
    compareText(one.rule_id, other.rule_id) ||
    compareText(one.path, other.path) ||
    compareText(one.ruleset_id, other.ruleset_id) ||
    compareText(one.message, other.message)
  )
}

/**
 * Gives rows their identities: 16 hexadecimal characters of what the issue is about, so that it keeps its
 * identity from run to run and from line to line. Rows that are about the same thing are told apart by their
 * turn, hence `rows` must be sorted, and be the first ones of the run. The file counts only when it is none of
 * `definitions`: a definition's issues are the same wherever it is evaluated.
 */
function identify(rows: readonly IssueRow[], definitions: ReadonlySet<string | undefined>): void {
  const turns = new Map<string, number>()
  for (const row of rows) {
    const { api_id, ruleset_id, rule_id, path, message } = row
    const parts = [api_id, ruleset_id, rule_id, path, message]
    if (!definitions.has(row.file)) parts.push(row.file ?? '')
    const about = parts.join('\0')
    const turn = turns.get(about) ?? 0
    turns.set(about, turn + 1)
    row._id = contentId(turn === 0 ? parts : [...parts, String(turn)], 16)
  }
}
