import { z } from 'zod'
import { compareText } from '../text/compare-text.ts'
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

/** The order in a report, whichever issue of a rule comes first. */
export function sortRuleHelp(rules: readonly RuleHelp[]): RuleHelp[] {
  const renderKey = ({ ruleset_id, id }: RuleHelp) => JSON.stringify([ruleset_id, id])
  return rules.toSorted((one, other) => compareText(renderKey(one), renderKey(other)))
}
