import type { Asked } from '../model/asked.ts'
import { exitCodes } from '../model/errors.ts'
import type { Evaluation } from '../model/evaluation.ts'
import type { Issue } from '../model/issue.ts'
import type { Reason } from '../model/outcome.ts'
import type { Waiver, WaiverUse } from '../model/waiver.ts'
import { type BaselineEntry, type Covered, describeEntry, isCovered, matchBaseline } from './baseline.ts'
import { type SubjectOf, subjectText } from './identity.ts'
import { type Day, type Latest, waive, waiverReasons } from './waivers.ts'

export interface Excuses {
  readonly waivers: readonly Waiver[]
  /** Undefined: there is no baseline. */
  readonly baseline: readonly BaselineEntry[] | undefined
  /** An entry that matches nothing fails the run. */
  readonly strictBaseline: boolean
  readonly today: Day
  /** The last day that a waiver may have. */
  readonly latest?: Latest
  /** Flags or a shard left out a part of what the config asks for. */
  readonly narrowed: boolean
  readonly asked: Asked
  readonly subjectOf: SubjectOf
}

/** An evaluation whose excused issues say so, and what is to be said of the excuses. */
export interface Excused {
  readonly evaluation: Evaluation
  readonly waived_count: number
  readonly baselined_count: number
  readonly uses: readonly WaiverUse[]
  readonly reasons: readonly Reason[]
  /** Of the reasons, those that ask a person to do something. */
  readonly warnings: readonly string[]
}

/** Marks what does not count. A waiver goes before the baseline: it says why, and ends. */
export function excuse(evaluation: Evaluation, excuses: Excuses): Excused {
  const { waivers, today, latest, narrowed, baseline, subjectOf } = excuses
  const { issues: waived, uses } = waive(evaluation.issues, waivers, today, latest)
  const { known, unmatched } = matchBaseline(waived, baseline ?? [], subjectOf)
  const issues = known.size === 0 ? waived : waived.map((issue) => markKnown(issue, known))
  const countBy = (by: string) => issues.filter(({ excused }) => excused?.by === by).length
  const [waived_count, baselined_count] = [countBy('waiver'), countBy('baseline')]
  const ofWaivers = waiverReasons(uses, today, narrowed, latest, waived)
  const ofBaseline =
    unmatched.length === 0
      ? []
      : staleReasons(unmatched, coveredBy(evaluation, excuses), excuses.strictBaseline)
  return {
    evaluation: { ...evaluation, issues },
    waived_count,
    baselined_count,
    uses,
    reasons: [
      ...(waivers.length === 0 ? [] : [told('waivers', waived_count, 'waived')]),
      ...ofWaivers,
      ...(baseline === undefined ? [] : [told('baseline', baselined_count, 'in the baseline')]),
      ...ofBaseline,
    ],
    warnings: [...ofWaivers, ...ofBaseline].filter(({ passed }) => passed).map(({ message }) => message),
  }
}

function markKnown(issue: Issue, known: ReadonlySet<Issue>): Issue {
  return issue.excused === undefined && known.has(issue) ? { ...issue, excused: { by: 'baseline' } } : issue
}

export function told(rule: string, count: number, how: string): Reason {
  const issues = count === 1 ? '1 issue is' : `${count} issues are`
  return { passed: true, exit_code: exitCodes.pass, rule, count, message: `${issues} ${how}` }
}

/**
 * Nothing is covered by an evaluation that was cut or failed in part: what it does not list may be there. When not
 * every API was evaluated, those with issues were.
 */
export function coveredBy(
  evaluation: Evaluation,
  { asked, subjectOf }: Pick<Excuses, 'asked' | 'subjectOf'>,
): Covered {
  const { truncated, error, evaluated_apis } = evaluation
  if (truncated || error !== undefined) return { subjects: new Set(), rulesets: new Set() }
  const ids = asked.api_ids.map((api_id) => subjectText({ api_id }))
  const files = asked.definitions.map(({ file, api_id }) =>
    subjectText(subjectOf({ ...nobody, file, api_id: api_id ?? '' })),
  )
  const all = [...ids, ...files]
  const found = evaluation.issues.map((issue) => subjectText(subjectOf(issue)))
  return {
    subjects: new Set(evaluated_apis < all.length ? found : [...all, ...found]),
    rulesets: new Set(evaluation.rulesets.map(({ id }) => id)),
  }
}

const nobody = { _id: '', ruleset_id: '', rule_id: '', message: '', severity: 'hint', path: '' } as const

function staleReasons(unmatched: readonly BaselineEntry[], covered: Covered, strict: boolean): Reason[] {
  const stale = unmatched.filter((entry) => isCovered(entry, covered))
  const [first] = stale
  if (first === undefined) return []
  const entries =
    stale.length === 1 ? '1 entry of the baseline matches' : `${stale.length} entries of the baseline match`
  const more = stale.length === 1 ? '' : ` and ${stale.length - 1} more`
  const message = `${entries} no issue any more (${describeEntry(first)}${more}): gov baseline update removes them`
  return [
    {
      passed: !strict,
      exit_code: strict ? exitCodes.policy : exitCodes.pass,
      rule: strict ? 'strict_baseline' : 'baseline',
      limit: 0,
      count: stale.length,
      message,
    },
  ]
}
