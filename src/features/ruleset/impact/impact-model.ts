/** The impact of a ruleset, once, as in `gap.ts`. */
import { z } from 'zod'
import { issue, severity } from '../../../core/model/issue.ts'
import { count, type Inferred, text } from '../../../core/model/schema.ts'

/** Verdict of the policy on one API alone; unknown if it was not evaluated in full. */
const apiVerdict = z.enum(['passes', 'fails', 'unknown'])
export type ApiVerdict = Inferred<typeof apiVerdict>

const apiEffect = z.enum(['newly-fails', 'newly-passes', 'still-fails', 'still-passes', 'unknown'])
export type ApiEffect = Inferred<typeof apiEffect>

const runVerdict = z.enum(['passed', 'failed', 'incomplete'])

const flips = { newly_failing: count, newly_passing: count }

const ruleCount = z.object({ rule_id: text, count })
export type RuleCount = Inferred<typeof ruleCount>

const impactApi = z.object({
  id: text.describe("A saved API's id, or a definition's file."),
  name: text.optional(),
  saved: z.boolean(),
  owners: z.array(text),
  categories: z.array(text),
  before: apiVerdict,
  after: apiVerdict,
  effect: apiEffect,
  reasons: z.array(text).describe('Why it is unknown, or what of the policy it newly breaks.'),
  turned_by: z
    .array(ruleCount)
    .describe('The rules that make it newly fail or pass, and how many issues of each.'),
  // Issues of a rule with another severity are in both.
  added: z.array(issue),
  removed: z.array(issue),
})
export type ImpactApi = Inferred<typeof impactApi>

const ruleChange = z.enum(['added', 'removed', 'changed'])
export type ImpactRuleChange = Inferred<typeof ruleChange>

const impactRule = z.object({
  rule_id: text,
  // Absent where the rules themselves were not compared, because a dashboard has them.
  change: ruleChange.optional(),
  severity: z
    .object({ old: severity, new: severity })
    .optional()
    .describe('Absent where the rule has the same severity in both.'),
  added: count,
  removed: count,
  ...flips,
})
export type ImpactRule = Inferred<typeof impactRule>

/** An owner or a category. An API of several counts for each. */
const impactGroup = z.object({
  name: text.describe('Empty: of no owner or category.'),
  apis: count,
  ...flips,
})
export type ImpactGroup = Inferred<typeof impactGroup>

/** `failing`: APIs that pass until then and fail after it, other than with the old ruleset. */
const laterImpact = z.object({
  until: text.describe('The last day of the earlier severities.'),
  rules: z.array(z.object({ rule_id: text, severity })),
  newly_failing: count,
  failing: z.array(text),
})
export type LaterImpact = Inferred<typeof laterImpact>

/** `name` is what the caller wrote. */
const impactSide = z.object({ name: text, kind: z.enum(['file', 'git', 'saved']), commit: text.optional() })
export type ImpactSide = Inferred<typeof impactSide>

/** Result of replacing one ruleset. `docs/impact.schema.json` is generated from it. */
export const impact = z.object({
  version: z.literal(1),
  started: text.describe('RFC 3339.'),
  took_ms: z.number(),
  gov: text,
  dashboard: text,
  old: impactSide,
  new: impactSide,
  ruleset_id: text.describe('The id under which both are judged.'),
  ...flips,
  still_failing: count,
  still_passing: count,
  unknown: count,
  not_applicable: z
    .array(z.object({ id: text, name: text.optional(), resource_type: text }))
    .describe(
      'APIs of a type that the ruleset is not for, or without an OpenAPI definition: it changes nothing for them.',
    ),
  run: z
    .object({
      before: runVerdict,
      after: runVerdict,
      reasons: z
        .array(text)
        .describe('What the policy newly refuses of the run, such as a rule that matched nothing.'),
    })
    .describe('All APIs in one run.'),
  later: z.array(laterImpact).describe('APIs that newly fail once severities with a date have changed.'),
  rules: z.array(impactRule),
  unchanged_rules: count.optional(),
  matches_nothing: z
    .literal(true)
    .optional()
    .describe("None of the new ruleset's own rules matched anything in any API."),
  apis: z.array(impactApi),
  owners: z.array(impactGroup),
  categories: z.array(impactGroup),
})
export type Impact = Inferred<typeof impact>
