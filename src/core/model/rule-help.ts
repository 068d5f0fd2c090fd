import { z } from 'zod'
import { type Inferred, text } from './schema.ts'

/** Why there is a rule, and where its ruleset says more about it. */
export const ruleHelp = z
  .object({
    ruleset_id: text,
    id: text,
    why: text.optional(),
    documentation_url: text.optional(),
  })
  .meta({ id: 'RuleHelp' })
export type RuleHelp = Inferred<typeof ruleHelp>
