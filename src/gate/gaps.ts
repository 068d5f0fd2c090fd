import type { Answer } from './merge.ts'
import type { EvaluationRequest } from './plan.ts'

/** Something that was asked for and that an answer does not show to be done. */
export interface Gap {
  /** `unevaluated` can be accepted by policy; what was cut or failed cannot. */
  readonly kind: 'cut' | 'failed' | 'unevaluated'
  readonly message: string
}

/** What keeps one answer from being a complete evaluation of its request; empty when it is one. */
export function findGaps({ request, evaluation }: Answer): Gap[] {
  const about = describeTarget(request)
  const gaps: Gap[] = []
  if (evaluation.error !== undefined) {
    gaps.push({
      kind: 'failed',
      message: `the evaluation of ${about} failed in part: ${evaluation.error}`,
    })
  }
  if (evaluation.truncated) {
    const shown = evaluation.issues.length
    gaps.push({
      kind: 'cut',
      message: `the answer for ${about} was cut: ${shown} of ${evaluation.total} issues came back; check fewer APIs or rulesets at once`,
    })
  }
  const unrun = rulesetsNotRun(request, evaluation.rulesets)
  if (unrun !== undefined) gaps.push({ kind: 'unevaluated', message: `${unrun} on ${about}` })
  const asked = request.kind === 'apis' ? request.api_ids.length : 1
  if (evaluation.evaluated_apis < asked && evaluation.rulesets.length > 0) {
    gaps.push({
      kind: 'unevaluated',
      message: `${evaluation.evaluated_apis} of the ${asked} APIs asked for were evaluated (${about})`,
    })
  }
  return gaps
}

function rulesetsNotRun(
  request: EvaluationRequest,
  ran: readonly { readonly id: string }[],
): string | undefined {
  if ('categories' in request.selector) {
    return ran.length > 0 ? undefined : `no ruleset of category ${request.selector.categories.join(', ')} ran`
  }
  const ids = new Set(ran.map((ruleset) => ruleset.id))
  const missing = request.selector.ruleset_ids.filter((id) => !ids.has(id))
  if (missing.length === 0) return undefined
  return missing.length === request.selector.ruleset_ids.length
    ? `no ruleset ran (asked for: ${missing.join(', ')})`
    : `ruleset ${missing.join(', ')} did not run`
}

function describeTarget(request: EvaluationRequest): string {
  if (request.kind === 'definition') return request.definition.file
  const [first] = request.api_ids
  return request.api_ids.length === 1 ? `API ${first}` : `${request.api_ids.length} APIs`
}
