import type { DashboardClient } from '../dashboard/client.ts'
import { findNamedFiles, findOutsideReference } from '../engine/file-reference.ts'
import { placeIssue } from '../gate/place.ts'
import type { AnswerMemory } from './answer-memory.ts'
import type { Send } from './ask.ts'
import type { SentDefinition } from './definitions/bundle-definition.ts'
import { ignoresOf } from './definitions/ignores-of.ts'
import type { Sources } from './sources.ts'

interface SendOptions {
  /** A dashboard sees no other files: it gets bundles. */
  readonly isRemote?: boolean
  readonly memory?: AnswerMemory | undefined
}

/**
 * Calls of the evaluation operations; the issues of a definition get their places in the user's own file. Without an
 * `api_id` of its own a definition uses its file: the service would give it another identity at every edit.
 */
export function createSend(
  client: Pick<DashboardClient, 'evaluateApis' | 'evaluateDefinition'>,
  { readDefinition, readSent, stampOf }: Pick<Sources, 'readDefinition' | 'readSent' | 'stampOf'>,
  { isRemote = false, memory }: SendOptions = {},
): Send {
  return async (request, onAnswer) => {
    const { selector } = request
    if (request.kind === 'apis') return client.evaluateApis(request.api_ids, selector, onAnswer)
    const { file, api_id, api_name } = request.definition
    const stamp = stampOf(file)
    const known = memory?.recall(file, stamp, selector)
    if (known) return known
    const local = await (isRemote ? readSent : readDefinition)(file)
    const upload = { ...local, api_id: api_id ?? file, api_name }
    const answer = await client.evaluateDefinition(upload, selector, onAnswer)
    const evaluation = { ...answer, issues: answer.issues.map((issue) => placeIssue(issue, local)) }
    // A definition that is not read again would not say that it has these keys.
    const hasIgnores = isRemote && ignoresOf(local) !== undefined
    if (memory && stamp !== undefined && isWhole(local) && !hasIgnores)
      memory.remember(file, { stamp, digest: local.digest, answers: [{ selector, evaluation }] })
    return evaluation
  }
}

/** Everything that counts is in the file itself. */
function isWhole({ value, bundled }: SentDefinition): boolean {
  return bundled === undefined && !findOutsideReference(value) && findNamedFiles(value).length === 0
}
