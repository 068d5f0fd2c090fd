import type { DashboardClient } from '../dashboard/client.ts'
import { placeIssue } from '../gate/place.ts'
import type { Send } from './ask.ts'
import type { LocalDefinition } from './definitions/local-definition.ts'

/**
 * Calls of the evaluation operations; the issues of a definition get their places in the user's own file. Without an
 * `api_id` of its own a definition goes by its file: the service would give it another identity at every edit.
 */
export function createSend(
  client: Pick<DashboardClient, 'evaluateApis' | 'evaluateDefinition'>,
  definitions: ReadonlyMap<string, LocalDefinition>,
): Send {
  return async (request, onAnswer) => {
    if (request.kind === 'apis') return client.evaluateApis(request.api_ids, request.selector, onAnswer)
    const { file, api_id, api_name } = request.definition
    const local = definitions.get(file)
    if (local === undefined) throw new Error(`${file} was not read`)
    const upload = { ...local, api_id: api_id ?? file, api_name }
    const evaluation = await client.evaluateDefinition(upload, request.selector, onAnswer)
    return { ...evaluation, issues: evaluation.issues.map((issue) => placeIssue(issue, local)) }
  }
}
