import { setImmediate as othersHaveTheirTurn } from 'node:timers/promises'
import type { AnsweredEvaluation } from '../../core/model/evaluation.ts'
import { requestRefusedError } from '../../dashboard/refusal.ts'
import type { ReferencedFiles } from '../../engine/openapi/files.ts'
import type { DocumentOrigin } from '../../engine/origin.ts'
import { refuseUnknownDocument } from '../../sandbox/evaluation/definition.ts'
import { requireNamed } from '../../sandbox/evaluation/evaluation-request.ts'
import type { EvaluatorOptions } from '../../sandbox/evaluation/evaluator.ts'
import type { TimeLimit } from '../../sandbox/evaluation/limits.ts'
import { evaluationOperations } from '../../sandbox/evaluation/operations.ts'
import { requireWithinBody } from '../../sandbox/http/body.ts'
import { requireDefaultEvaluator } from '../../sandbox/http/credentials.ts'
import { Refusal } from '../../sandbox/http/exchange.ts'
import type { Workspace } from '../../sandbox/store/workspace.ts'
import type { SentDefinition } from '../sources/bundle-definition.ts'
import type { Evaluator, Records } from '../types.ts'

export interface EngineOptions extends EvaluatorOptions {
  readonly timeLimit: TimeLimit
  /** Reads what definitions refer to. Undefined: they are taken as a dashboard takes them, alone and in OpenAPI 3. */
  readonly readFiles: ((definition: SentDefinition) => Promise<ReferencedFiles>) | undefined
  readonly openRecords: () => Promise<Records>
}

/** Evaluates in this process, as the default user of the workspace and by the code of the sandbox's own operations. */
export function engineEvaluator(workspace: Workspace, options: EngineOptions): Evaluator {
  const { limits, timeLimit, readFiles, openRecords } = options
  const { evaluateSaved, evaluateSent } = evaluationOperations(workspace, { ...options, showsMatches: true })
  const findOrigin = async (definition: SentDefinition): Promise<DocumentOrigin> =>
    readFiles ? { name: definition.file, files: await readFiles(definition) } : {}
  return {
    evaluateApis: (api_ids, selector) =>
      queueEvaluation(timeLimit, async () => {
        const user = requireDefaultEvaluator(workspace, '/api/evaluations/sandbox')
        requireNamed({ api_ids, selector })
        return evaluateSaved(user, { api_ids, selector })
      }),
    evaluateDefinition: ({ source, api_id }, selector) =>
      queueEvaluation(timeLimit, async () => {
        const user = requireDefaultEvaluator(workspace, '/api/evaluations/sandbox/oas')
        const { document, bytes } = source
        requireWithinBody(bytes.length, limits.bodyBytes)
        requireNamed({ selector })
        if (!readFiles) refuseUnknownDocument(document.value)
        return evaluateSent(user, { api_id, document, origin: await findOrigin(source), selector })
      }),
    records: openRecords,
    close: async () => {},
  }
}

/** An evaluation keeps this thread; between two, other work of the process has its turn. */
async function queueEvaluation(
  timeLimit: TimeLimit,
  evaluate: () => Promise<AnsweredEvaluation>,
): Promise<AnsweredEvaluation> {
  await othersHaveTheirTurn()
  timeLimit.left()
  try {
    return await evaluate()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw requestRefusedError(error, error.message, who)
  }
}

const who = {
  name: 'the embedded sandbox',
  baseUrl: 'http://embedded',
  operation: 'the evaluation operation',
  subject: 'an id',
}
