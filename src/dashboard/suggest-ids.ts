import { GovError } from '../core/model/errors.ts'
import { suggest } from '../core/text/suggest.ts'
import type { ApiMethods } from './apis.ts'
import type { RulesetMethods } from './rulesets.ts'

type Lists = Pick<ApiMethods, 'listApis'> & Pick<RulesetMethods, 'listRulesets'>

/** The error, with the nearest known id if it is about an unknown one. Ids are listed only then; where they cannot be, it stays as is. */
export async function suggestIds(
  error: unknown,
  { apis = [], rulesets = [] }: Partial<Record<'apis' | 'rulesets', readonly string[]>>,
  openLists: () => Promise<Lists>,
): Promise<unknown> {
  if (!(error instanceof GovError) || error.kind !== 'not_found') return error
  const { listApis, listRulesets } = await openLists()
  const near = [
    ...(await findNearest(apis, listApis, ({ apis: page }) =>
      page?.flatMap(({ api_definition: { api_id, id } }) => [api_id, id]),
    )),
    ...(await findNearest(rulesets, listRulesets, ({ rulesets: page }) =>
      page?.flatMap(({ ruleset_id, _id }) => [ruleset_id, _id]),
    )),
  ]
  const { kind, code, message, hint, cause } = error
  return near.length === 0 ? error : new GovError(kind, code, message, [...near, hint].join(' '), cause)
}

/** A longer list is not read for a suggestion. */
const mostPages = 20

async function findNearest<Page>(
  wanted: readonly string[],
  list: () => AsyncIterable<Page>,
  idsIn: (page: Page) => readonly (string | undefined)[] | undefined,
): Promise<readonly string[]> {
  if (wanted.length === 0) return []
  const known: string[] = []
  try {
    let pages = 0
    for await (const page of list()) {
      if (++pages > mostPages) return []
      known.push(...(idsIn(page) ?? []).flatMap((id) => id ?? []))
    }
  } catch {
    return []
  }
  return wanted.flatMap((id) => {
    const near = known.includes(id) ? undefined : suggest(id, known)
    return near === undefined ? [] : [`Did you mean ${near} instead of ${id}?`]
  })
}
