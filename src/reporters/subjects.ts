import type { Issue } from '../core/model/issue.ts'
import type { Run } from '../core/model/run.ts'
import { severities } from '../core/model/severity.ts'
import { findDefinitionFile, listTargetIds, nameTarget, renderTargetKey } from '../core/model/target.ts'
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
  const byTarget = groupBy(issues, nameTarget)
  const titles = new Map(run.definitions.map(({ file, api_id, api_name }) => [file, api_name ?? api_id]))
  const requested = listTargetIds(run).map(({ id, saved }) => {
    const named = saved ? { title: id } : { title: titles.get(id) ?? id, file: id }
    return { key: renderTargetKey({ id, saved }), ...named, asked: true }
  })
  const known = new Set(requested.map(({ key }) => key))
  const unrequested = [...byTarget].flatMap(([key, [first]]) => {
    if (first === undefined || known.has(key)) return []
    return [{ key, title: first.api_id, file: findDefinitionFile(first), asked: false }]
  })
  return [...requested, ...unrequested].map(({ key, ...subject }) => ({
    ...subject,
    issues: sortWorstFirst(byTarget.get(key) ?? []),
  }))
}

export function worstSubjectsFirst(subjects: readonly IssueSubject[]): IssueSubject[] {
  return [...subjects].sort((one, other) => rankWorst(one) - rankWorst(other))
}

/** 0 for an error, and beyond every severity without issues. */
export function rankWorst({ issues: [worst] }: Pick<IssueSubject, 'issues'>): number {
  return worst === undefined ? severities.length : severities.indexOf(worst.severity)
}
