import { z } from 'zod'
import type { EvaluationRequest } from './asked.ts'
import { issue } from './issue.ts'
import { count, type Inferred, optional, text } from './schema.ts'
import { severityCounts } from './severity-counts.ts'

/** `action` is `none` or `warn` today; a value not known yet is kept as it is. */
const rulesetSummary = z
  .object({
    id: text,
    name: text,
    resource_type: text,
    active: z.boolean(),
    action: text,
    ...severityCounts.shape,
  })
  .meta({ id: 'Ruleset' })
export type RulesetSummary = Inferred<typeof rulesetSummary>

/**
 * The rules of a ruleset that are on and do not come with gov, by whether their `given` matched anything that their functions
 * check. Those of `unchecked` and `other_versions` are unmatched, too.
 */
const ruleMatches = z.object({
  ruleset_id: text,
  matched: z.array(text),
  unmatched: z.array(text),
  unchecked: optional(z.array(text), 'Unmatched rules that found only values that their function ignores.'),
  other_versions: optional(
    z.array(text),
    'Unmatched rules that are for other versions of OpenAPI than any document.',
  ),
  overrides: optional(
    z.object({ matched: z.array(text), unmatched: z.array(text) }),
    'Entries of overrides, by whether they concern a checked definition; only where all of them were checked.',
  ),
  turned_off: optional(
    z.array(z.object({ place: text, api_id: text, count })),
    'How many issues an entry of overrides turned off in part of a definition.',
  ),
})
export type RuleMatches = Inferred<typeof ruleMatches>

/** The service's responses, merged over all requests of a run. */
export const evaluation = z.object({
  rulesets: z.array(rulesetSummary),
  issues: z.array(issue),
  total: count.describe('Issues found, before truncation.'),
  truncated: z.boolean(),
  ...severityCounts.shape,
  evaluated_apis: count,
  elapsed_ms: z.number().nonnegative(),
  error: text.optional(),
  rule_matches: optional(
    z.array(ruleMatches),
    'Rules that do not come with gov, by whether they matched anything; of the embedded sandbox only.',
  ),
})
export type Evaluation = Inferred<typeof evaluation>

export interface InapplicableRuleset {
  readonly ruleset_id: string
  readonly api_id: string
  /** It has rules for the API, and its overrides leave none of them on. */
  readonly overridden?: true | undefined
}

/** One response of the service. */
export interface AnsweredEvaluation extends Evaluation {
  /** Rulesets, each with an API that none of its rules is for. */
  readonly inapplicable?: readonly InapplicableRuleset[] | undefined
}

/** One call and what came back. */
export interface Answer {
  readonly request: EvaluationRequest
  readonly evaluation: AnsweredEvaluation
}
