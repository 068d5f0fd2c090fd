import { z } from 'zod'

export const count = z.int().nonnegative()
export const text = z.string()

export const breakingVersions = z.object({
  from: text.optional(),
  to: text.optional(),
  refused: text.optional().describe('Why they do not allow breaking changes; absent: they do.'),
})

export const waiverUse = z
  .object({
    rule_id: text,
    api_id: text.optional(),
    ruleset_id: text.optional(),
    path: text.optional(),
    reason: text,
    owner: text,
    by_policy: z.boolean().optional(),
    expires: text.describe('Its last day, YYYY-MM-DD (UTC).'),
    matched: count.describe('How many issues it matches, even if it has expired.'),
  })
  .meta({ id: 'Waiver' })
