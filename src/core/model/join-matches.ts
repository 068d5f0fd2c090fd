import type { RuleMatches } from './evaluation.ts'

type DocumentMatches = Omit<RuleMatches, 'ruleset_id'>

/** Over several documents, a rule matched if it did in one of them. */
export function joinMatches(all: readonly DocumentMatches[]): DocumentMatches {
  const matched = new Set(all.flatMap((part) => part.matched))
  const unmatched = new Set(all.flatMap((part) => part.unmatched))
  const unchecked = new Set(all.flatMap((part) => part.unchecked ?? []))
  const never = [...unmatched].filter((id) => !matched.has(id)).sort()
  const blind = never.filter((id) => unchecked.has(id))
  const applied = new Set(
    all.flatMap(({ unmatched: ids, other_versions = [] }) =>
      ids.filter((id) => !other_versions.includes(id)),
    ),
  )
  const elsewhere = never.filter((id) => !applied.has(id))
  return {
    matched: [...matched].sort(),
    unmatched: never,
    ...(blind.length > 0 && { unchecked: blind }),
    ...(elsewhere.length > 0 && { other_versions: elsewhere }),
    ...joinOverrides(all.flatMap(({ overrides }) => overrides ?? [])),
    ...joinTurnedOff(all.flatMap(({ turned_off }) => turned_off ?? [])),
  }
}

function joinOverrides(all: readonly NonNullable<DocumentMatches['overrides']>[]) {
  if (all.length === 0) return {}
  const matched = new Set(all.flatMap((each) => each.matched))
  const unmatched = new Set(all.flatMap((each) => each.unmatched))
  return {
    overrides: { matched: [...matched], unmatched: [...unmatched].filter((each) => !matched.has(each)) },
  }
}

/** What two responses tell of one API counts once. */
function joinTurnedOff(all: readonly NonNullable<DocumentMatches['turned_off']>[number][]) {
  const counts = new Map<string, (typeof all)[number]>()
  for (const each of all) {
    const key = JSON.stringify([each.place, each.api_id])
    if (each.count > (counts.get(key)?.count ?? 0)) counts.set(key, each)
  }
  return counts.size > 0 && { turned_off: [...counts.values()] }
}

/** The matches of several responses, by ruleset; undefined if none tells. */
export function joinRuleMatches(
  all: readonly (readonly RuleMatches[] | undefined)[],
): readonly RuleMatches[] | undefined {
  const found = all.flatMap((each) => each ?? [])
  const ids = [...new Set(found.map(({ ruleset_id }) => ruleset_id))].sort()
  if (all.every((each) => each === undefined)) return undefined
  return ids.map((id) => ({
    ruleset_id: id,
    ...joinMatches(found.filter(({ ruleset_id }) => ruleset_id === id)),
  }))
}
