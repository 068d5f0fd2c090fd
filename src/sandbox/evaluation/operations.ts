import type { Selector } from '../../core/model/asked.ts'
import type { AnsweredEvaluation } from '../../core/model/evaluation.ts'
import { once } from '../../core/model/once.ts'
import type { SourceDocument } from '../../core/model/source-document.ts'
import { fold } from '../../core/text/compare-text.ts'
import type { SandboxLimits } from '../../dashboard/contract/evaluation.ts'
import type { DocumentOrigin } from '../../engine/origin.ts'
import { requireOwnership } from '../http/credentials.ts'
import { badRequestError, Refusal } from '../http/exchange.ts'
import { indexApis, listOwnApis } from '../store/own-apis.ts'
import {
  type ApiRecord,
  type EvaluableApi,
  isLive,
  type RulesetRecord,
  type UserRecord,
} from '../store/records.ts'
import type { Workspace } from '../store/workspace.ts'
import { createDefinitionReader } from './definition.ts'
import { requireAtMost, requireSmallSelector, type SavedRequest } from './evaluation-request.ts'
import { createEvaluator, type EvaluatedSubject, type EvaluatorOptions } from './evaluator.ts'

export interface SentRequest {
  readonly api_id: string
  readonly document: SourceDocument
  /** The file that it was read from; empty for callers of other processes, whose files are not ours to read. */
  readonly origin?: DocumentOrigin | undefined
  readonly selector: Selector
}

/** The two operations of an evaluation, without HTTP: for routes, and for a check in this process. They throw Refusal. */
export function evaluationOperations(workspace: Workspace, options: EvaluatorOptions) {
  const { limits } = options
  const evaluate = createEvaluator(workspace, options)
  const readSaved = createDefinitionReader(workspace)
  return {
    evaluateSaved: async (user: UserRecord, { api_ids, selector }: SavedRequest) => {
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
      const rulesets = selectRulesets(workspace, user, selector, { named: found.rulesets, types, limits })
      return evaluate({ org_id: user.org_id, subjects, rulesets })
    },
    /** One API is evaluated, whatever ran. */
    evaluateSent: async (user: UserRecord, sent: SentRequest): Promise<AnsweredEvaluation> => {
      const { api_id, document, origin, selector } = sent
      requireSmallSelector(selector, limits)
      const { rulesets: named } = findAll(workspace, user, [], selector)
      const rulesets = selectRulesets(workspace, user, selector, { named, types: ['oas-api'], limits })
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

type ResourceType = RulesetRecord['resource_type']

/** The organisation's records with these ids, public or internal, each once, in order. Refuses with 404 and each id that is missing. */
function findAll(workspace: Workspace, user: UserRecord, apiIds: readonly string[], selector: Selector) {
  const rulesetIds = 'ruleset_ids' in selector ? selector.ruleset_ids : []
  const own = listRulesets(workspace, user)
  const apis = find(indexApis(listOwnApis(workspace, user)), apiIds)
  const rulesets = find(
    new Map(own.flatMap((each) => [[each.ruleset_id, each] as const, [each.id, each]])),
    rulesetIds,
  )
  const missing = Object.entries({ api_ids: apis.missing, ruleset_ids: rulesets.missing }).flatMap(
    ([field, ids]) => (ids.length === 0 ? [] : [`${field}: ${ids.join(', ')}`]),
  )
  if (missing.length > 0) throw new Refusal(404, `Not found in the organisation: ${missing.join('; ')}`)
  return { apis: apis.found, rulesets: rulesets.found }
}

function find<Record>(byId: ReadonlyMap<string, Record>, wanted: readonly string[]) {
  const found = wanted.flatMap((id) => byId.get(id) ?? [])
  return { found: [...new Set(found)], missing: [...new Set(wanted)].filter((id) => !byId.has(id)) }
}

/** The rulesets of the user's organisation, without deleted ones. */
export function listRulesets({ rulesets }: Workspace, { org_id }: UserRecord): readonly RulesetRecord[] {
  return rulesets.filter((ruleset) => ruleset.org_id === org_id && isLive(ruleset))
}

interface AskedSelection {
  readonly named: readonly RulesetRecord[]
  readonly types: readonly ResourceType[]
  readonly limits: SandboxLimits
}

/**
 * The rulesets that the selector stands for. Named ones were found, whatever their state. Categories stand for
 * the active rulesets of the user's organisation, never deleted ones and never templates, that share a category
 * with them, whatever the case of its letters, and fit one of `types`; refuses with 400 when they are too many.
 */
function selectRulesets(
  workspace: Workspace,
  user: UserRecord,
  selector: Selector,
  { named, types, limits }: AskedSelection,
): readonly RulesetRecord[] {
  if ('ruleset_ids' in selector) return named
  const wanted = new Set(selector.categories.map(fold))
  const rulesets = listRulesets(workspace, user).filter(
    (ruleset) =>
      ruleset.active &&
      !ruleset.is_template &&
      types.includes(ruleset.resource_type) &&
      ruleset.categories.some((category) => wanted.has(fold(category))),
  )
  if (rulesets.length <= limits.rulesets) return rulesets
  throw badRequestError(
    `The categories resolve to ${rulesets.length} rulesets: the limit is ${limits.rulesets}`,
  )
}

/** Refuses with 400, naming each classic API: those have no OpenAPI definition. */
function requireEvaluable(apis: readonly ApiRecord[]): readonly EvaluableApi[] {
  const classic = apis.filter(({ kind }) => kind === 'classic').map(({ api_id }) => api_id)
  if (classic.length > 0) throw badRequestError(`Classic APIs cannot be evaluated: ${classic.join(', ')}`)
  return apis.filter((api) => api.kind !== 'classic')
}

function chooseResourceType({ kind }: EvaluableApi): ResourceType {
  return kind === 'oas' ? 'oas-api' : 'mcp-api'
}
