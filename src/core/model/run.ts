/** What was asked, of whom, and when: once, as in `gap.ts`. */
import { z } from 'zod'
import { definition, namedCheck } from './asked.ts'
import { baseRun } from './base-run.ts'
import { engineNames } from './engine-name.ts'
import { policyInForce } from './policy.ts'
import { count, type Inferred, position, text } from './schema.ts'
import { waiverUse } from './waiver.ts'

/** A run's part of a larger one. `digest` identifies the whole request: the same for each of its shards. */
export const shard = z.object({
  index: z.int().positive(),
  total: z.int().positive(),
  digest: text,
  run: text.optional().describe('The CI run, or what --run gave; absent: neither.'),
})

/** The lines of a config, from 1, by the ids of APIs. */
export const namedIn = z.object({ file: text, lines: z.record(text, position) })

/** What was asked, of whom, and when. */
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
