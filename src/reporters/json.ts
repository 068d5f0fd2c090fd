import type { Definition } from '../model/asked.ts'
import type { Comparison, NewIssue } from '../model/compare/comparison.ts'
import type { RulesetSummary } from '../model/evaluation.ts'
import type { Failure } from '../model/failure.ts'
import type { Gap } from '../model/gap.ts'
import type { Excuse, Issue, SeverityChange } from '../model/issue.ts'
import type { Location } from '../model/location.ts'
import { exitCodeOf, type Outcome } from '../model/outcome.ts'
import type { Reason } from '../model/reason.ts'
import { isRecord } from '../model/record.ts'
import { type EvaluatedReport, isEvaluated, issuesOf, type UndecidedReport } from '../model/report.ts'
import type { Run } from '../model/run.ts'
import { createChecksum } from './checksum.ts'
import { gapText } from './gap-text.ts'
import { jsonText } from './json-text.ts'
import { reasonText } from './reason-text.ts'
import type { PiecewiseReporter, Reporter } from './reporter.ts'

/** Turns one value of a field into what is printed; `keep` prints it as it is. */
type Shape<T> = { readonly [Key in keyof Required<T>]: (value: NonNullable<T[Key]>) => unknown }

/** The fields of `shape` that are set, in the order of `shape`: one order however the value was built. */
function ordered<T extends object>(shape: Shape<T>): (value: T) => object {
  const keys = Object.keys(shape).filter((key): key is keyof T & string => key in shape)
  return (value) =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const field = value[key]
        return field === undefined || field === null ? [] : [[key, shape[key](field)]]
      }),
    )
}

function keep(value: unknown): unknown {
  return value
}

function each<T>(one: (value: T) => unknown): (values: readonly T[]) => unknown[] {
  return (values) => values.map(one)
}

const counts = { error_count: keep, warn_count: keep, info_count: keep, hint_count: keep }

const location = ordered<Location>({ start_line: keep, start_char: keep, end_line: keep, end_char: keep })

const issue = ordered<Issue>({
  _id: keep,
  org_id: keep,
  api_id: keep,
  ruleset_id: keep,
  ruleset_name: keep,
  rule_id: keep,
  rule_summary: keep,
  how_to_fix: keep,
  message: keep,
  severity: keep,
  severity_order: keep,
  severity_change: ordered<SeverityChange>({ until: keep, to: keep }),
  path: keep,
  pointer: keep,
  ambiguous: keep,
  location,
  created_at: keep,
  file: keep,
  definition: keep,
  line: keep,
  column: keep,
  known: keep,
  ignored_at: keep,
  excused: ordered<Excuse>({ by: keep, reason: keep, owner: keep, expires: keep }),
})

const ruleset = ordered<RulesetSummary>({
  id: keep,
  name: keep,
  resource_type: keep,
  active: keep,
  action: keep,
  ...counts,
})

const failure = ordered<Failure>({ code: keep, message: keep, hint: keep, exit_code: keep })

/** The union as it is, and what is made from it: the exit code, and a sentence for each gap and reason. */
function outcome(value: Outcome): object {
  const { kind, ...rest } = value
  const head = { kind, exit_code: exitCodeOf(value) }
  return 'failure' in rest
    ? { ...head, failure: failure(rest.failure) }
    : {
        ...head,
        ...('gaps' in rest && { gaps: rest.gaps.map(wordedGap) }),
        ...('broken' in rest && { broken: rest.broken.map(wordedReason) }),
        held: rest.held.map(wordedReason),
      }
}

function worded({ kind, ...values }: { readonly kind: string }, message: string): object {
  const inOrder = Object.entries(values).filter(([key]) => key !== 'message')
  return {
    kind,
    message,
    ...Object.fromEntries(inOrder.sort(byKey).map(([key, value]) => [key, sorted(value)])),
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(byKey)
      .map(([key, each]) => [key, sorted(each)]),
  )
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1
}

function wordedGap(gap: Gap): object {
  const words = worded(gap, gapText(gap))
  return gap.kind === 'base' ? { ...words, gap: worded(gap.gap, gapText(gap.gap)) } : words
}

function wordedReason(reason: Reason): object {
  return reason.kind === 'accepted'
    ? { ...worded(reason, reasonText(reason)), gap: worded(reason.gap, gapText(reason.gap)) }
    : worded(reason, reasonText(reason))
}

const definition = ordered<Definition>({
  file: keep,
  api_id: keep,
  api_name: keep,
  digest: keep,
  bundled: keep,
  ignores: keep,
})

const run = ordered<Run>({
  dashboard: keep,
  dashboard_origin: keep,
  engine: keep,
  api_ids: keep,
  definitions: each(definition),
  named_in: keep,
  folder: keep,
  ruleset_ids: keep,
  categories: keep,
  requests: keep,
  started: keep,
  took_ms: keep,
  gov: keep,
  policy: keep,
  waivers: keep,
  base: keep,
  shard: keep,
  ruleset_digests: keep,
})

const newIssue = ordered<NewIssue>({ issue, causes: keep, why: keep })

const comparison = ordered<Comparison>({
  against: keep,
  new_issues: each(newIssue),
  fixed_issues: each(issue),
  unchanged_count: keep,
})

const undecided = ordered<UndecidedReport>({ version: keep, outcome, run })

const evaluated = ordered<EvaluatedReport>({
  version: keep,
  outcome,
  rulesets: each(ruleset),
  issues: each(issue),
  total: keep,
  truncated: keep,
  ...counts,
  waived_count: keep,
  baselined_count: keep,
  known_count: keep,
  evaluated_apis: keep,
  elapsed_ms: keep,
  error: keep,
  rule_matches: keep,
  comparison,
  run,
})

/** The whole report for programs: every issue and every character of it, keys in one order, two spaces, one newline at the end. */
export const json: Reporter = (report, view) => [...jsonPieces(report, view)].join('')

/** A line break is in JSON only between its values, so that this can be no text of the report. */
const noIssues = '\n  "issues": []'

/** `json` in pieces of about `pieceLength`: of 100,000 issues it is 80 MB, and more than a text can hold of a million. */
export const jsonPieces: PiecewiseReporter = function* (report) {
  const issues = issuesOf(report)
  const head = jsonText(isEvaluated(report) ? evaluated({ ...report, issues: [] }) : undecided(report), 2)
  const [before = '', after] = head.slice(0, -'\n}'.length).split(noIssues)
  const checksum = createChecksum()
  checksum.add(head)
  let piece = after === undefined ? before : `${before}\n  "issues": [`
  for (const [index, each] of issues.entries()) {
    const text = jsonText(issue(each), 2)
    checksum.add(text)
    piece += `${index === 0 ? '' : ','}\n    ${text.replaceAll('\n', '\n    ')}`
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  const end = after === undefined ? '' : `${issues.length === 0 ? '' : '\n  '}]${after}`
  yield `${piece}${end},\n  "checksum": "${checksum.end()}"\n}\n`
}

const pieceLength = 64 * 1024
