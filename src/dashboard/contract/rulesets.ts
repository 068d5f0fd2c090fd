import { z } from 'zod'
import { once } from '../../core/model/once.ts'

const text = once(() => z.string().optional())

/** A saved ruleset. `definition` is the whole ruleset as JSON text. */
export const savedRuleset = once(() =>
  z.looseObject({
    _id: text(),
    ruleset_id: z.string(),
    org_id: text(),
    name: text(),
    description: text(),
    active: z.boolean().optional(),
    resource_type: text(),
    action: text(),
    categories: z.array(z.string()).nullish(),
    definition: text(),
    is_template: z.boolean().optional(),
    date_created: text(),
    last_updated: text(),
  }),
)

/** `GET /api/rulesets`. */
export const rulesetsPage = once(() =>
  z.looseObject({
    rulesets: z.array(savedRuleset()).nullable(),
    pages: z.int().nonnegative(),
  }),
)

/** A rule as it applies, with what the ruleset extends taken in. Without a severity it is a `warn`. */
export const appliedRule = once(() =>
  z.looseObject({
    id: z.string(),
    description: text(),
    message: text(),
    severity: text(),
    recommended: z.boolean().optional(),
    how_to_fix: text(),
  }),
)

/** `GET /api/rulesets/{id}`. */
export const rulesetDetail = once(() =>
  z.looseObject({
    ...savedRuleset().shape,
    applied_rules: z.array(appliedRule()).nullish(),
  }),
)

/** `POST /api/rulesets` and `PUT /api/rulesets/{id}`. `definition` is the whole ruleset as JSON text. */
export const rulesetRequest = once(() =>
  z.looseObject({
    name: z.string().min(1, 'is empty'),
    definition: z.string().min(1, 'is empty'),
    /** Fixed when the ruleset is created; ignored later. */
    ruleset_id: text(),
    description: text(),
    active: z.boolean().optional(),
    resource_type: text(),
    action: text(),
    categories: z.array(z.string()).nullish(),
  }),
)

/** The answer to a new ruleset: `Meta` is its internal id. */
export const rulesetCreated = once(() =>
  z.looseObject({ Status: z.string(), Message: z.string(), Meta: z.string().min(1) }),
)

/** `DELETE /api/rulesets/{id}`. */
export const rulesetDeleted = once(() =>
  z.looseObject({ Status: z.string(), Message: z.string(), Meta: z.unknown() }),
)

export type RulesetRequest = z.infer<ReturnType<typeof rulesetRequest>>
export type SavedRuleset = z.infer<ReturnType<typeof savedRuleset>>
export type AppliedRule = z.infer<ReturnType<typeof appliedRule>>
export type RulesetDetail = z.infer<ReturnType<typeof rulesetDetail>>
