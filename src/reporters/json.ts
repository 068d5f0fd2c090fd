import type { Definition } from '../model/asked.ts'
import type { Comparison, NewIssue } from '../model/comparison.ts'
import type { RulesetSummary } from '../model/evaluation.ts'
import type { Excuse, Issue } from '../model/issue.ts'
import type { Location } from '../model/location.ts'
import type { Failure, Reason, Verdict } from '../model/outcome.ts'
import type { Report } from '../model/report.ts'
import type { Run } from '../model/run.ts'
import { jsonText } from './json-text.ts'
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
  path: keep,
  location,
  created_at: keep,
  file: keep,
  line: keep,
  column: keep,
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

const reason = ordered<Reason>({
  passed: keep,
  exit_code: keep,
  message: keep,
  rule: keep,
  limit: keep,
  count: keep,
  unrun: keep,
})
const verdict = ordered<Verdict>({ passed: keep, exit_code: keep, reasons: each(reason) })
const definition = ordered<Definition>({ file: keep, api_id: keep, api_name: keep, digest: keep })
const failure = ordered<Failure>({ code: keep, message: keep, hint: keep })

const run = ordered<Run>({
  dashboard: keep,
  dashboard_origin: keep,
  api_ids: keep,
  definitions: each(definition),
  ruleset_ids: keep,
  categories: keep,
  requests: keep,
  started: keep,
  took_ms: keep,
  gov: keep,
  policy: keep,
  waivers: keep,
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

const document = ordered<Report>({
  version: keep,
  verdict,
  rulesets: each(ruleset),
  issues: each(issue),
  total: keep,
  truncated: keep,
  ...counts,
  waived_count: keep,
  baselined_count: keep,
  evaluated_apis: keep,
  elapsed_ms: keep,
  error: keep,
  comparison,
  run,
  failure,
})

/** The whole report for programs: every issue and every character of it, keys in one order, two spaces, one newline at the end. */
export const json: Reporter = (report, view) => [...jsonPieces(report, view)].join('')

/** A line break stands in JSON only between its values, so that this can be no text of the report. */
const noIssues = '\n  "issues": []'

/** `json` in pieces of about `pieceLength`: of 100,000 issues it is 80 MB, and more than a text can hold of a million. */
export const jsonPieces: PiecewiseReporter = function* (report) {
  const [before = '', after = ''] = `${jsonText(document({ ...report, issues: [] }), 2)}\n`.split(noIssues)
  let piece = `${before}\n  "issues": [`
  for (const [index, each] of report.issues.entries()) {
    const text = jsonText(issue(each), 2).replaceAll('\n', '\n    ')
    piece += `${index === 0 ? '' : ','}\n    ${text}`
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield `${piece}${report.issues.length === 0 ? '' : '\n  '}]${after}`
}

const pieceLength = 64 * 1024
