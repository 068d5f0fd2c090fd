import type { Definition } from './asked.ts'
import type { Identity, Subject } from './baseline-entry.ts'
import type { Issue } from './issue.ts'
import { identifyTarget } from './target.ts'

export interface Identifier {
  readonly findSubject: (issue: Issue) => Subject
  readonly identifyIssue: (issue: Issue) => Identity
  readonly ofDefinition: (definition: Definition) => Subject
}

/** `nameOf` gives a file's name in the baseline: relative to the baseline, so that it is the same from any folder. */
export function identifier(
  definitions: readonly Definition[],
  nameOf: (file: string) => string = (file) => file,
): Identifier {
  const byFile = new Map(definitions.map((definition) => [definition.file, definition]))
  const ofDefinition = ({ file, api_id }: Definition): Subject =>
    api_id === undefined ? { file: nameOf(file) } : { api_id }
  const findSubject = (issue: Issue): Subject => {
    const { id, saved } = identifyTarget(issue)
    const definition = saved ? undefined : byFile.get(id)
    return definition ? ofDefinition(definition) : { api_id: issue.api_id }
  }
  const identifyIssue = (issue: Issue): Identity => {
    const { definition, file, ruleset_id, rule_id, path, pointer, message } = issue
    const part = definition !== undefined && file !== undefined ? { part: nameOf(file) } : {}
    const exact = pointer === undefined || pointer === toPointer(path.split('.')) ? {} : { pointer }
    return { ...findSubject(issue), ...part, ruleset_id, rule_id, path, ...exact, message }
  }
  return { findSubject, identifyIssue, ofDefinition }
}

/** Equal for two identities that are the same. */
export function renderIdentityKey(identity: Identity): string {
  const { part = '', ruleset_id, rule_id, path, pointer = '', message } = identity
  return JSON.stringify([subjectText(identity), part, ruleset_id, rule_id, path, pointer, message])
}

/** Equal for two identities that a dotted path does not tell apart. */
export function textIdentity(identity: Identity): string {
  return renderIdentityKey({ ...identity, pointer: undefined })
}

export function subjectText(subject: Subject): string {
  return 'file' in subject ? `file ${subject.file}` : `api ${subject.api_id}`
}

/**
 * It is known which node of the definition the issue is at: an excuse may only be for that one. The dotted path of a
 * saved API's issue tells that alone only where it holds no dot.
 */
export function isPlaced(issue: Issue): boolean {
  const { pointer, ambiguous, path } = issue
  if (pointer !== undefined) return true
  return ambiguous === undefined && (!identifyTarget(issue).saved || !path.includes('.'))
}

/** The node's keys as a JSON Pointer. */
export function getPointer({ path, pointer }: Pick<Issue, 'path' | 'pointer'>): string {
  if (pointer !== undefined || path === '') return pointer ?? ''
  return toPointer(path.split('.'))
}

export function parsePointer(pointer: string): string[] {
  const keys = pointer.split('/').slice(1)
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function toPointer(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
