import { z } from 'zod'
import type { Inferred } from './inferred.ts'
import { text } from './schema-parts.ts'

/** The versions of a definition that has breaking changes, under `breaking_allowed: major`. */
export const breakingVersions = z.object({
  from: text.optional(),
  to: text.optional(),
  refused: text.optional().describe('Why they do not allow breaking changes; absent: they do.'),
})
export type BreakingVersions = Inferred<typeof breakingVersions>
