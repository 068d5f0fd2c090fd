/** Which saved APIs patterns and categories selected, once, as in `gap.ts`. */
import { z } from 'zod'
import { count, type Inferred, text } from './schema.ts'

export const leftOutApi = z.object({
  api_id: text,
  name: text,
  resource_type: text.describe('classic, or a type that none of the rulesets is for.'),
})
export type LeftOutApi = Inferred<typeof leftOutApi>

export const apiSelection = z.object({
  patterns: z.array(text),
  categories: z.array(text),
  listed: count.describe('How many APIs the dashboard listed.'),
  matched: count,
  left_out: z.array(leftOutApi).describe('They match and cannot be checked.'),
})
export type ApiSelection = Inferred<typeof apiSelection>
