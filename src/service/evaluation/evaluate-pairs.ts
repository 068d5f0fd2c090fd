import type { SourceDocument } from '../../document/document.ts'
import type { Checkpoint } from '../../engine/checkpoint.ts'
import { applicableRules, evaluate } from '../../engine/evaluate.ts'
import type { Origin } from '../../engine/origin.ts'
import type { EngineIssue, Ruleset } from '../../engine/rule.ts'
import { GovError } from '../../model/errors.ts'

/** One ruleset to run on one API. */
export interface Pair {
  readonly api_id: string
  readonly ruleset_id: string
  readonly rules: Ruleset
  /** Reads the definition; rejects when it cannot be read or parsed. */
  readonly document: () => Promise<SourceDocument>
  readonly origin?: Origin | undefined
}

/** What became of a pair: its issues, or why there is no result. */
export type PairResult = { readonly pair: Pair } & (
  | { readonly issues: readonly EngineIssue[] }
  | { readonly failure: string }
)

/**
 * Runs the engine on each pair, in order. A pair that fails fails alone. Between two pairs other requests
 * have their turn. Rejects with a GovError of `checkpoint`.
 */
export async function evaluatePairs(pairs: readonly Pair[], checkpoint?: Checkpoint): Promise<PairResult[]> {
  const results: PairResult[] = []
  for (const pair of pairs) {
    results.push(await evaluatePair(pair, checkpoint))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return results
}

/** Passing the pair over in silence would look like an evaluation that found nothing. */
const noRuleApplies = 'none of its rules is for this document'

async function evaluatePair(pair: Pair, checkpoint: Checkpoint | undefined): Promise<PairResult> {
  const document = await pair.document().catch((error: unknown) => ({ failure: reasonOf(error) }))
  if ('failure' in document) return { pair, failure: document.failure }
  try {
    checkpoint?.()
    if (applicableRules(document, pair.rules, pair.origin).length === 0)
      return { pair, failure: noRuleApplies }
    return { pair, issues: evaluate(document, pair.rules, pair.origin, checkpoint) }
  } catch (error) {
    if (error instanceof GovError) throw error
    return { pair, failure: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
