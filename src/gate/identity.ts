import type { Definition } from '../model/asked.ts'
import type { Subject } from '../model/baseline.ts'
import type { Issue } from '../model/issue.ts'

export type SubjectOf = (issue: Issue) => Subject

/**
 * A definition without an `api_id` gets another one from the service at every edit, so its file stands in for it.
 * `nameOf` gives the file's name in the baseline: relative to the baseline, so that it is the same from any folder.
 */
export function subjectsOf(
  definitions: readonly Definition[],
  nameOf: (file: string) => string = (file) => file,
): SubjectOf {
  const unnamed = new Set(definitions.filter(({ api_id }) => api_id === undefined).map(({ file }) => file))
  return ({ api_id, file }) => (file !== undefined && unnamed.has(file) ? { file: nameOf(file) } : { api_id })
}

/** What makes an issue the same in two runs: never a line, and never a count. */
export function identityOf(
  subject: Subject,
  { ruleset_id, rule_id, path, message }: Pick<Issue, 'ruleset_id' | 'rule_id' | 'path' | 'message'>,
): string {
  return JSON.stringify([subjectText(subject), ruleset_id, rule_id, path, message])
}

export function subjectText(subject: Subject): string {
  return 'file' in subject ? `file ${subject.file}` : `api ${subject.api_id}`
}
