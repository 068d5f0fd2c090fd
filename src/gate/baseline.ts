import type { BaselineEntry } from '../model/baseline.ts'
import type { Issue } from '../model/issue.ts'
import { identityOf, type SubjectOf, subjectText } from './identity.ts'
import { compareText } from './issue-order.ts'

export interface Matched {
  /** Issues that an entry stands for; each entry for one. */
  readonly known: ReadonlySet<Issue>
  /** Entries that stand for no issue. */
  readonly unmatched: readonly BaselineEntry[]
}

/**
 * Pairs entries with issues of the same subject, ruleset, rule, path and message, one by one: of three equal issues
 * two entries excuse two. The same `_id` goes first, which only decides between equals; an issue elsewhere, or with
 * another message, is never one of them.
 */
export function matchBaseline(
  issues: readonly Issue[],
  entries: readonly BaselineEntry[],
  subjectOf: SubjectOf,
): Matched {
  if (entries.length === 0) return { known: new Set(), unmatched: [] }
  const open = new Map<string, BaselineEntry[]>()
  for (const entry of entries) {
    const key = identityOf(entry, entry)
    const same = open.get(key)
    if (same) same.push(entry)
    else open.set(key, [entry])
  }
  const known = new Set<Issue>()
  const take = (issue: Issue, fits: (entry: BaselineEntry) => boolean) => {
    const same = open.get(identityOf(subjectOf(issue), issue)) ?? []
    const index = same.findIndex(fits)
    if (index === -1) return
    same.splice(index, 1)
    known.add(issue)
  }
  for (const issue of issues) take(issue, ({ _id }) => _id === issue._id)
  for (const issue of issues) if (!known.has(issue)) take(issue, () => true)
  return { known, unmatched: [...open.values()].flat() }
}

/** Entries in the one order of the file, so that two branches that add to it can be merged. */
export function sortEntries(entries: readonly BaselineEntry[]): BaselineEntry[] {
  return entries.toSorted((one, other) => compareText(sortKey(one), sortKey(other)))
}

function sortKey(entry: BaselineEntry): string {
  return [subjectText(entry), entry.ruleset_id, entry.rule_id, entry.path, entry.message, entry._id].join(
    '\0',
  )
}

export function entryOf(issue: Issue, subjectOf: SubjectOf): BaselineEntry {
  const { ruleset_id, rule_id, path, message, _id } = issue
  return { ...subjectOf(issue), ruleset_id, rule_id, path, message, _id }
}

/** What a complete run evaluated: entries about anything else can neither match nor fail to. */
export interface Covered {
  readonly subjects: ReadonlySet<string>
  readonly rulesets: ReadonlySet<string>
}

export function isCovered(entry: BaselineEntry, { subjects, rulesets }: Covered): boolean {
  return rulesets.has(entry.ruleset_id) && subjects.has(subjectText(entry))
}
