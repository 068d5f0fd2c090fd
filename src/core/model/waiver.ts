import { z } from 'zod'
import { count, type Inferred, optional, text } from './schema.ts'

export const waiver = z
  .object({
    rule_id: text.describe('Exact, or a pattern in which * stands for any characters; also the four below.'),
    api_id: optional(
      text,
      "Also the file of a local definition; only that in a waiver of the trusted policy's.",
    ),
    ruleset_id: text.optional(),
    path: optional(text, 'Dot-joined keys as in the report, or a JSON Pointer, which begins with a slash.'),
    message: optional(text, 'What the issue says: one place may have several issues of a rule.'),
    reason: text,
    owner: text,
    expires: text.describe('Its last day, YYYY-MM-DD (UTC).'),
  })
  .describe('Issues that the team excuses for a time. Of the selectors that are given, each must match.')
export type Waiver = Inferred<typeof waiver>

/** A waiver and whose it is. */
export const trustedWaiver = waiver.extend({
  by_policy: optional(
    z.boolean(),
    "It is the trusted policy's: an id that the config gives to a definition does not count.",
  ),
})
export type TrustedWaiver = Inferred<typeof trustedWaiver>

export const waiverUse = trustedWaiver
  .extend({ matched: count.describe('How many issues it matches, even if it has expired.') })
  .meta({ id: 'Waiver' })
export type WaiverUse = Inferred<typeof waiverUse>
