import { isLive, type Quota, type RulesetRecord } from './records.ts'
import type { Store } from './store.ts'

/** A deleted ruleset keeps its ids, which stay taken, and loses its rules. */
export function toDeleted(ruleset: RulesetRecord, deleted_at = ruleset.deleted_at): RulesetRecord {
  return { ...ruleset, ...(ruleset.definition !== undefined && { definition: '{}' }), deleted_at }
}

/** Forgets the oldest of an organisation's deleted rulesets beyond the quota, but for those whose rules are in a file. */
export async function forgetDeleted({ rulesets }: Store, org_id: string, { records }: Quota): Promise<void> {
  const deleted = rulesets
    .all()
    .filter((each) => each.org_id === org_id && !isLive(each) && each.rules === undefined)
  const oldestFirst = deleted.sort(
    (one, other) => Date.parse(one.deleted_at ?? '') - Date.parse(other.deleted_at ?? ''),
  )
  const tooMany = Math.max(0, oldestFirst.length - records)
  for (const ruleset of oldestFirst.slice(0, tooMany)) await rulesets.remove(ruleset)
}
