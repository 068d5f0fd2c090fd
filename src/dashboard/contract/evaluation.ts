/** The evaluation contract on the wire, for client and sandbox. Unknown fields are ignored; what the verdict rests on is required. */
import { z } from 'zod'
import { once } from '../../core/model/once.ts'
import { severities } from '../../core/model/severity.ts'
import { naturalNumber } from './fields.ts'

/** The service's limits. The operation's text and its schema disagree on categories (20 and 10). */
export const serviceLimits = {
  apis: 10,
  rulesets: 20,
  categories: 20,
  issues: 1000,
  bodyBytes: 5 * 1024 * 1024,
} as const

/** The limits of one evaluation, request and response; Infinity is no limit. */
export type SandboxLimits = Readonly<Record<keyof typeof serviceLimits, number>>

const severityCounts = () => ({
  error_count: naturalNumber(),
  warn_count: naturalNumber(),
  info_count: naturalNumber(),
  hint_count: naturalNumber(),
})

export const lintViolationLocation = once(() =>
  z.object({
    start_line: z.int(),
    start_char: z.int(),
    end_line: z.int(),
    end_char: z.int(),
  }),
)

export const lintViolation = once(() =>
  z.object({
    _id: z.string().min(1),
    org_id: z.string().optional(),
    api_id: z.string(),
    ruleset_id: z.string(),
    ruleset_name: z.string().optional(),
    rule_id: z.string(),
    rule_summary: z.string().optional(),
    how_to_fix: z.string().optional(),
    message: z.string(),
    severity: z.enum(severities),
    severity_order: z.int().optional(),
    /** Only the sandbox sends it: the severity that the rule will have after a day. */
    severity_change: z.object({ until: z.string(), to: z.enum(severities) }).optional(),
    path: z.string(),
    location: lintViolationLocation().optional(),
    created_at: z.string().optional(),
  }),
)

export const sandboxRulesetSummary = once(() =>
  z.object({
    id: z.string().min(1),
    name: z.string(),
    resource_type: z.string(),
    active: z.boolean(),
    action: z.string(),
    ...severityCounts(),
  }),
)

/** A ruleset, and an API that none of its rules is for, or that its overrides leave none on for. Only the sandbox sends it. */
const inapplicablePair = once(() =>
  z.object({ ruleset_id: z.string(), api_id: z.string(), overridden: z.literal(true).optional() }),
)

export const sandboxEvaluationResponse = once(() =>
  z.object({
    rulesets: z.array(sandboxRulesetSummary()),
    issues: z.array(lintViolation()),
    total: naturalNumber(),
    truncated: z.boolean(),
    ...severityCounts(),
    evaluated_apis: naturalNumber(),
    elapsed_ms: z.number(),
    error: z.string().nullish(),
    inapplicable: z.array(inapplicablePair()).optional(),
  }),
)

/** `POST /api/evaluations/sandbox`. Exactly one of the two selectors; `apis` was removed and is refused. */
export const sandboxEvaluationRequest = once(() =>
  z.object({
    api_ids: z.array(z.string()).optional(),
    ruleset_ids: z.array(z.string()).optional(),
    categories: z.array(z.string()).optional(),
  }),
)

/** The body of every answer that is not a result, on the dashboard and admin side. */
export const apiResponse = once(() =>
  z.object({
    ID: z.string().optional(),
    Message: z.string(),
    Meta: z.unknown().optional(),
    Status: z.string(),
  }),
)

export type SandboxEvaluationResponse = z.infer<ReturnType<typeof sandboxEvaluationResponse>>
export type ApiResponse = z.infer<ReturnType<typeof apiResponse>>
