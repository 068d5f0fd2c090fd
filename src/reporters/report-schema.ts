/** The JSON report, version 1, as a reader may rely on it. `docs/report.schema.json` is made from it. */
import { z } from 'zod'
import { type Report, severities } from '../model.ts'

const count = z.int().nonnegative()
const text = z.string()
const position = z.int()

const counts = { error_count: count, warn_count: count, info_count: count, hint_count: count }

const excuse = z.object({
  by: z.enum(['waiver', 'baseline']),
  reason: text.optional(),
  owner: text.optional(),
  expires: text.optional().describe('The last day of a waiver, YYYY-MM-DD.'),
})

const issue = z
  .object({
    _id: text,
    org_id: text.optional(),
    api_id: text,
    ruleset_id: text,
    ruleset_name: text.optional(),
    rule_id: text,
    rule_summary: text.optional(),
    how_to_fix: text.optional(),
    message: text,
    severity: z.enum(severities),
    severity_order: z.int().optional().describe('1 error, 2 warn, 3 info, 4 hint.'),
    path: text.describe('Dot-joined path of the node.'),
    location: z
      .object({ start_line: position, start_char: position, end_line: position, end_char: position })
      .optional()
      .describe('Where the service saw it.'),
    created_at: text.optional(),
    file: text.optional().describe('The local definition; line and column are positions in it, from 1.'),
    line: z.int().positive().optional(),
    column: z.int().positive().optional(),
    excused: excuse.optional().describe('Set when the issue does not count against the policy.'),
  })
  .meta({ id: 'Issue' })

const ruleset = z
  .object({ id: text, name: text, resource_type: text, active: z.boolean(), action: text, ...counts })
  .meta({ id: 'Ruleset' })

const reason = z
  .object({
    passed: z.boolean(),
    exit_code: count,
    message: text,
    rule: text.optional().describe('The rule of the policy; absent for what was not evaluated.'),
    limit: z.number().optional(),
    count: z.number().optional(),
  })
  .meta({ id: 'Reason' })

const definition = z.object({ file: text, api_id: text.optional(), api_name: text.optional() })

const run = z.object({
  dashboard: text.describe('The address, or embedded.'),
  api_ids: z.array(text),
  definitions: z.array(definition),
  ruleset_ids: z.array(text).optional(),
  categories: z.array(text).optional(),
  requests: count,
  started: text.describe('RFC 3339.'),
  took_ms: z.number().nonnegative(),
  gov: text.describe('The version of gov.'),
})

/** Fields that a later version adds are let through, not refused: what is known keeps its meaning. */
export const reportSchema = z
  .object({
    version: z.literal(1),
    verdict: z.object({ passed: z.boolean(), exit_code: count.max(255), reasons: z.array(reason) }),
    rulesets: z.array(ruleset),
    issues: z.array(issue),
    total: count.describe('Issues found, before any cut.'),
    truncated: z.boolean(),
    ...counts,
    waived_count: count,
    baselined_count: count,
    evaluated_apis: count,
    elapsed_ms: z.number().nonnegative(),
    error: text.optional(),
    run,
    failure: z
      .object({ code: text, message: text, hint: text })
      .optional()
      .describe('Why the gate could not decide.'),
  })
  .meta({ title: 'gov report' }) satisfies z.ZodType<Report>

/** The JSON Schema of the report (draft 2020-12). */
export function reportJsonSchema(): object {
  return z.toJSONSchema(reportSchema, { io: 'input' })
}
