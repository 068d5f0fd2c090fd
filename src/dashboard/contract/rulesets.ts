import { z } from 'zod'

const text = z.string().optional()

/** A saved ruleset. `definition` is the whole ruleset as JSON text. */
export const savedRuleset = z.looseObject({
  _id: text,
  ruleset_id: z.string(),
  org_id: text,
  name: text,
  description: text,
  active: z.boolean().optional(),
  resource_type: text,
  action: text,
  categories: z.array(z.string()).nullish(),
  definition: text,
  is_template: z.boolean().optional(),
  date_created: text,
  last_updated: text,
})

/** `GET /api/rulesets`. */
export const rulesetsPage = z.looseObject({
  rulesets: z.array(savedRuleset).nullable(),
  pages: z.int().nonnegative(),
})

/** A rule as it applies, with what the ruleset extends taken in. Without a severity it is a `warn`. */
export const appliedRule = z.looseObject({
  id: z.string(),
  description: text,
  message: text,
  severity: text,
  recommended: z.boolean().optional(),
  how_to_fix: text,
})

/** `GET /api/rulesets/{id}`. */
export const rulesetDetail = z.looseObject({
  ...savedRuleset.shape,
  applied_rules: z.array(appliedRule).nullish(),
})

export type SavedRuleset = z.infer<typeof savedRuleset>
export type RulesetsPage = z.infer<typeof rulesetsPage>
export type AppliedRule = z.infer<typeof appliedRule>
export type RulesetDetail = z.infer<typeof rulesetDetail>
