import { applicableRules, evaluate } from '../../engine/evaluate.ts'
import type { Origin } from '../../engine/origin.ts'
import { createProgress, describeProgress } from '../../engine/progress.ts'
import type { EngineIssue, Rule, Ruleset } from '../../engine/rule.ts'
import { GovError } from '../../model/errors.ts'
import type { SourceDocument } from '../../model/source-document.ts'
import { messageOf } from '../../model/system-error.ts'
import { type TimeLimit, unlimited, withTimeLimit } from './time-limit.ts'

/** One ruleset to run on one API. */
export interface Pair {
  readonly api_id: string
  readonly ruleset_id: string
  readonly rules: Ruleset
  /** Reads the definition; rejects when it cannot be read or parsed. */
  readonly document: () => Promise<SourceDocument>
  readonly origin?: Origin | undefined
}

/** What became of a pair: its issues, why there is no result, or that none of the rules is for the document. */
export type PairResult = { readonly pair: Pair } & (
  | { readonly issues: readonly EngineIssue[] }
  | { readonly failure: string }
  | { readonly isSkipped: true }
)

/**
 * Runs the engine on each pair, in order. A pair that fails fails alone. Between two pairs other requests
 * have their turn. Rejects with a GovError of `limit`.
 */
export async function evaluatePairs(
  pairs: readonly Pair[],
  limit: TimeLimit = unlimited,
): Promise<PairResult[]> {
  const results: PairResult[] = []
  for (const pair of pairs) {
    results.push(await evaluatePair(pair, limit))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return results
}

async function evaluatePair(pair: Pair, limit: TimeLimit): Promise<PairResult> {
  const document = await pair.document().catch((error: unknown) => ({ failure: reasonOf(error) }))
  if ('failure' in document) return { pair, failure: document.failure }
  try {
    const issues = issuesOf(document, pair, limit)
    return issues === undefined ? { pair, isSkipped: true } : { pair, issues }
  } catch (error) {
    if (error instanceof GovError) throw error
    return { pair, failure: reasonOf(error) }
  }
}

/** Undefined where no rule applies. */
function issuesOf(document: SourceDocument, { rules, ruleset_id, origin }: Pair, limit: TimeLimit) {
  let applicable: readonly Rule[] = []
  const progress = createProgress()
  const work = () => {
    applicable = applicableRules(document, rules, origin)
    return applicable.length === 0 ? undefined : evaluate(document, rules, origin, { progress })
  }
  return withTimeLimit(limit, work, () => limit.exceeded(describeProgress(progress, applicable), ruleset_id))
}

/** A stack overflow is reported as what in the document causes it. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError && error.message.includes('call stack'))
    return 'the document is nested too deeply, or its references form too long a chain'
  return messageOf(error)
}
