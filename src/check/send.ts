import { findNamedFiles, findOutsideReference } from '../engine/file-reference.ts'
import { placeIssue } from '../gate/place.ts'
import type { Send } from './ask.ts'
import type { Connection } from './check-plan.ts'
import type { SentDefinition } from './definitions/bundle-definition.ts'
import { findIgnores } from './definitions/ignores-of.ts'
import { readEvaluated } from './definitions/survey.ts'
import type { Evaluator } from './evaluators/evaluator.ts'
import type { Sources } from './sources.ts'

/**
 * Has an evaluator answer; the issues of a definition get their places in the user's own file. Without an `api_id` of its
 * own a definition uses its file: the service would give it another identity at every edit.
 */
export function createSend(
  evaluator: Pick<Evaluator, 'evaluateApis' | 'evaluateDefinition'>,
  sources: Pick<Sources, 'readDefinition' | 'readSent' | 'stampOf'>,
  { capabilities, memory }: Pick<Connection, 'capabilities' | 'memory'>,
): Send {
  return async (request, onAnswer) => {
    const { selector } = request
    if (request.kind === 'apis') return evaluator.evaluateApis(request.api_ids, selector, onAnswer)
    const { file, api_id = file, api_name } = request.definition
    const stamp = sources.stampOf(file)
    const known = memory?.recall(file, stamp, selector)
    if (known) return known
    const source = await readEvaluated(file, sources, capabilities)
    const answer = await evaluator.evaluateDefinition({ source, api_id, api_name }, selector, onAnswer)
    const evaluation = { ...answer, issues: answer.issues.map((issue) => placeIssue(issue, source)) }
    // A definition that is not read again would not say that it has these keys.
    const hasIgnores = capabilities.dropsIgnored && findIgnores(source) !== undefined
    if (memory && stamp !== undefined && isWhole(source) && !hasIgnores)
      memory.remember(file, { stamp, digest: source.digest, answers: [{ selector, evaluation }] })
    return evaluation
  }
}

/** Everything that counts is in the file itself. */
function isWhole({ value, bundled }: SentDefinition): boolean {
  return bundled === undefined && !findOutsideReference(value) && findNamedFiles(value).length === 0
}
