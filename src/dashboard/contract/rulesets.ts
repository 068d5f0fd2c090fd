import { z } from 'zod'
import { once } from '../../core/model/once.ts'
import { createEnvelope, naturalNumber, optionalText, recordName } from './fields.ts'

/** A saved ruleset. `definition` is the whole ruleset as JSON text. */
export const savedRuleset = once(() =>
  z.looseObject({
    _id: optionalText(),
    ruleset_id: recordName(),
    org_id: optionalText(),
    name: optionalText(),
    description: optionalText(),
    active: z.boolean().optional(),
    resource_type: optionalText(),
    action: optionalText(),
    categories: z.array(z.string()).nullish(),
    definition: optionalText(),
    is_template: z.boolean().optional(),
    date_created: optionalText(),
    last_updated: optionalText(),
  }),
)

/** `GET /api/rulesets`. */
export const rulesetsPage = once(() =>
  z.looseObject({ rulesets: z.array(savedRuleset()).nullable(), pages: naturalNumber() }),
)

/** A rule as it applies, with what the ruleset extends taken in. Without a severity it is a `warn`. */
export const appliedRule = once(() =>
  z.looseObject({
    id: z.string(),
    description: optionalText(),
    message: optionalText(),
    severity: optionalText(),
    recommended: z.boolean().optional(),
    how_to_fix: optionalText(),
  }),
)

/** `GET /api/rulesets/{id}`. */
export const rulesetDetail = once(() =>
  z.looseObject({ ...savedRuleset().shape, applied_rules: z.array(appliedRule()).nullish() }),
)

/** `POST /api/rulesets` and `PUT /api/rulesets/{id}`. `definition` is the whole ruleset as JSON text. */
export const rulesetRequest = once(() =>
  z.looseObject({
    name: z.string().min(1, 'is empty'),
    definition: z.string().min(1, 'is empty'),
    /** Fixed when the ruleset is created; ignored later. */
    ruleset_id: optionalText(),
    description: optionalText(),
    active: z.boolean().optional(),
    resource_type: optionalText(),
    action: optionalText(),
    categories: z.array(z.string()).nullish(),
  }),
)

/** The answer to a new ruleset: `Meta` is its internal id. */
export const rulesetCreated = once(() => createEnvelope(z.string().min(1)))

/** `DELETE /api/rulesets/{id}`. */
export const rulesetDeleted = once(() => createEnvelope(z.unknown()))

export type RulesetRequest = z.infer<ReturnType<typeof rulesetRequest>>
export type SavedRuleset = z.infer<ReturnType<typeof savedRuleset>>
export type AppliedRule = z.infer<ReturnType<typeof appliedRule>>
export type RulesetDetail = z.infer<ReturnType<typeof rulesetDetail>>
