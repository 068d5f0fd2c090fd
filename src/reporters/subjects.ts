import type { Issue, Report } from '../model.ts'
import { worstFirst } from './issue-order.ts'

/** One API of the run and its issues, worst first. */
export interface Subject {
  /** The API's id, or what the definition calls itself. */
  readonly title: string
  readonly file?: string | undefined
  readonly issues: readonly Issue[]
  /** False for an id that only the answer names: what was asked for goes by another one there. */
  readonly asked: boolean
}

/** Every API asked for, in the order asked, then those that only the issues name. */
export function subjectsOf({ run, issues }: Report): Subject[] {
  const byKey = issuesByKey(issues)
  const asked = new Map<string, Omit<Subject, 'issues'>>([
    ...run.api_ids.map((id) => [`api ${id}`, { title: id, asked: true }] as const),
    ...run.definitions.map(
      ({ file, api_id, api_name }) =>
        [`file ${file}`, { title: api_name ?? api_id ?? file, file, asked: true }] as const,
    ),
  ])
  const unasked = [...byKey].filter(([key]) => !asked.has(key))
  return [
    ...[...asked].map(([key, subject]) => ({ ...subject, issues: worstFirst(byKey.get(key) ?? []) })),
    ...unasked.map(([, found]) => ({ ...nameOf(found), issues: worstFirst(found), asked: false })),
  ]
}

function issuesByKey(issues: readonly Issue[]): Map<string, Issue[]> {
  const byKey = new Map<string, Issue[]>()
  for (const issue of issues) {
    const key = keyOf(issue)
    const found = byKey.get(key)
    if (found) found.push(issue)
    else byKey.set(key, [issue])
  }
  return byKey
}

function keyOf({ file, api_id }: Issue): string {
  return file === undefined ? `api ${api_id}` : `file ${file}`
}

function nameOf([first]: readonly Issue[]): { title: string; file?: string | undefined } {
  return { title: first?.api_id ?? '', file: first?.file }
}
