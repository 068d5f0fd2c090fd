import { z } from 'zod'
import { count, type Inferred } from './schema.ts'

/** How many issues of each severity, before any cut. */
export const severityCounts = z.object({
  error_count: count,
  warn_count: count,
  info_count: count,
  hint_count: count,
})
export type SeverityCounts = Inferred<typeof severityCounts>
