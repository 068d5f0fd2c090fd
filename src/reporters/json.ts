import type { Gap } from '../core/model/gap.ts'
import { once } from '../core/model/once.ts'
import { chooseExitCode, type Outcome } from '../core/model/outcome.ts'
import type { Reason } from '../core/model/reason.ts'
import { isEvaluated, listIssues } from '../core/model/report.ts'
import { sortKeys } from '../core/text/json.ts'
import { createChecksum, jsonText } from './json-text.ts'
import { type FieldOrder, readReportOrders } from './report-order.ts'
import type { PiecewiseReporter, Reporter } from './reporter.ts'
import { renderGap } from './words/gap-text.ts'
import { reasonText } from './words/reason-text.ts'

const orders = once(readReportOrders)

/** Puts the fields that are set into an order, however the value was built. */
function sortFields(value: unknown, order: FieldOrder): unknown {
  if (order === null) return value
  if ('each' in order) return Array.isArray(value) ? value.map((item) => sortFields(item, order.each)) : value
  const sorted: Record<string, unknown> = {}
  for (const [key, inner] of order.fields) {
    const field = Object(value)[key] ?? undefined
    if (field !== undefined) sorted[key] = sortFields(field, inner)
  }
  return sorted
}

/** The union as it is, and what is made from it: the exit code, and a sentence for each gap and reason. */
function describeOutcome(outcome: Outcome): object {
  const { kind } = outcome
  const head = { kind, exit_code: chooseExitCode(outcome) }
  if ('failure' in outcome) return { ...head, failure: outcome.failure }
  return {
    ...head,
    ...('gaps' in outcome && { gaps: outcome.gaps.map(describeGap) }),
    ...('broken' in outcome && { broken: outcome.broken.map(describeReason) }),
    held: outcome.held.map(describeReason),
  }
}

interface Worded {
  readonly kind: string
  readonly message?: unknown
}

function addMessage({ kind, message: _old, ...values }: Worded, message: string): object {
  return { kind, message, ...Object(sortKeys(values)) }
}

function describeGap(gap: Gap): object {
  const words = addMessage(gap, renderGap(gap))
  return gap.kind === 'base' ? { ...words, gap: addMessage(gap.gap, renderGap(gap.gap)) } : words
}

function describeReason(reason: Reason): object {
  return reason.kind === 'accepted'
    ? { ...addMessage(reason, reasonText(reason)), gap: addMessage(reason.gap, renderGap(reason.gap)) }
    : addMessage(reason, reasonText(reason))
}

/** The whole report for programs: every issue and every character of it, keys in one order, two spaces, one newline at the end. */
export const json: Reporter = (report, view) => [...jsonPieces(report, view)].join('')

/** A line break is in JSON only between its values, so that this can be no text of the report. */
const noIssues = '\n  "issues": []'

/** `json` in pieces of about `pieceLength`: of 100,000 issues it is 80 MB, and more than a text can hold of a million. */
export const jsonPieces: PiecewiseReporter = function* (report) {
  const issues = listIssues(report)
  const order = isEvaluated(report) ? orders().evaluated : orders().undecided
  const head = jsonText(
    sortFields({ ...report, issues: [], outcome: describeOutcome(report.outcome) }, order),
    2,
  )
  const [before = '', after] = head.slice(0, -'\n}'.length).split(noIssues)
  const checksum = createChecksum()
  checksum.add(head)
  let piece = after === undefined ? before : `${before}\n  "issues": [`
  for (const [index, each] of issues.entries()) {
    const text = jsonText(sortFields(each, orders().issue), 2)
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
