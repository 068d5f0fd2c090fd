/** What a run was compared with, once, as in `gap.ts`. */
import { z } from 'zod'
import { basePolicies } from './base.ts'
import { count, type Inferred, text } from './schema.ts'

/** The versions of a definition that has breaking changes, under `breaking_allowed: major`. */
export const breakingVersions = z.object({
  from: text.optional(),
  to: text.optional(),
  refused: text.optional().describe('Why they do not allow breaking changes; absent: they do.'),
})
export type BreakingVersions = Inferred<typeof breakingVersions>

/** A definition of the run, and what it was at the base. `unchanged`: it was not evaluated again. */
export const baseDefinition = z.object({
  file: text,
  base_file: text.optional().describe('Its file there; absent: it is new, and so are its issues.'),
  unchanged: z.literal(true).optional(),
  versions: breakingVersions
    .optional()
    .describe('Where it has breaking changes that a new major version would allow.'),
})
export type BaseDefinition = Inferred<typeof baseDefinition>

/** What a run was compared with: a commit, a local file, or the API that the dashboard holds under the same id. */
export const baseRun = z.object({
  kind: z.enum(['git', 'file', 'saved']),
  name: text.describe('The ref or file as it was passed, or saved.'),
  commit: text.optional().describe('The merge base of HEAD and the ref.'),
  policy: z.enum(basePolicies),
  fixed_count: count.optional().describe('Issues of the base that are gone; absent: not known.'),
  definitions: z.array(baseDefinition),
})
export type BaseRun = Inferred<typeof baseRun>
