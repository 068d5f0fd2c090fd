import { nameApiPart } from '../../core/model/api-part.ts'
import { getPointer, parsePointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { EvaluatedReport } from '../../core/model/report.ts'
import type { Run } from '../../core/model/run.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { renderCount } from '../../core/text/wording.ts'
import { sortWorstFirst } from '../issue-order.ts'
import type { ReportView } from '../reporter.ts'
import { type Grouping, isSelected, type Selection } from '../selection.ts'
import { groupSubjects, type IssueSubject, rankWorst, worstSubjectsFirst } from '../subjects.ts'

/** Only the worst are listed, unless more are asked for. */
const maxListed = 50
/** A heading takes two lines more. */
const maxUnderHeadings = 20
/** A hint per place where a document may have thousands, all alike: the table lists a few of them. */
const foldedRule = 'unchecked-siblings'
const maxFolded = 3

/** The issues that a table lists. */
export interface TableChoice {
  readonly by: Grouping | undefined
  readonly select: Selection
  /** Issues without an excuse, or all of them if excused ones are listed too. */
  readonly counted: readonly Issue[]
  readonly selected: readonly Issue[]
  /** Worst first, whatever their APIs. */
  readonly listed: readonly Issue[]
  /** Empty unless they are asked for. */
  readonly groups: readonly (Group & { readonly rows: readonly Issue[] })[]
}

export function choose(
  { issues, run }: EvaluatedReport,
  { showWaived = false, select = {}, isWhole = false }: Pick<ReportView, 'showWaived' | 'select' | 'isWhole'>,
): TableChoice {
  const counted = showWaived ? issues : issues.filter(({ excused }) => !excused)
  const selected = sortWorstFirst(counted.filter(isSelected(select)))
  const { groupBy: by } = select
  const isAll = isWhole || selected.length <= maxListed
  const most = isAll ? selected.length : by === undefined ? maxListed : maxUnderHeadings
  const isFolding = !isWhole && select.limit === undefined && select.rules === undefined
  const folded = new Set(selected.filter(({ rule_id }) => rule_id === foldedRule).slice(maxFolded))
  const listed = selected.filter((issue) => !(isFolding && folded.has(issue))).slice(0, select.limit ?? most)
  const isListed = new Set(listed)
  const groups = by === undefined ? [] : groupIssues(run, selected, by)
  return {
    by,
    select,
    counted,
    selected,
    listed,
    groups: groups.map((group) => ({ ...group, rows: group.issues.filter((issue) => isListed.has(issue)) })),
  }
}

/** Issues under one heading, worst first; there is at least one. */
export interface Group extends Omit<IssueSubject, 'asked'> {
  /** The rule's requirement. */
  readonly summary?: string | undefined
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
