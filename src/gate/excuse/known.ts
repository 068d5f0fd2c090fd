import type { BasePolicy } from '../../core/model/base.ts'
import type { BaselineEntry } from '../../core/model/baseline-entry.ts'
import type { Changelog } from '../../core/model/definition-diff.ts'
import type { BaseGap } from '../../core/model/gap.ts'
import { type Identifier, isPlaced, renderIdentityKey, subjectText } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { BaseReason } from '../../core/model/reason.ts'
import type { BaseRun } from '../../core/model/run.ts'
import { compareText } from '../../core/text/compare-text.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { type Breaking, markAllowed } from './breaking.ts'
import { isSameUse } from './uses.ts'

export interface KnownAtBase {
  readonly run: BaseRun
  /** Issues of the evaluation that were there before the change. */
  readonly issues: ReadonlySet<Issue>
  /** Known issues that count all the same. */
  readonly counted: ReadonlySet<Issue>
  /** Issues whose `x-lint-ignore` is not at the base: the change under review may not excuse itself. */
  readonly newly_ignored: ReadonlySet<Issue>
  /** Definitions with such keys, whatever they silence. */
  readonly newly_ignoring: ReadonlySet<string>
  readonly gaps: readonly BaseGap[]
  /** Undefined: breaking changes were not looked for. */
  readonly breaking?: Breaking | undefined
  /** Undefined: it was not asked for. */
  readonly changelog?: Changelog
  readonly requests: number
}

/** Marks what was there before; what a waiver or the baseline excuses stays theirs. `originals`: the same issues as evaluated. */
export function markKnown(
  issues: readonly Issue[],
  originals: readonly Issue[],
  known: KnownAtBase,
): readonly Issue[] {
  return issues.map((issue, index): Issue => {
    const original = originals[index]
    if (original === undefined) return issue
    if (!known.issues.has(original))
      return known.breaking ? markAllowed(issue, original, known.breaking) : issue
    const excused = issue.excused ?? (known.counted.has(original) ? undefined : { by: 'base' as const })
    return { ...issue, known: true, ...(excused && { excused }) }
  })
}

export function createBaseReason(
  { name, commit, policy, fixed_count, definitions }: BaseRun,
  issues: readonly Issue[],
): BaseReason {
  const known_count = countKnown(issues)
  return {
    kind: 'base',
    name,
    ...(commit !== undefined && { commit }),
    policy,
    new_count: issues.length - known_count,
    known_count,
    ...(fixed_count !== undefined && { fixed_count }),
    new_definitions: definitions
      .filter((definition) => definition.base_file === undefined)
      .map(({ file }) => file),
  }
}

export function countKnown(issues: readonly Issue[]): number {
  return issues.filter(({ known }) => known).length
}

export const defaultBasePolicy: BasePolicy = 'new'

interface BaselineMatch {
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
): BaselineMatch {
  if (entries.length === 0) return { known: new Set(), unmatched: [], outgrown: new Set() }
  const open = groupBy(entries, renderIdentityKey)
  const known = new Set<Issue>()
  const taken = new Set<Issue>()
  const outgrown = new Set<BaselineEntry>()
  const take = (issue: Issue, fits: (entry: BaselineEntry) => boolean) => {
    const same = open.get(renderIdentityKey(identifyIssue(issue))) ?? []
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
