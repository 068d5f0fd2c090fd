import { GovError } from '../core/model/errors.ts'
import type { Ask, Question } from './ask.ts'

/** How many pages are asked for before they are needed. */
const ahead = 4

/**
 * The pages of a list from the first to the last, in order, as the answers come: never more than a few are held. Throws GovError,
 * unavailable, unless they are one list: each page before the last has items, none of them is on two pages, and all name
 * as many pages. `idsOf`: the identity of each item of a page.
 */
export async function* readPages<Page extends { readonly pages: number }>(
  ask: Ask,
  question: (page: number) => Question<Page>,
  idsOf: (page: Page) => readonly string[] | undefined,
): AsyncGenerator<Page> {
  const read = (page: number) => ask(question(page))
  const what = question(1).operation
  const first = await read(1)
  const { pages: last } = first
  const seen = new Set<string>()
  const check = (page: Page, number: number): Page => {
    const ids = idsOf(page) ?? []
    const twice = ids.find((id) => seen.size === seen.add(id).size)
    if (ids.length === 0 && number < last)
      throw inconsistentListError(what, `page ${number} of ${last} is empty`)
    if (page.pages !== last)
      throw inconsistentListError(what, `page 1 is one of ${last}, page ${number} of ${page.pages}`)
    if (twice !== undefined) throw inconsistentListError(what, `${twice} appears twice`)
    return page
  }
  yield check(first, 1)
  const coming: Promise<Page>[] = []
  for (let next = 2, number = 2; number <= last; number += 1) {
    while (next <= last && coming.length < ahead) {
      const asked = read(next++)
      // A failure is met when its turn comes; until then it must not end the process.
      asked.catch(() => {})
      coming.push(asked)
    }
    const page = await coming.shift()
    if (page !== undefined) yield check(page, number)
  }
}

/** What was read of a list is not all of it, or not at one time. */
export function inconsistentListError(what: string, reason: string): GovError {
  return new GovError(
    'unavailable',
    'list-inconsistent',
    `${what} is incomplete or changed while it was read: ${reason}`,
    'Run it again. If it fails again, the dashboard pages its lists wrongly.',
  )
}
