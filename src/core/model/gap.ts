/** Gaps as schemas, from which their types come. A run imports only the types, so zod is not loaded. */
import { z } from 'zod'
import { type ErrorExitCode, exitCodes } from './errors.ts'
import { count, type Inferred, optional, position, text } from './schema.ts'

const { pass: _pass, policy: _policy, ...errors } = exitCodes
export const errorExitCode = z.literal(Object.values<ErrorExitCode>(errors))

export const failure = z
  .object({
    code: text.describe('Stable from version to version.'),
    message: text,
    hint: text,
    exit_code: errorExitCode,
    place: optional(
      z.object({ file: text, line: position, column: position }),
      'The place of the mistake in a file.',
    ),
  })
  .meta({ id: 'Failure', description: 'Why the gate could not decide.' })
export type Failure = Inferred<typeof failure>

export const target = z
  .union([z.object({ file: text }), z.object({ api_id: text }), z.object({ api_count: count })])
  .meta({ id: 'Target', description: 'A local definition, one saved API, or several.' })
export type Target = Inferred<typeof target>

export const failedGap = z
  .object({ kind: z.literal('failed'), target, ruleset_id: text.optional(), error: text })
  .describe('The service reports a failure; of one ruleset where it was requested alone.')
export type FailedGap = Inferred<typeof failedGap>

export const cutGap = z
  .object({
    kind: z.literal('cut'),
    target,
    ruleset_id: text.optional(),
    listed: count,
    total: count,
    remedy: z
      .enum(['split', 'retry', 'fix'])
      .describe('What would help: smaller pieces, another try, or fewer issues.'),
  })
  .describe('A response that does not list all of its issues.')
export type CutGap = Inferred<typeof cutGap>

export const unrunRulesets = z.object({
  kind: z.literal('unrun-rulesets'),
  target,
  ruleset_ids: z.array(text),
  nothing_ran: z.boolean().describe('No other ruleset ran either.'),
  inapplicable: optional(z.literal(true), 'They have no rule for it, mostly for its OpenAPI version.'),
  overridden: optional(z.literal(true), 'They have, and their overrides leave none of them on.'),
  check: optional(text, 'The check that requested them, if the run has several.'),
})
export type UnrunRulesets = Inferred<typeof unrunRulesets>

export const unrunCategory = z.object({
  kind: z.literal('unrun-category'),
  target,
  category: text,
  check: unrunRulesets.shape.check,
})
export type UnrunCategory = Inferred<typeof unrunCategory>

export const unevaluatedApis = z.object({
  kind: z.literal('unevaluated'),
  target,
  evaluated: count,
  requested: count,
  missing: z.array(text).describe('Their ids, where the responses show which.'),
  ruleset_ids: optional(z.array(text), 'Those of the one response that says so, where others say more.'),
})

export const acceptableGap = z
  .discriminatedUnion('kind', [unrunRulesets, unrunCategory, unevaluatedApis])
  .describe('What on_unevaluated: pass accepts; what was cut or failed it does not.')
export type AcceptableGap = Inferred<typeof acceptableGap>

export const requiredGap = z
  .object({
    kind: z.literal('required'),
    policy: text,
    subject: z.enum(['API', 'definition', 'ruleset', 'category', 'ruleset file', 'workspace']),
    name: text,
    found: optional(text, 'What is there instead.'),
  })
  .describe('The policy file requires something that is not checked.')
export type RequiredGap = Inferred<typeof requiredGap>

export const dashboardGap = z
  .object({ kind: z.literal('other-dashboard'), policy: text, dashboard: text, required: text })
  .describe('The policy file requires another dashboard.')

export const unpinnedGap = z
  .object({
    kind: z.literal('unpinned'),
    policy: text,
    place: text.describe('Where the config chooses.'),
    chosen: z.enum(['dashboard', 'workspace', 'rulesets', 'engine']),
  })
  .describe('The policy file requires ids or a dashboard, and the config chooses what they stand for.')
export type UnpinnedGap = Inferred<typeof unpinnedGap>

export const shardGap = z
  .object({ kind: z.literal('shard'), index: count, total: count, failure })
  .describe('A shard that could not decide.')
export type ShardGap = Inferred<typeof shardGap>

export const unfinishedGap = z
  .object({ kind: z.literal('unfinished'), answered: count, failure })
  .describe('The run stopped there; what it had no response to yet is not known.')
export type UnfinishedGap = Inferred<typeof unfinishedGap>

export const breakingGap = z
  .object({ kind: z.literal('breaking'), name: text, commit: text.optional(), target, error: text })
  .describe('A definition that could not be compared with what it was.')
export type BreakingGap = Inferred<typeof breakingGap>

export const baseGap = z
  .object({
    kind: z.literal('base'),
    name: text,
    commit: text.optional(),
    gap: z.discriminatedUnion('kind', [failedGap, cutGap, ...acceptableGap.options]),
  })
  .describe('The base was not evaluated in full, so that it is not known which issues are new.')
export type BaseGap = Inferred<typeof baseGap>

export const ignoresGap = z
  .object({
    kind: z.literal('inline-ignores'),
    target,
    rules: z.array(text),
    place: text.describe('Where the first x-lint-ignore is: a line, or a JSON Pointer in a saved API.'),
    unread: optional(text, 'Why it is not known whether a saved API has any.'),
    is_new: optional(z.literal(true), 'The policy accepts such keys, but these are not at the base.'),
  })
  .describe('A dashboard may have dropped issues of the definition, because it asks for that.')
export type IgnoresGap = Inferred<typeof ignoresGap>

export const gap = z
  .discriminatedUnion('kind', [
    failedGap,
    cutGap,
    ...acceptableGap.options,
    ignoresGap,
    requiredGap,
    dashboardGap,
    unpinnedGap,
    shardGap,
    unfinishedGap,
    breakingGap,
    baseGap,
  ])
  .describe('Something requested that the responses do not prove was evaluated.')
export type Gap = Inferred<typeof gap>
