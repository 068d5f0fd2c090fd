import { z } from 'zod'

const mostItems = 200

/** An argument: how many items the pages of an answer have. */
export function pageSize(items: string) {
  const range = `must be a whole number from 1 to ${mostItems}`
  return z
    .int(range)
    .min(1, range)
    .max(mostItems, range)
    .optional()
    .describe(`${items} on a page. Default: as many as fit into 4 KB.`)
}
