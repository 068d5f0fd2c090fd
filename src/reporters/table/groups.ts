import { nameApiPart } from '../../core/model/api-part.ts'
import { getPointer, parsePointer } from '../../core/model/identity.ts'
import type { Issue } from '../../core/model/issue.ts'
import type { Run } from '../../core/model/run.ts'
import { countIssues } from '../../core/model/severity.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { worstFirst } from '../issue-order.ts'
import type { Grouping } from '../selection.ts'
import { groupSubjects, rankWorst, worstSubjectsFirst } from '../subjects.ts'
import { renderCount } from '../wording.ts'

/** Issues under one heading, worst first; there is at least one. */
export interface Group {
  readonly title: string
  /** The API's, if it has one. */
  readonly file?: string | undefined
  /** What the rule requires. */
  readonly summary?: string | undefined
  readonly issues: readonly Issue[]
}

/** The groups with the worst issues first; of rules and files, those with the most. */
export function groupIssues(run: Run, issues: readonly Issue[], by: Grouping): readonly Group[] {
  if (by === 'api') {
    const subjects = groupSubjects(run, issues).filter((subject) => subject.issues.length > 0)
    return worstSubjectsFirst(subjects)
  }
  return [...groupBy(worstFirst(issues), keyOf[by])]
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

/** Absent where the title says it. */
export function countGroup({ issues }: Group, by: Grouping) {
  return by === 'severity' ? undefined : countIssues(issues)
}
