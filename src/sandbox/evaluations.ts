import { requireOwnership } from './access.ts'
import { admit } from './admit.ts'
import type { AppOptions } from './app-options.ts'
import { readBody } from './body.ts'
import { bodyFormat } from './content-type.ts'
import { readDefinition } from './definition.ts'
import { definitionId } from './definition-id.ts'
import { createEvaluator, type Subject } from './evaluator.ts'
import { findAll, requireEvaluable, resourceTypeOf, selectRulesets } from './resolve.ts'
import type { Route } from './route.ts'
import { createDefinitionReader } from './saved-definitions.ts'
import { readSavedRequest } from './saved-request.ts'
import { oneSelector, querySelectors, requireSelectorWithin, requireWithin } from './selector.ts'
import type { Workspace } from './workspace.ts'

/** The evaluation operations: of saved APIs, and of a definition that is sent along. Nothing is stored. */
export function evaluationRoutes(workspace: Workspace, options: AppOptions): Route[] {
  const { limits } = options
  const evaluate = createEvaluator(workspace, options)
  const readSaved = createDefinitionReader(workspace)

  async function evaluateSaved(request: Request): Promise<Response> {
    const user = admit(request, workspace)
    const text = await readBody(request, limits.bodyBytes)
    bodyFormat(request.headers, ['json'])
    const { api_ids, selector } = readSavedRequest(text)
    requireWithin('api_ids', api_ids.length, limits.apis)
    requireSelectorWithin(selector, limits)
    const found = findAll(workspace, user, api_ids, selector)
    if (workspace.settings.api_ownership) requireOwnership(user, found.apis)
    const subjects = requireEvaluable(found.apis).map(
      (api): Subject => ({
        api_id: api.api_id,
        resource_type: resourceTypeOf(api),
        document: once(() => readSaved(api)),
      }),
    )
    const types = subjects.map(({ resource_type }) => resource_type)
    const rulesets = selectRulesets(workspace, user, selector, { found, types, limits })
    return Response.json(await evaluate({ org_id: user.org_id, subjects, rulesets }))
  }

  /** A definition's api_name shows nowhere in the answer, so it is not read. */
  async function evaluateDefinition(request: Request): Promise<Response> {
    const user = admit(request, workspace)
    const text = await readBody(request, limits.bodyBytes)
    const format = bodyFormat(request.headers, ['json', 'yaml'])
    const query = new URL(request.url).searchParams
    const selector = oneSelector(querySelectors(query))
    const document = readDefinition(text, format)
    requireSelectorWithin(selector, limits)
    const found = findAll(workspace, user, [], selector)
    const rulesets = selectRulesets(workspace, user, selector, { found, types: ['oas-api'], limits })
    const api_id = definitionId(query.get('api_id'), document.value)
    const subject: Subject = { api_id, resource_type: 'oas-api', document: async () => document }
    const answer = await evaluate({ org_id: user.org_id, subjects: [subject], rulesets })
    return Response.json({ ...answer, evaluated_apis: 1 })
  }

  return [
    { method: 'POST', path: '/api/evaluations/sandbox', handle: evaluateSaved },
    { method: 'POST', path: '/api/evaluations/sandbox/oas', handle: evaluateDefinition },
  ]
}

/** `make`, called at the first call and never again. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
