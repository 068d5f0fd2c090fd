import type { DashboardClient } from '../../dashboard/client.ts'
import { GovError, survivable, usageError } from '../../model/errors.ts'
import { fold } from '../../text/fold.ts'
import { suggestAll } from '../../text/suggest.ts'

const mostListed = 10

/**
 * A sentence for each of these categories that the dashboard does not have, with those that are near. The dashboard
 * itself takes such a one for a category without entries. Nothing, where the categories cannot be looked up.
 */
export async function unknownCategories(
  wanted: readonly string[],
  { listApiCategories }: Pick<DashboardClient, 'listApiCategories'>,
): Promise<readonly string[]> {
  if (wanted.length === 0) return []
  const answer = await listApiCategories().catch(survivable)
  if (answer instanceof GovError) return []
  const known = (answer.categories ?? []).map(({ name }) => name)
  const folded = new Set(known.map(fold))
  return wanted.filter((name) => !folded.has(fold(name))).map((name) => sentence(name, known))
}

/** Throws GovError, usage: a dashboard takes an empty name for no filter at all. */
export function requireCategoryNames(names: readonly string[]): void {
  if (names.every((name) => name.trim() !== '')) return
  throw usageError('flag-invalid', '--category is empty', 'Name a category; gov api categories lists them.')
}

/** The wanted categories that no listed entry has. */
export function unmetCategories(
  wanted: readonly string[] = [],
  found: Iterable<readonly string[] | null | undefined>,
): readonly string[] {
  const met = new Set([...found].flatMap((names) => names ?? []).map(fold))
  return wanted.filter((name) => !met.has(fold(name)))
}

function sentence(name: string, known: readonly string[]): string {
  const near = suggestAll(name, known, 3)
  const all = known.slice(0, mostListed).join(', ') + (known.length > mostListed ? ', …' : '')
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `the categories are: ${all || 'none'}`
  return `The dashboard has no category ${name}; ${hint}`
}
