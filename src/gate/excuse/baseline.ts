import type { BaselineEntry } from '../../core/model/baseline-entry.ts'
import { type Identifier, identityText, isPlaced, subjectText } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { isSameUse } from './uses.ts'

interface Matched {
  /** Issues that an entry stands for; each entry for one. */
  readonly known: ReadonlySet<Issue>
  readonly unmatched: readonly BaselineEntry[]
  /** Entries of issues that have new uses: they stand for no issue, and are not gone. */
  readonly outgrown: ReadonlySet<BaselineEntry>
}

/**
 * Pairs entries with issues of the same identity, one by one: of three equal issues two entries excuse two. The same `_id` goes first, which only decides between equals; an issue elsewhere, or with
 * another message, is never one of them; nor one of which it is not known where it is.
 */
export function matchBaseline(
  issues: readonly Issue[],
  entries: readonly BaselineEntry[],
  { identifyIssue }: Identifier,
): Matched {
  if (entries.length === 0) return { known: new Set(), unmatched: [], outgrown: new Set() }
  const open = groupBy(entries, identityText)
  const known = new Set<Issue>()
  const taken = new Set<Issue>()
  const outgrown = new Set<BaselineEntry>()
  const take = (issue: Issue, fits: (entry: BaselineEntry) => boolean) => {
    const same = open.get(identityText(identifyIssue(issue))) ?? []
    const index = same.findIndex(fits)
    if (index === -1) return
    taken.add(issue)
    const [entry] = same.splice(index, 1)
    if (entry === undefined) return
    if (isSameUse(issue, entry)) known.add(issue)
    else outgrown.add(entry)
  }
  const placed = issues.filter(isPlaced)
  for (const issue of placed) take(issue, (entry) => entry._id === issue._id && isSameUse(issue, entry))
  for (const issue of placed) if (!taken.has(issue)) take(issue, (entry) => isSameUse(issue, entry))
  for (const issue of placed) if (!taken.has(issue)) take(issue, () => true)
  return { known, unmatched: [...open.values()].flat(), outgrown }
}

/** Entries in the one order of the file, so that two branches that add to it can be merged. */
export function sortEntries(entries: readonly BaselineEntry[]): BaselineEntry[] {
  return entries.toSorted((one, other) => compareText(sortKey(one), sortKey(other)))
}

function sortKey(entry: BaselineEntry): string {
  const { part = '', ruleset_id, rule_id, path, pointer = '', message, _id } = entry
  return [subjectText(entry), part, ruleset_id, rule_id, path, pointer, message, _id].join('\0')
}

export function toBaselineEntry(issue: Issue, { identifyIssue }: Identifier): BaselineEntry {
  const { used_by, _id } = issue
  return { ...identifyIssue(issue), ...(used_by && { used_by }), _id }
}

/**
 * The rulesets by which a complete run evaluated each of its targets: entries about any others are neither matched nor
 * stale.
 */
export type Covered = ReadonlyMap<string, ReadonlySet<string>>

export function isCovered(entry: BaselineEntry, covered: Covered): boolean {
  return covered.get(subjectText(entry))?.has(entry.ruleset_id) === true
}
