import type { Asked } from './asked.ts'
import type { Issue } from './issue.ts'

/** A saved API by its id, or a local definition by its file. */
export interface TargetId {
  readonly id: string
  readonly saved: boolean
}

/** The API or definition that an issue is of: a definition, whichever of its files the issue is in. */
export function identifyTarget(issue: Issue): TargetId {
  const file = findDefinitionFile(issue)
  return file === undefined ? { id: issue.api_id, saved: true } : { id: file, saved: false }
}

/** The file of the local definition that an issue is of. */
export function findDefinitionFile({ definition, file }: Issue): string | undefined {
  return definition ?? file
}

/** Equal for two targets that are the same. */
export function renderTargetKey({ id, saved }: TargetId): string {
  return `${saved ? 'api' : 'file'} ${id}`
}

/** Equal for two issues of the same target. */
export function nameTarget(issue: Issue): string {
  return renderTargetKey(identifyTarget(issue))
}

/** Every API and definition that a run was asked for, in that order. */
export function listTargetIds({ api_ids, definitions }: Pick<Asked, 'api_ids' | 'definitions'>): TargetId[] {
  return [
    ...api_ids.map((id) => ({ id, saved: true })),
    ...definitions.map(({ file }) => ({ id: file, saved: false })),
  ]
}
