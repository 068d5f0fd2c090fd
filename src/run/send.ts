import type { DashboardClient } from '../dashboard/client.ts'
import { findNamedFiles, findOutsideReference } from '../engine/file-reference.ts'
import { placeIssue } from '../gate/place.ts'
import type { AnswerMemory } from './answer-memory.ts'
import type { Send } from './ask.ts'
import type { Sources } from './sources.ts'

/**
 * Calls of the evaluation operations; the issues of a definition get their places in the user's own file. Without an
 * `api_id` of its own a definition uses its file: the service would give it another identity at every edit.
 */
export function createSend(
  client: Pick<DashboardClient, 'evaluateApis' | 'evaluateDefinition'>,
  { readDefinition, stampOf }: Pick<Sources, 'readDefinition' | 'stampOf'>,
  memory?: AnswerMemory,
): Send {
  return async (request, onAnswer) => {
    const { selector } = request
    if (request.kind === 'apis') return client.evaluateApis(request.api_ids, selector, onAnswer)
    const { file, api_id, api_name } = request.definition
    const stamp = stampOf(file)
    const known = memory?.recall(file, stamp, selector)
    if (known) return known
    const local = await readDefinition(file)
    const upload = { ...local, api_id: api_id ?? file, api_name }
    const answer = await client.evaluateDefinition(upload, selector, onAnswer)
    const evaluation = { ...answer, issues: answer.issues.map((issue) => placeIssue(issue, local)) }
    if (memory && stamp !== undefined && isWhole(local.value))
      memory.remember(file, { stamp, digest: local.digest, answers: [{ selector, evaluation }] })
    return evaluation
  }
}

/** Everything that counts is in the file itself. */
function isWhole(definition: unknown): boolean {
  return findOutsideReference(definition) === undefined && findNamedFiles(definition).length === 0
}
