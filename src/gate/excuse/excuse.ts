import type { Asked } from '../../core/model/asked.ts'
import type { BaselineEntry } from '../../core/model/baseline-entry.ts'
import { isPairAsked } from '../../core/model/checks.ts'
import type { Evaluation } from '../../core/model/evaluation.ts'
import {
  type Identifier,
  identifier,
  renderIdentityKey,
  subjectText,
  textIdentity,
} from '../../core/model/identity.ts'
import type { Excuse, Issue } from '../../core/model/issue.ts'
import type { Policy } from '../../core/model/policy.ts'
import type { Reason, StaleBaseline } from '../../core/model/reason.ts'
import type { ComparedReport, EvaluatedReport } from '../../core/model/report.ts'
import type { BaseRun } from '../../core/model/run.ts'
import type { TargetId } from '../../core/model/target.ts'
import type { Waiver, WaiverUse } from '../../core/model/waiver.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { createBreakingReason } from './breaking.ts'
import { inlineReasons, isWaived, waiveInline } from './inline-ignores.ts'
import { countKnown, createBaseReason, type KnownAtBase, markKnown, matchBaseline } from './known.ts'
import type { FindNode } from './uses.ts'
import { listWaiverNotices, mayWaive, type WaiverPeriod, waive } from './waivers.ts'

export interface Excuses extends WaiverPeriod {
  readonly waivers: readonly Waiver[]
  /** Undefined: there is not a baseline file. */
  readonly baseline: readonly BaselineEntry[] | undefined
  /** An entry that matches nothing fails the run. */
  readonly strictBaseline: boolean
  /** Files of baseline entries that do not exist, by their names in the baseline. */
  readonly missing?: ReadonlySet<string> | undefined
  /** Flags or a shard left out a part of what the config asks for. */
  readonly narrowed: boolean
  readonly asked: Asked
  readonly identifier: Identifier
  readonly policy: Pick<Policy, 'breaking' | 'breaking_rules' | 'inline_waivers'>
  readonly findNode?: FindNode | undefined
  /** Undefined: the run has no base. */
  readonly known?: KnownAtBase | undefined
}

/** An evaluation whose excused issues say so, and the reasons that come of the excuses. */
interface Excused extends ExcusedCounts {
  readonly evaluation: Evaluation
  readonly uses: readonly WaiverUse[]
  readonly reasons: readonly Reason[]
}

type ExcusedCounts = Pick<EvaluatedReport, 'waived_count' | 'baselined_count' | 'known_count'>

/** Marks excused issues: by waivers, which say why and until when, by the definition, which no baseline records, then the others. */
export function excuseIssues(evaluation: Evaluation, excuses: Excuses): Excused {
  const { waivers, baseline = [], identifier, known: base, policy, findNode } = excuses
  const originals = evaluation.issues
  const { issues: byWaivers, uses } = waive(originals, waivers, excuses, findNode)
  const waived = waiveInline(byWaivers, originals, policy, base?.newly_ignored)
  const { known, unmatched } = matchBaseline(waived, baseline, identifier)
  const baselined = known.size === 0 ? waived : waived.map((issue) => markBaselined(issue, known))
  const issues = base ? markKnown(baselined, originals, base) : baselined
  const counts = countExcused(issues, base?.run)
  return {
    evaluation: { ...evaluation, issues },
    ...counts,
    uses,
    reasons: [
      ...(uses.length > 0 ? [{ kind: 'waived', count: countExcuses(issues, 'waiver') } as const] : []),
      ...inlineReasons(issues, policy),
      ...listWaiverNotices(uses, excuses, excuses.narrowed, { ...evaluation, issues: waived, findNode }),
      ...(excuses.baseline ? [{ kind: 'baselined', count: counts.baselined_count } as const] : []),
      ...(base ? [createBaseReason(base.run, issues), createBreakingReason(base.run, issues, policy)] : []),
      ...listStaleReasons(unmatched, evaluation, excuses),
    ],
  }
}

/** Counts excused issues; `base`: what they were compared with. */
export function countExcused(issues: readonly Issue[], base: BaseRun | undefined): ExcusedCounts {
  return {
    waived_count: issues.filter(isWaived).length,
    baselined_count: countExcuses(issues, 'baseline'),
    ...(base && { known_count: countKnown(issues) }),
  }
}

export function countExcuses(issues: readonly Issue[], by: Excuse['by']): number {
  return issues.filter(({ excused }) => excused?.by === by).length
}

function markBaselined(issue: Issue, known: ReadonlySet<Issue>): Issue {
  return issue.excused === undefined && known.has(issue) ? { ...issue, excused: { by: 'baseline' } } : issue
}

/**
 * Tells which entries the run would have matched if their issues were there: those of its targets, by the rulesets that
 * it has for them. None where it was cut or failed in part: what it does not list may be there. When not every API was
 * evaluated, those with issues were.
 */
export function createCoverageTest(
  { truncated, error, evaluated_apis, rulesets, issues }: Evaluation,
  { asked, identifier }: Pick<Excuses, 'asked' | 'identifier'>,
): (entry: BaselineEntry) => boolean {
  if (truncated || error !== undefined) return () => false
  const ran = new Set(rulesets.map(({ id }) => id))
  const targets = new Map<string, TargetId>([
    ...asked.api_ids.map((id) => [subjectText({ api_id: id }), { id, saved: true }] as const),
    ...asked.definitions.map((definition) => {
      const subject = subjectText(identifier.ofDefinition(definition))
      return [subject, { id: definition.file, saved: false }] as const
    }),
  ])
  const withIssues = new Set(issues.map((issue) => subjectText(identifier.findSubject(issue))))
  const isWhole = evaluated_apis >= targets.size
  return (entry) => {
    const subject = subjectText(entry)
    const target = targets.get(subject)
    if (!ran.has(entry.ruleset_id) || !(withIssues.has(subject) || (target && isWhole))) return false
    return target === undefined || isPairAsked(asked.checks, target, entry.ruleset_id)
  }
}

function listStaleReasons(
  unmatched: readonly BaselineEntry[],
  evaluation: Evaluation,
  excuses: Excuses,
): StaleBaseline[] {
  if (unmatched.length === 0) return []
  const isCovered = createCoverageTest(evaluation, excuses)
  const { strictBaseline: strict, narrowed } = excuses
  const lost = narrowed ? [] : listLostEntries(unmatched, excuses)
  const stale = new Set<BaselineEntry>(lost)
  const [first, ...others] = unmatched.filter((entry) => stale.has(entry) || isCovered(entry))
  if (first === undefined) return []
  const renamed = findNewNames(lost, evaluation, excuses)
  const missing = lost.length > 0 && {
    count: lost.length,
    files: [...new Set(lost.map(({ file }) => file))],
    ...(renamed.length > 0 && { renamed }),
  }
  return [{ kind: 'stale-baseline', strict, count: 1 + others.length, first, ...(missing && { missing }) }]
}

/** The new names of lost definitions: of those that the baseline does not know, the only one that has all of their issues. */
function findNewNames(
  lost: ReturnType<typeof listLostEntries>,
  { issues }: Evaluation,
  { identifier, baseline = [] }: Excuses,
) {
  const known = new Set(baseline.map(subjectText))
  const files = new Map<string, Set<string>>()
  for (const issue of issues) {
    const subject = identifier.findSubject(issue)
    if (!('file' in subject) || known.has(subjectText(subject))) continue
    const key = renderIdentityKey({ ...identifier.identifyIssue(issue), file: '' })
    files.set(key, (files.get(key) ?? new Set()).add(subject.file))
  }
  return [...groupBy(lost, ({ file }) => file)].flatMap(([from, entries]) => {
    const [first, ...sets] = entries
      .map((entry) => files.get(renderIdentityKey({ ...entry, file: '' })) ?? new Set<string>())
      .sort((a, b) => a.size - b.size)
    const [to, ...others] = [...(first ?? [])].filter((file) => sets.every((each) => each.has(file)))
    return to !== undefined && others.length === 0 ? [{ from, to }] : []
  })
}

/** The entries of definitions that were moved or deleted: no run can match them. */
export function listLostEntries(entries: readonly BaselineEntry[], { missing }: Pick<Excuses, 'missing'>) {
  return entries.flatMap((entry) => ('file' in entry && missing?.has(entry.file) ? [entry] : []))
}

/** Whether an issue may be excused, or known, once its node is known. Only then is a saved API's definition worth a request. */
export function mayBeExcused(
  { waivers, baseline = [], identifier: now }: Pick<Excuses, 'waivers' | 'baseline' | 'identifier'>,
  earlier?: ComparedReport,
): (issue: Issue) => boolean {
  const before = identifier(earlier?.run.definitions ?? []).identifyIssue
  const known = new Set([
    ...baseline.map(textIdentity),
    ...(earlier?.issues ?? []).map((issue) => textIdentity(before(issue))),
  ])
  // Where nothing is known, no issue is given a name: the names of all take more memory than the issues themselves.
  const isKnown = (issue: Issue) => known.size > 0 && known.has(textIdentity(now.identifyIssue(issue)))
  return (issue) => isKnown(issue) || waivers.some((waiver) => mayWaive(waiver, issue))
}
