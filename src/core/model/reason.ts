/** Reasons as schemas, from which their types come. `outcome.ts` decides whether one holds. */
import { z } from 'zod'
import { apiSelection } from './asked.ts'
import { basePolicies } from './base.ts'
import { baselineEntry } from './baseline-entry.ts'
import { breakingLevels } from './breaking.ts'
import { acceptableGap, ignoresGap } from './gap.ts'
import { severity } from './issue.ts'
import { breakingVersions } from './run.ts'
import { count, type Inferred, optional, text } from './schema.ts'
import { severities } from './severity.ts'
import { waiverUse } from './waiver.ts'

/** The rulesets whose issues a threshold or a budget counts. */
const owner = {
  ruleset_id: optional(text, "Absent for the policy's own."),
  every_ruleset: optional(z.boolean(), 'It counts the issues of every ruleset.'),
}

export const threshold = z
  .object({
    kind: z.literal('threshold'),
    ...owner,
    level: z.enum([...severities, 'never']),
    counts: z
      .partialRecord(severity, count)
      .describe('How many issues there are of each severity that it fails on; none for never.'),
  })
  .describe('What fail_on says.')
export type Threshold = Inferred<typeof threshold>

export const budget = z.object({ kind: z.literal('budget'), ...owner, severity, limit: count, count })
export type Budget = Inferred<typeof budget>

export const advisory = z
  .object({ kind: z.literal('advisory'), ruleset_id: text, action: text, count })
  .describe('A ruleset whose action keeps its issues from gating.')

export const idle = z
  .object({ kind: z.literal('idle'), ruleset_id: text })
  .describe('An entry of the policy for a ruleset that did not run.')

export const waivedCount = z
  .object({ kind: z.literal('waived'), count })
  .describe('How many issues waivers excuse.')

export const baselinedCount = z
  .object({ kind: z.literal('baselined'), count })
  .describe('How many issues the baseline excuses.')

export const inlineIgnores = z
  .object({
    kind: z.literal('inline-ignores'),
    effect: z
      .enum(['waives', 'none', 'new'])
      .describe('It waives them; or they count, as the policy says (none) or because it is not at the base.'),
    count,
    rules: z.array(text),
  })
  .describe('Issues whose rules an x-lint-ignore of their definition names.')
export type InlineIgnores = Inferred<typeof inlineIgnores>

const ofWaiver = { kind: z.literal('waiver'), waiver: waiverUse }
const ending = {
  ...ofWaiver,
  covered: optional(count, 'How many of its issues another waiver still excuses then; absent: none.'),
}
export const waiverNotice = z
  .discriminatedUnion('problem', [
    z.object({ ...ending, problem: z.literal('expired') }),
    z.object({
      ...ending,
      problem: z.literal('too-long'),
      latest: text.describe('The last day that max_waiver_days allows.'),
    }),
    z.object({
      ...ending,
      problem: z.literal('expiring'),
      days: count.describe('How many are left after today.'),
    }),
    z.object({
      ...ofWaiver,
      problem: z.literal('ambiguous'),
      path: text.describe('It leads to several nodes.'),
      pointer: optional(text, 'To the one that an issue is at, where that is known.'),
    }),
    z.object({
      ...ofWaiver,
      problem: z.literal('unused'),
      meant: optional(z.object({ key: text, id: text }), "An id of the run that is near to the waiver's."),
    }),
  ])
  .describe('A waiver that is not simply in use.')
export type WaiverNotice = Inferred<typeof waiverNotice>

export const staleBaseline = z
  .object({
    kind: z.literal('stale-baseline'),
    strict: z.boolean().describe('--strict-baseline: they fail the run.'),
    count,
    first: baselineEntry,
    missing: optional(
      z.object({
        count,
        files: z.array(text),
        renamed: optional(
          z.array(z.object({ from: text, to: text })),
          'Those whose issues are all in one other definition, which the baseline does not have.',
        ),
      }),
      'Entries of definitions whose files do not exist: only gov baseline update --prune removes them.',
    ),
  })
  .describe('Entries of the baseline that match no issue of what was evaluated.')
export type StaleBaseline = Inferred<typeof staleBaseline>

export const acceptedGap = z
  .object({
    kind: z.literal('accepted'),
    gap: z.discriminatedUnion('kind', [...acceptableGap.options, ignoresGap]),
  })
  .describe('A gap that the policy accepts.')

export const weakerPolicy = z
  .object({ kind: z.literal('weaker-policy'), origin: text, values: z.array(text) })
  .describe('What of the policy accepts more than the defaults do.')

export const trustedPolicy = z
  .object({ kind: z.literal('trusted-policy'), file: text, ignored: z.array(text) })
  .describe('The trusted policy file, and what of the config it replaces.')

export const unmatchedRule = z.object({
  ruleset_id: text,
  rule_id: text,
  unchecked: optional(
    z.literal(true),
    'Its given matched, but a then of it got only values that its function ignores.',
  ),
  other_versions: optional(z.literal(true), 'It is for other versions of OpenAPI than any document.'),
})
export type UnmatchedRule = Inferred<typeof unmatchedRule>

export const unmatchedRules = z
  .object({
    kind: z.literal('unmatched'),
    strict: z.boolean().describe('on_unmatched: fail'),
    rules: z.array(unmatchedRule),
    whole: optional(z.array(text), 'Rulesets of which every own rule is among them.'),
    overrides: optional(z.array(text), 'Entries of overrides that concern no checked definition.'),
  })
  .describe('Rules of the embedded sandbox that matched nothing, or nothing that their function checks.')
export type UnmatchedRules = Inferred<typeof unmatchedRules>

export const turnedOff = z
  .object({ kind: z.literal('turned-off'), count, overrides: z.array(text) })
  .describe('How many issues entries of overrides turned off in parts of definitions.')

export const apiSelected = apiSelection
  .extend({ kind: z.literal('api-selection') })
  .describe('How many saved APIs the patterns and categories of the run selected.')
export type ApiSelected = Inferred<typeof apiSelected>

export const emptyShard = z.object({ kind: z.literal('empty-shard'), index: count, total: count })
export type EmptyShard = Inferred<typeof emptyShard>

export const shardAge = z
  .object({ kind: z.literal('shard-age'), hours: count })
  .describe('How long ago the oldest shard was checked, where no run says that they belong together.')
export type ShardAge = Inferred<typeof shardAge>

export const baseReason = z
  .object({
    kind: z.literal('base'),
    name: text,
    commit: text.optional(),
    policy: z.enum(basePolicies),
    new_count: count,
    known_count: count,
    fixed_count: optional(count, 'Issues of the base that are gone; absent: not known.'),
    new_definitions: z.array(text).describe('They were not there, so that all of their issues are new.'),
  })
  .describe('How many issues are new since the base, and how many were there.')
export type BaseReason = Inferred<typeof baseReason>

export const breakingReason = z
  .object({
    kind: z.literal('breaking'),
    level: optional(z.enum(breakingLevels), 'Absent or off: they were not looked for.'),
    count,
    allowed_count: count.describe('Allowed by a new major version.'),
    versions: z
      .array(breakingVersions.extend({ file: text }))
      .describe('Definitions with breaking changes, and what their versions say.'),
    off: z.array(text).describe('Rules that the policy turns off.'),
  })
  .describe('What of the change breaks clients, or that it was not looked for.')
export type BreakingReason = Inferred<typeof breakingReason>

export const reason = z
  .discriminatedUnion('kind', [
    threshold,
    budget,
    advisory,
    idle,
    waivedCount,
    inlineIgnores,
    baselinedCount,
    baseReason,
    breakingReason,
    waiverNotice,
    staleBaseline,
    acceptedGap,
    weakerPolicy,
    trustedPolicy,
    unmatchedRules,
    turnedOff,
    apiSelected,
    emptyShard,
    shardAge,
  ])
  .describe('What was looked at, and the values that decide whether it holds.')
export type Reason = Inferred<typeof reason>
