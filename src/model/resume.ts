import { z } from 'zod'
import { evaluationRequest } from './asked.ts'
import { count, type Inferred, text } from './schema.ts'

/** One complete answer: its issues by their places in the report, its rulesets by their ids. */
export const savedAnswer = z.object({
  request: evaluationRequest,
  ruleset_ids: z.array(text),
  issues: z.array(count).describe('Their places in issues, from 0.'),
  elapsed_ms: z.number().nonnegative(),
})
export type SavedAnswer = Inferred<typeof savedAnswer>

/**
 * What a run that stopped was answered, so that another one need not ask for it. `basis`: a digest of each thing that decides
 * the run, by its name. `seal`: over the answers and what they refer to, keyed by the credential: only someone who has that
 * can write it.
 */
export const resume = z.object({
  basis: z.record(text, text),
  answers: z.array(savedAnswer),
  seal: text,
})
export type Resume = Inferred<typeof resume>
