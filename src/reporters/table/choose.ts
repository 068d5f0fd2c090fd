import type { Issue } from '../../core/model/issue.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import type { ReportView } from '../reporter.ts'
import { type Grouping, isSelected, type Selection, unmatchedRules } from '../selection.ts'
import { type Group, groupIssues } from './groups.ts'

/** Up to so many issues a table lists all of them. */
const maxWhole = 50
/** Beyond, a summary by rule leads, and a few show what the worst look like: not all of one rule. */
const maxWorst = 8
const maxOfRule = 3
/** A hint per place where a document may have thousands, all alike: the table lists a few of them. */
const foldedRule = 'unchecked-siblings'

/** What a table lists of a report's issues. */
export interface Choice {
  readonly by: Grouping
  readonly select: Selection
  /** Issues without an excuse, or all of them if excused ones are listed too. */
  readonly counted: readonly Issue[]
  /** The selected ones. */
  readonly selected: readonly Issue[]
  readonly groups: readonly (Group & { readonly rows: readonly Issue[] })[]
  readonly rowCount: number
  /** Rules asked for that no issue is of. */
  readonly unmatched: readonly string[]
}

export function choose(
  { issues, run }: EvaluatedReport,
  {
    showWaived = false,
    select = {},
    isWhole: isFile = false,
  }: Pick<ReportView, 'showWaived' | 'select' | 'isWhole'>,
): Choice {
  const counted = showWaived ? issues : issues.filter(({ excused }) => !excused)
  const selected = counted.filter(isSelected(select))
  const by = select.groupBy ?? 'api'
  const isWhole = isFile || selected.length <= maxWhole || select.limit !== undefined
  const rules = new Set(selected.map(({ rule_id }) => rule_id)).size
  const ofRule = isWhole ? selected.length : Math.max(maxOfRule, Math.ceil(maxWorst / rules))
  const isFolded = !isFile && select.limit === undefined && select.rules === undefined
  const most = (rule: string) => (isFolded && rule === foldedRule ? Math.min(maxOfRule, ofRule) : ofRule)
  const take = taker(select.limit ?? (isWhole ? selected.length : maxWorst), most)
  const groups = groupIssues(run, selected, by).map((group) => ({
    ...group,
    rows: group.issues.filter(take),
  }))
  const rowCount = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return { by, select, counted, selected, groups, rowCount, unmatched: unmatchedRules(select, counted) }
}

/** Takes `most` issues, and `mostOfRule` of each rule. */
function taker(most: number, mostOfRule: (rule: string) => number): (issue: Issue) => boolean {
  const ofRule = new Map<string, number>()
  let taken = 0
  return ({ rule_id }) => {
    const before = ofRule.get(rule_id) ?? 0
    if (taken === most || before >= mostOfRule(rule_id)) return false
    ofRule.set(rule_id, before + 1)
    taken += 1
    return true
  }
}
