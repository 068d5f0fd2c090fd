import type { Selector } from '../../core/model/asked.ts'
import type { AnsweredEvaluation } from '../../core/model/evaluation.ts'
import { once } from '../../core/model/once.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import type { Origin } from '../../engine/origin.ts'
import { requireOwnership } from '../http/credentials.ts'
import type { User } from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { createDefinitionReader } from './definition.ts'
import { requireAtMost, requireSmallSelector, type SavedRequest } from './evaluation-request.ts'
import { createEvaluator, type EvaluatedSubject, type EvaluatorOptions } from './evaluator.ts'
import { chooseResourceType, findAll, requireEvaluable, selectRulesets } from './resolve.ts'

export interface SentRequest {
  readonly api_id: string
  readonly document: SourceDocument
  /** The file that it was read from; empty for callers of other processes, whose files are not ours to read. */
  readonly origin?: Origin | undefined
  readonly selector: Selector
}

/**
 * The two operations of an evaluation, without HTTP: routes answer with them, and a check in this process calls them.
 * Each throws a Refusal for what is not a result.
 */
export interface EvaluationOperations {
  readonly evaluateSaved: (user: User, asked: SavedRequest) => Promise<AnsweredEvaluation>
  /** One API is evaluated, whatever ran. */
  readonly evaluateSent: (user: User, sent: SentRequest) => Promise<AnsweredEvaluation>
}

export function evaluationOperations(workspace: Workspace, options: EvaluatorOptions): EvaluationOperations {
  const { limits } = options
  const evaluate = createEvaluator(workspace, options)
  const readSaved = createDefinitionReader(workspace)
  return {
    evaluateSaved: async (user, { api_ids, selector }) => {
      requireAtMost('api_ids', api_ids.length, limits.apis)
      requireSmallSelector(selector, limits)
      const found = findAll(workspace, user, api_ids, selector)
      if (workspace.settings.api_ownership) requireOwnership(user, found.apis)
      const subjects = requireEvaluable(found.apis).map((api): EvaluatedSubject => {
        // Read once for all rulesets.
        const document = once(() => readSaved(api))
        return { api_id: api.api_id, resource_type: chooseResourceType(api), document }
      })
      const types = subjects.map(({ resource_type }) => resource_type)
      const rulesets = selectRulesets(workspace, user, selector, { found, types, limits })
      return evaluate({ org_id: user.org_id, subjects, rulesets })
    },
    evaluateSent: async (user, { api_id, document, origin, selector }) => {
      requireSmallSelector(selector, limits)
      const found = findAll(workspace, user, [], selector)
      const rulesets = selectRulesets(workspace, user, selector, { found, types: ['oas-api'], limits })
      const subject: EvaluatedSubject = {
        api_id,
        resource_type: 'oas-api',
        document: async () => document,
        origin,
      }
      const answer = await evaluate({ org_id: user.org_id, subjects: [subject], rulesets })
      return { ...answer, evaluated_apis: 1 }
    },
  }
}
