import { nameApiPart } from '../../core/model/api-part.ts'
import { getPointer, parsePointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import type { Run } from '../../core/model/run.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { renderCount } from '../../core/text/wording.ts'
import { sortWorstFirst } from '../issue-order.ts'
import type { ReportView } from '../reporter.ts'
import { type Grouping, isSelected, listRulesWithoutIssues, type Selection } from '../selection.ts'
import { groupSubjects, rankWorst, worstSubjectsFirst } from '../subjects.ts'

/** Up to so many issues a table lists all of them. */
const maxWhole = 50
/** Beyond, a summary by rule leads, and a few show what the worst look like: not all of one rule. */
const maxWorst = 8
const maxOfRule = 3
/** A hint per place where a document may have thousands, all alike: the table lists a few of them. */
const foldedRule = 'unchecked-siblings'

/** The issues that a table lists. */
export interface TableChoice {
  readonly by: Grouping
  readonly select: Selection
  /** Issues without an excuse, or all of them if excused ones are listed too. */
  readonly counted: readonly Issue[]
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
): TableChoice {
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
  return {
    by,
    select,
    counted,
    selected,
    groups,
    rowCount,
    unmatched: listRulesWithoutIssues(select, counted),
  }
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

/** Issues under one heading, worst first; there is at least one. */
export interface Group {
  readonly title: string
  /** The API's, if it has one. */
  readonly file?: string | undefined
  /** The rule's requirement. */
  readonly summary?: string | undefined
  readonly issues: readonly Issue[]
}

/** The groups with the worst issues first; of rules and files, those with the most. */
export function groupIssues(run: Run, issues: readonly Issue[], by: Grouping): readonly Group[] {
  if (by === 'api') {
    const subjects = groupSubjects(run, issues).filter((subject) => subject.issues.length > 0)
    return worstSubjectsFirst(subjects)
  }
  return [...groupBy(sortWorstFirst(issues), keyOf[by])]
    .map(([key, own]) => ({ ...renderHeading(key, own, by), issues: own }))
    .sort((one, other) => rankWorst(one) - rankWorst(other) || other.issues.length - one.issues.length)
}

const keyOf = {
  file: ({ file, api_id }: Issue) => file ?? api_id,
  operation: (issue: Issue) => nameApiPart(parsePointer(getPointer(issue))) ?? issue.file ?? issue.api_id,
  rule: ({ rule_id, ruleset_id, severity }: Issue) => JSON.stringify([rule_id, ruleset_id, severity]),
  severity: ({ severity }: Issue) => severity,
} as const

function renderHeading(key: string, [first, ...others]: readonly Issue[], by: Exclude<Grouping, 'api'>) {
  if (by === 'rule') return { title: first?.rule_id ?? '', summary: first?.rule_summary }
  const isSeverity = by === 'severity' && first !== undefined
  return { title: isSeverity ? renderCount(others.length + 1, first.severity) : key }
}
