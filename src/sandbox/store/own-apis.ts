import { rememberPerObject } from '../../core/model/once.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { groupBy } from '../../core/text/group-by.ts'
import type { ApiRecord, UserRecord } from './records.ts'
import type { Workspace } from './workspace.ts'

/** APIs do not change while they are served: lists of them are made once, and are the same object from then on. */
const groupByOrganisation = rememberPerObject((apis: readonly ApiRecord[]) =>
  groupBy(apis, ({ org_id }) => org_id),
)

const none: readonly ApiRecord[] = []

/** Lists the APIs of a user's organisation. */
export function listOwnApis(
  { apis }: Workspace,
  { org_id }: Pick<UserRecord, 'org_id'>,
): readonly ApiRecord[] {
  return groupByOrganisation(apis).get(org_id) ?? none
}

/** The APIs of a list by their public and internal ids. */
export const indexApis = rememberPerObject(
  (apis: readonly ApiRecord[]) => new Map(apis.flatMap((api) => [[api.id, api] as const, [api.api_id, api]])),
)

/** The APIs of a list by the names of their categories, in the order of those. */
export const groupByCategory = rememberPerObject((apis: readonly ApiRecord[]) => {
  const named = apis.flatMap(({ api_id, categories }) => categories.map((name) => ({ name, api_id })))
  const groups = [...groupBy(named, ({ name }) => name)]
  return groups.sort(([one], [other]) => compareText(one, other))
})
