import { z } from 'zod'
import { definition, namedCheck } from './asked.ts'
import { basePolicies } from './base.ts'
import { engineNames } from './engine-name.ts'
import { policyInForce } from './policy.ts'
import { count, type Inferred, optional, position, text } from './schema.ts'
import { waiverUse } from './waiver.ts'

/** The versions of a definition that has breaking changes, under `breaking_allowed: major`. */
export const breakingVersions = z.object({
  from: text.optional(),
  to: text.optional(),
  refused: optional(text, 'Why they do not allow breaking changes; absent: they do.'),
})
export type BreakingVersions = Inferred<typeof breakingVersions>

/** A definition of the run, and what it was at the base. `unchanged`: it was not evaluated again. */
export const baseDefinition = z.object({
  file: text,
  base_file: optional(text, 'Its file there; absent: it is new, and so are its issues.'),
  unchanged: z.literal(true).optional(),
  versions: optional(breakingVersions, 'Where it has breaking changes that a new major version would allow.'),
})
export type BaseDefinition = Inferred<typeof baseDefinition>

/** The base of a run: a commit, a local file, or the API that the dashboard holds under the same id. */
export const baseRun = z.object({
  kind: z.enum(['git', 'file', 'saved']),
  name: text.describe('The ref or file as it was passed, or saved.'),
  commit: optional(text, 'The merge base of HEAD and the ref.'),
  policy: z.enum(basePolicies),
  fixed_count: optional(count, 'Issues of the base that are gone; absent: not known.'),
  definitions: z.array(baseDefinition),
})
export type BaseRun = Inferred<typeof baseRun>

/** A run's part of a larger one. `digest` identifies the whole request: the same for each of its shards. */
export const shard = z.object({
  index: z.int().positive(),
  total: z.int().positive(),
  digest: text,
  run: optional(text, 'The CI run, or what --run gave; absent: neither.'),
})

/** The lines of a config, from 1, by the ids of APIs. */
export const namedIn = z.object({ file: text, lines: z.record(text, position) })

/** The request of a run: the targets, the service and the time. */
export const run = z
  .object({
    dashboard: text.describe('The URL, or embedded.'),
    dashboard_origin: optional(text, 'Where it came from: a flag, a variable, or a location in the config.'),
    engine: optional(
      z.enum(engineNames),
      'Whose result the embedded sandbox gave; absent: the default, or a dashboard was asked.',
    ),
    api_ids: z.array(text),
    definitions: z.array(definition),
    api_names: optional(
      z.record(text, text),
      'Names of the saved APIs that a pattern or a category selected.',
    ),
    named_in: optional(namedIn, 'Where the config names each saved API.'),
    folder: optional(
      text,
      'The way from the root of the repository to the folder that files are relative to; absent at the root.',
    ),
    ruleset_ids: z.array(text).optional(),
    categories: z.array(text).optional(),
    checks: optional(
      z.array(namedCheck),
      'The checks of the config, of the whole run: which rulesets are for which APIs; absent: all for each.',
    ),
    requests: count,
    started: text.describe('RFC 3339.'),
    took_ms: z.number().nonnegative(),
    gov: text.describe('The version of gov.'),
    policy: optional(policyInForce, 'The policy of the verdict.'),
    waivers: z.array(waiverUse).optional(),
    base: optional(baseRun, 'What the run was compared with.'),
    shard: optional(shard, 'The shard of a larger run; gov report merge merges the shards.'),
    ruleset_digests: optional(
      z.record(text, text),
      'SHA-256 of each local ruleset file, or of it and all files that it extends.',
    ),
  })
  .meta({ id: 'Run' })
export type Run = Inferred<typeof run>
