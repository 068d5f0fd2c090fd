import { z } from 'zod'
import { compareText } from '../../text/compare-text.ts'
import { badRequest } from './exchange.ts'
import type { Parameter } from './route.ts'

const pageSize = 10
const maxPage = 999_999_999

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly pages: number
}

/** The page that `p` asks for, from 1; below 0 it is everything, as one page. Refuses with 400 any other text. */
export function pageOf<Item>(items: readonly Item[], query: URLSearchParams): Page<Item> {
  const asked = query.get('p') ?? '1'
  if (!/^-?\d{1,9}$/.test(asked)) throw badRequest(`p is not a whole number: ${asked}`)
  const page = Number(asked)
  if (page < 0) return { items, pages: Math.min(1, items.length) }
  const start = Math.max(0, page - 1) * pageSize
  return { items: items.slice(start, start + pageSize), pages: Math.ceil(items.length / pageSize) }
}

export const pageParameter: Parameter = {
  name: 'p',
  in: 'query',
  description: 'The page, from 1, with 10 entries; a negative number returns everything.',
  schema: () => z.int().min(-maxPage).max(maxPage),
}

export function sortedBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  direction: 1 | -1,
): readonly Item[] {
  return [...items].sort((one, other) => direction * compareText(keyOf(one), keyOf(other)))
}
