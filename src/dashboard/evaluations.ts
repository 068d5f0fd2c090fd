import type { Selector } from '../core/model/asked.ts'
import type { Evaluation, RulesetSummary } from '../core/model/evaluation.ts'
import type { Issue } from '../core/model/issue.ts'
import { type AskOptions, exchange } from './ask.ts'
import { type AskedOf, readAnswerBody, readEvaluation } from './evaluation.ts'

/** A definition's own bytes, as they are in the file. */
export interface DefinitionUpload {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly api_id?: string | undefined
  readonly api_name?: string | undefined
}

/** Called when a 200 has arrived whole, before it is read: the next request need not wait for the reading. */
export type OnAnswer = () => Promise<void>

/** An evaluation stores nothing, so that it may be sent again. */
export function evaluationMethods(options: AskOptions) {
  const compact = createCompact()
  const post = async (
    path: string,
    contentType: string,
    body: string | Uint8Array,
    asked: AskedOf,
    onAnswer: OnAnswer = async () => {},
  ): Promise<Evaluation> => {
    const sent = { ...options.credential(), 'content-type': contentType, accept: 'application/json' }
    const refusing = { operation: 'the evaluation operation', subject: 'an id' }
    const init = { method: 'POST', headers: sent, body }
    const answer = await exchange(options, path, init, refusing)
    await onAnswer()
    // Not awaited: what a function awaits last, V8 keeps with it, and this one is old by then.
    return readAnswerBody(answer).then((body) => compact(readEvaluation(body, asked)))
  }
  return {
    /** `POST /api/evaluations/sandbox`: saved APIs. */
    evaluateApis: (apiIds: readonly string[], selector: Selector, onAnswer?: OnAnswer) => {
      const body = JSON.stringify({ api_ids: apiIds, ...selector })
      return post(
        '/api/evaluations/sandbox',
        'application/json',
        body,
        { api_ids: apiIds, selector },
        onAnswer,
      )
    },
    /** `POST /api/evaluations/sandbox/oas`: one definition that is sent along. */
    evaluateDefinition: (
      { bytes, contentType, api_id, api_name }: DefinitionUpload,
      selector: Selector,
      onAnswer?: OnAnswer,
    ) => {
      const query = Object.entries({ ...selector, api_id, api_name }).flatMap(([key, values]) =>
        [values ?? []].flat().map((value): [string, string] => [key, value]),
      )
      const path = `/api/evaluations/sandbox/oas?${new URLSearchParams(query)}`
      return post(path, contentType, bytes, { definition: api_id, selector }, onAnswer)
    },
  }
}

/** Different texts, and summaries, that are kept to be found again: enough for the rules of a run, not for all its ids. */
const mostKept = 20_000

/** Makes evaluations small for a run that holds them all: equal texts, and equal summaries of rulesets, become one, across answers. */
export function createCompact(): (evaluation: Evaluation) => Evaluation {
  const text = createPool<string>((value) => value)
  const summary = createPool<RulesetSummary>((value) => JSON.stringify(value))
  return (evaluation) => ({
    ...evaluation,
    rulesets: evaluation.rulesets.map(summary),
    issues: evaluation.issues.map((issue) => compactIssue(issue, text)),
  })
}

type Same<Value> = (value: Value) => Value

function createPool<Value>(keyOf: (value: Value) => string): Same<Value> {
  const kept = new Map<string, Value>()
  return (value) => {
    const key = keyOf(value)
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size < mostKept) kept.set(key, value)
    return value
  }
}

/** Field by field: an object made at once has no room that it does not need. */
function compactIssue(issue: Issue, text: Same<string>): Issue {
  const same = (value: string | undefined) => (value === undefined ? undefined : text(value))
  return {
    _id: issue._id,
    org_id: same(issue.org_id),
    api_id: text(issue.api_id),
    ruleset_id: text(issue.ruleset_id),
    ruleset_name: same(issue.ruleset_name),
    rule_id: text(issue.rule_id),
    rule_summary: same(issue.rule_summary),
    how_to_fix: same(issue.how_to_fix),
    message: text(issue.message),
    severity: issue.severity,
    severity_order: issue.severity_order,
    severity_change: issue.severity_change,
    path: text(issue.path),
    location: issue.location,
    created_at: same(issue.created_at),
  }
}
