import { z } from 'zod'
import { basePolicies } from '../model/base.ts'
import { breakingLevels } from '../model/breaking.ts'
import { type ErrorExitCode, exitCodes } from '../model/errors.ts'
import type { Gap } from '../model/gap.ts'
import { exitCodeOf, type Outcome } from '../model/outcome.ts'
import { holds, type Reason } from '../model/reason.ts'
import { severities } from '../model/severity.ts'
import { breakingVersions, count, text, waiverUse } from './report-parts.ts'

const { pass, policy, ...errors } = exitCodes
const errorExitCode = z.literal(Object.values<ErrorExitCode>(errors))

const failure = z
  .object({
    code: text.describe('Stable from version to version.'),
    message: text,
    hint: text,
    exit_code: errorExitCode,
  })
  .meta({ id: 'Failure', description: 'Why the gate could not decide.' })

/** A gap or a reason: its values decide, and `message` says the same for people. */
function worded<Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) {
  return z.object({ kind: z.literal(kind), message: text.describe('Made from the values.'), ...shape })
}

const target = z
  .union([z.object({ file: text }), z.object({ api_id: text }), z.object({ api_count: count })])
  .meta({ id: 'Target', description: 'A local definition, one saved API, or several.' })

const acceptableGaps = [
  worded('unrun-rulesets', {
    target,
    ruleset_ids: z.array(text),
    nothing_ran: z.boolean(),
    inapplicable: z.literal(true).optional().describe('They have no rule for the OpenAPI version.'),
  }),
  worded('unrun-category', { target, category: text }),
  worded('unevaluated', { target, evaluated: count, requested: count, missing: z.array(text) }),
] as const

const ignoresGap = worded('inline-ignores', {
  target,
  rules: z.array(text),
  place: text.describe('Where the first x-lint-ignore is: a line, or a JSON Pointer in a saved API.'),
  unread: text.optional().describe('Why it is not known whether a saved API has any.'),
  is_new: z.literal(true).optional().describe('The policy accepts such keys, but these are not at the base.'),
})

const partialGaps = [
  worded('failed', { target, ruleset_id: text.optional(), error: text }),
  worded('cut', {
    target,
    ruleset_id: text.optional(),
    listed: count,
    total: count,
    remedy: z.enum(['split', 'retry', 'fix']),
  }),
] as const

const gap = z
  .discriminatedUnion('kind', [
    ...partialGaps,
    ...acceptableGaps,
    ignoresGap,
    worded('required', {
      policy: text,
      subject: z.enum(['API', 'definition', 'ruleset', 'category', 'ruleset file', 'workspace']),
      name: text,
      found: text.optional().describe('What is there instead.'),
    }),
    worded('other-dashboard', { policy: text, dashboard: text, required: text }),
    worded('unpinned', {
      policy: text,
      place: text,
      chosen: z.enum(['dashboard', 'workspace', 'rulesets', 'engine']),
    }),
    worded('shard', { index: count, total: count, failure }),
    worded('unfinished', { answered: count, failure }),
    worded('breaking', { name: text, commit: text.optional(), target, error: text }),
    worded('base', {
      name: text,
      commit: text.optional(),
      gap: z.discriminatedUnion('kind', [...partialGaps, ...acceptableGaps]),
    }),
  ])
  .meta({ id: 'Gap', description: 'Something requested that the answers do not prove was evaluated.' })

const severity = z.enum(severities)
const subject = z.union([z.object({ api_id: text }), z.object({ file: text })])
const issueKey = z.object({
  part: text.optional(),
  ruleset_id: text,
  rule_id: text,
  path: text,
  pointer: text.optional(),
  message: text,
  _id: text,
})

const waiver = { waiver: waiverUse }
const waiverNotice = z.discriminatedUnion('problem', [
  worded('waiver', { problem: z.literal('expired'), ...waiver }),
  worded('waiver', { problem: z.literal('too-long'), ...waiver, latest: text }),
  worded('waiver', { problem: z.literal('expiring'), ...waiver, days: count }),
  worded('waiver', {
    problem: z.literal('ambiguous'),
    ...waiver,
    path: text,
    pointer: text.optional(),
  }),
  worded('waiver', {
    problem: z.literal('unused'),
    ...waiver,
    meant: z.object({ key: text, id: text }).optional(),
  }),
])

const reason = z
  .discriminatedUnion('kind', [
    worded('threshold', {
      ruleset_id: text.optional().describe("Absent for the policy's own."),
      every_ruleset: z.boolean().optional().describe('It counts the issues of every ruleset.'),
      level: z.enum([...severities, 'never']),
      counts: z.partialRecord(severity, count).describe('Of each severity that it fails on.'),
    }),
    worded('budget', {
      ruleset_id: text.optional(),
      every_ruleset: z.boolean().optional(),
      severity,
      limit: count,
      count,
    }),
    worded('advisory', { ruleset_id: text, action: text, count }),
    worded('idle', { ruleset_id: text }).describe('An entry of the policy for a ruleset that did not run.'),
    worded('waived', { count }),
    worded('inline-ignores', {
      effect: z
        .enum(['waives', 'none', 'new'])
        .describe(
          'It waives them; or they count, as the policy says (none) or because it is not at the base.',
        ),
      count,
      rules: z.array(text),
    }).describe('Issues whose rules an x-lint-ignore of their definition names.'),
    worded('baselined', { count }),
    worded('base', {
      name: text,
      commit: text.optional(),
      policy: z.enum(basePolicies),
      new_count: count,
      known_count: count,
      fixed_count: count.optional().describe('Issues of the base that are gone; absent: not known.'),
      new_definitions: z.array(text).describe('They were not there, so that all of their issues are new.'),
    }),
    worded('breaking', {
      level: z.enum(breakingLevels).optional().describe('Absent or off: they were not looked for.'),
      count,
      allowed_count: count,
      versions: z.array(breakingVersions.extend({ file: text })),
      off: z.array(text).describe('Rules that the policy turns off.'),
    }),
    waiverNotice,
    worded('stale-baseline', { strict: z.boolean(), count, first: subject.and(issueKey) }),
    worded('accepted', { gap: z.discriminatedUnion('kind', [...acceptableGaps, ignoresGap]) }),
    worded('weaker-policy', { origin: text, values: z.array(text) }),
    worded('trusted-policy', { file: text, ignored: z.array(text) }),
    worded('unmatched', {
      strict: z.boolean(),
      rules: z.array(z.object({ ruleset_id: text, rule_id: text, unchecked: z.literal(true).optional() })),
      whole: z.array(text).optional().describe('Rulesets of which every own rule is among them.'),
    }).describe(
      'Rules of the embedded sandbox that matched nothing, or (unchecked) only values that their function ignores.',
    ),
    worded('empty-shard', { index: count, total: count }),
  ])
  .meta({ id: 'Reason', description: 'What was looked at, and the values that decide whether it holds.' })

const held = z.array(reason).refine((all) => all.every(holds), 'one does not hold')

function areBroken(all: readonly Reason[]): boolean {
  return !all.some(holds)
}

/** One or more. */
function some<Schema extends z.ZodType>(schema: Schema) {
  return z.tuple([schema], schema)
}

function derived(outcome: Outcome & { readonly exit_code: number }): boolean {
  return outcome.exit_code === exitCodeOf(outcome)
}

const notDerived = { error: 'is not the exit code of the outcome', path: ['exit_code'] }

const passed = z.object({ kind: z.literal('passed'), exit_code: z.literal(pass), held })
const failed = z.object({
  kind: z.literal('failed'),
  exit_code: z.literal(policy),
  broken: some(reason).refine(areBroken, 'one holds'),
  held,
})
const incomplete = z
  .object({
    kind: z.literal('incomplete'),
    exit_code: errorExitCode,
    gaps: some(gap),
    broken: z.array(reason).refine(areBroken, 'one holds'),
    held,
  })
  .refine(derived, notDerived)

/** `exit_code` follows from the rest, and is refused when it does not. */
export const decision = z.discriminatedUnion('kind', [passed, failed, incomplete])

export const undecided = z
  .object({ kind: z.literal('undecided'), exit_code: errorExitCode, failure })
  .refine(derived, notDerived)

gap satisfies z.ZodType<Gap>
reason satisfies z.ZodType<Reason>
