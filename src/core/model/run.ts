import { z } from 'zod'
import { definition, namedCheck } from './asked.ts'
import { basePolicies } from './base.ts'
import { engineNames } from './engine-name.ts'
import { policyInForce } from './policy.ts'
import { count, type Inferred, position, text } from './schema.ts'
import { waiverUse } from './waiver.ts'

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

/** The base of a run: a commit, a local file, or the API that the dashboard holds under the same id. */
export const baseRun = z.object({
  kind: z.enum(['git', 'file', 'saved']),
  name: text.describe('The ref or file as it was passed, or saved.'),
  commit: text.optional().describe('The merge base of HEAD and the ref.'),
  policy: z.enum(basePolicies),
  fixed_count: count.optional().describe('Issues of the base that are gone; absent: not known.'),
  definitions: z.array(baseDefinition),
})
export type BaseRun = Inferred<typeof baseRun>

/** A run's part of a larger one. `digest` identifies the whole request: the same for each of its shards. */
export const shard = z.object({
  index: z.int().positive(),
  total: z.int().positive(),
  digest: text,
  run: text.optional().describe('The CI run, or what --run gave; absent: neither.'),
})

/** The lines of a config, from 1, by the ids of APIs. */
export const namedIn = z.object({ file: text, lines: z.record(text, position) })

/** The request of a run: the targets, the service and the time. */
export const run = z
  .object({
    dashboard: text.describe('The URL, or embedded.'),
    dashboard_origin: text
      .optional()
      .describe('Where it came from: a flag, a variable, or a location in the config.'),
    engine: z
      .enum(engineNames)
      .optional()
      .describe('Whose result the embedded sandbox gave; absent: the default, or a dashboard was asked.'),
    api_ids: z.array(text),
    definitions: z.array(definition),
    api_names: z
      .record(text, text)
      .optional()
      .describe('Names of the saved APIs that a pattern or a category selected.'),
    named_in: namedIn.optional().describe('Where the config names each saved API.'),
    folder: text
      .optional()
      .describe(
        'The way from the root of the repository to the folder that files are relative to; absent at the root.',
      ),
    ruleset_ids: z.array(text).optional(),
    categories: z.array(text).optional(),
    checks: z
      .array(namedCheck)
      .optional()
      .describe(
        'The checks of the config, of the whole run: which rulesets are for which APIs; absent: all for each.',
      ),
    requests: count,
    started: text.describe('RFC 3339.'),
    took_ms: z.number().nonnegative(),
    gov: text.describe('The version of gov.'),
    policy: policyInForce.optional().describe('The policy of the verdict.'),
    waivers: z.array(waiverUse).optional(),
    base: baseRun.optional().describe('What the run was compared with.'),
    shard: shard.optional().describe('The shard of a larger run; gov report merge merges the shards.'),
    ruleset_digests: z
      .record(text, text)
      .optional()
      .describe('SHA-256 of each local ruleset file, or of it and all files that it extends.'),
  })
  .meta({ id: 'Run' })
export type Run = Inferred<typeof run>
