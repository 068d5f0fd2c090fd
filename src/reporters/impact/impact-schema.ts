import { z } from 'zod'
import { apiEffects, type Impact } from '../../model/impact.ts'
import { issue } from '../../model/issue.ts'
import { severities } from '../../model/severity.ts'

const text = z.string()
const count = z.int().nonnegative()
const flips = { newly_failing: count, newly_passing: count }
const verdict = z.enum(['passes', 'fails', 'unknown'])
const runVerdict = z.enum(['passed', 'failed', 'incomplete'])
const side = z.object({ name: text, kind: z.enum(['file', 'git', 'saved']), commit: text.optional() })
const group = z.object({ name: text.describe('Empty: of no owner or category.'), apis: count, ...flips })

const api = z.object({
  id: text.describe("A saved API's id, or a definition's file."),
  name: text.optional(),
  saved: z.boolean(),
  owners: z.array(text),
  categories: z.array(text),
  before: verdict,
  after: verdict,
  effect: z.enum(apiEffects),
  reasons: z.array(text).describe('Why it is unknown, or what of the policy it newly breaks.'),
  turned_by: z
    .array(z.object({ rule_id: text, count }))
    .describe('The rules that make it newly fail or pass, and how many issues of each.'),
  added: z.array(issue),
  removed: z.array(issue),
})

const rule = z.object({
  rule_id: text,
  change: z.enum(['added', 'removed', 'changed']).optional(),
  severity: z
    .object({ old: z.enum(severities), new: z.enum(severities) })
    .optional()
    .describe('Absent where the rule has the same severity in both.'),
  added: count,
  removed: count,
  ...flips,
})

const impact = z.object({
  version: z.literal(1),
  started: text.describe('RFC 3339.'),
  took_ms: z.number(),
  gov: text,
  dashboard: text,
  old: side,
  new: side,
  ruleset_id: text.describe('The id under which both are judged.'),
  ...flips,
  still_failing: count,
  still_passing: count,
  unknown: count,
  run: z
    .object({
      before: runVerdict,
      after: runVerdict,
      reasons: z
        .array(text)
        .describe('What the policy newly refuses of the run, such as a rule that matched nothing.'),
    })
    .describe('All APIs in one run.'),
  later: z
    .array(
      z.object({
        until: text.describe('The last day of the earlier severities.'),
        rules: z.array(z.object({ rule_id: text, severity: z.enum(severities) })),
        newly_failing: count,
        failing: z.array(text),
      }),
    )
    .describe('APIs that newly fail once severities with a date have changed.'),
  rules: z.array(rule),
  unchanged_rules: count.optional(),
  matches_nothing: z
    .literal(true)
    .optional()
    .describe("None of the new ruleset's own rules matched anything in any API."),
  apis: z.array(api),
  owners: z.array(group),
  categories: z.array(group),
}) satisfies z.ZodType<Impact>

/** The JSON Schema of what `gov ruleset impact --format json` prints (draft 2020-12). */
export function impactJsonSchema(): object {
  return z.toJSONSchema(impact.meta({ title: 'gov ruleset impact' }), { io: 'input' })
}
