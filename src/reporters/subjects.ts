import { findDefinitionFile } from '../core/model/identity.ts'
import type { Issue } from '../core/model/issue.ts'
import type { Run } from '../core/model/run.ts'
import { severities } from '../core/model/severity.ts'
import { groupBy } from '../core/text/group-by.ts'
import { sortWorstFirst } from './issue-order.ts'

/** One API of the run and its issues, worst first. */
export interface IssueSubject {
  /** The API's id, or what the definition calls itself. */
  readonly title: string
  readonly file?: string | undefined
  readonly issues: readonly Issue[]
  /** False for an id that only the answer names: what was asked for goes by another one there. */
  readonly asked: boolean
}

/** Every API asked for, in the order asked, then those that only the issues name. */
export function groupSubjects(run: Run, issues: readonly Issue[]): IssueSubject[] {
  const byKey = groupBy(issues, (issue) => {
    const file = findDefinitionFile(issue)
    return file === undefined ? `api ${issue.api_id}` : `file ${file}`
  })
  const asked = new Map<string, Omit<IssueSubject, 'issues'>>([
    ...run.api_ids.map((id) => [`api ${id}`, { title: id, asked: true }] as const),
    ...run.definitions.map(
      ({ file, api_id, api_name }) =>
        [`file ${file}`, { title: api_name ?? api_id ?? file, file, asked: true }] as const,
    ),
  ])
  const unasked = [...byKey].filter(([key]) => !asked.has(key))
  return [
    ...[...asked].map(([key, subject]) => ({ ...subject, issues: sortWorstFirst(byKey.get(key) ?? []) })),
    ...unasked.map(([, found]) => {
      const [first] = found
      const file = first && findDefinitionFile(first)
      return { title: first?.api_id ?? '', file, issues: sortWorstFirst(found), asked: false }
    }),
  ]
}

export function worstSubjectsFirst(subjects: readonly IssueSubject[]): IssueSubject[] {
  return [...subjects].sort((one, other) => rankWorst(one) - rankWorst(other))
}

/** 0 for an error, and beyond every severity without issues. */
export function rankWorst({ issues: [worst] }: Pick<IssueSubject, 'issues'>): number {
  return worst === undefined ? severities.length : severities.indexOf(worst.severity)
}
