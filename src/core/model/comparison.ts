import { z } from 'zod'
import { issue } from './issue.ts'
import { count, type Inferred, text } from './schema.ts'

/** The causes of a new issue. Several can hold; `unknown` stands for none that the run shows. */
export const cause = z.enum([
  'api-added',
  'ruleset-added',
  'category-changed',
  'severity-changed',
  'definition-changed',
  'ruleset-changed',
  'unknown',
])
export type Cause = Inferred<typeof cause>

/** A new issue, and why it is new as far as the two reports tell; `why` has the causes in a sentence. */
export const newIssue = z.object({ issue, causes: z.array(cause), why: text })
export type NewIssue = Inferred<typeof newIssue>

/** A run beside an earlier one. An issue whose severity changed is new, and not fixed. */
export const comparison = z.object({
  against: text.describe('When the earlier run started, RFC 3339.'),
  new_issues: z.array(newIssue),
  fixed_issues: z.array(issue),
  unchanged_count: count,
})
export type Comparison = Inferred<typeof comparison>
