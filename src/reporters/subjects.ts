import type { Definition } from '../model/asked.ts'
import type { Issue } from '../model/issue.ts'
import type { Run } from '../model/run.ts'
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
export function subjectsOf(run: Run, issues: readonly Issue[]): Subject[] {
  const byKey = issuesByKey(issues, run.definitions)
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

function issuesByKey(issues: readonly Issue[], definitions: readonly Definition[]): Map<string, Issue[]> {
  const byKey = new Map<string, Issue[]>()
  const files = new Set(definitions.map(({ file }) => file))
  const fileOf = new Map(definitions.map(({ file, api_id = file }) => [api_id, file]))
  for (const issue of issues) {
    const key = keyOf(issue, files, fileOf)
    const found = byKey.get(key)
    if (found) found.push(issue)
    else byKey.set(key, [issue])
  }
  return byKey
}

/** An issue in a file that a definition refers to is that definition's. */
function keyOf(
  { file, api_id }: Issue,
  files: ReadonlySet<string>,
  fileOf: ReadonlyMap<string, string>,
): string {
  if (file === undefined) return `api ${api_id}`
  return `file ${files.has(file) ? file : (fileOf.get(api_id) ?? file)}`
}

function nameOf([first]: readonly Issue[]): { title: string; file?: string | undefined } {
  return { title: first?.api_id ?? '', file: first?.file }
}
