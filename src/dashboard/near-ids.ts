import type { Selector } from '../model/asked.ts'
import { GovError } from '../model/errors.ts'
import { once } from '../model/once.ts'
import { suggestAll } from '../text/suggest.ts'
import type { ApiMethods } from './apis.ts'
import type { EvaluationMethods } from './evaluations.ts'
import { namesInPages } from './names-in-pages.ts'
import type { RulesetMethods } from './rulesets.ts'

type Methods = EvaluationMethods & ApiMethods & RulesetMethods

/** The ids that are known, or undefined when they cannot all be had. */
type KnownIds = () => Promise<readonly string[] | undefined>

/**
 * The same methods; where an id is not known, the error also suggests the nearest one. It stays the same
 * error where ids cannot be looked up. They are looked up once, and only on such an error.
 */
export function withNearIds<Client extends Methods>(client: Client): Client {
  const apis = once(() =>
    namesInPages(client.listApis(), (page) =>
      page.apis?.flatMap(({ api_definition: { api_id, id } }) => [api_id, id]),
    ).catch(() => undefined),
  )
  const rulesets = once(() =>
    namesInPages(client.listRulesets(), (page) =>
      page.rulesets?.flatMap(({ ruleset_id, _id }) => [ruleset_id, _id]),
    ).catch(() => undefined),
  )
  return {
    ...client,
    getApi: (id) => client.getApi(id).catch(explain([[[id], apis]])),
    getRuleset: (id) => client.getRuleset(id).catch(explain([[[id], rulesets]])),
    evaluateApis: (ids, selector, onAnswer) =>
      client.evaluateApis(ids, selector, onAnswer).catch(
        explain([
          [ids, apis],
          [rulesetIdsOf(selector), rulesets],
        ]),
      ),
    evaluateDefinition: (definition, selector, onAnswer) =>
      client
        .evaluateDefinition(definition, selector, onAnswer)
        .catch(explain([[rulesetIdsOf(selector), rulesets]])),
  }
}

function rulesetIdsOf(selector: Selector): readonly string[] {
  return 'ruleset_ids' in selector ? selector.ruleset_ids : []
}

type Asked = readonly (readonly [ids: readonly string[], known: KnownIds])[]

function explain(asked: Asked): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!(error instanceof GovError) || error.kind !== 'not_found') throw error
    const questions: string[] = []
    for (const [ids, known] of asked) questions.push(...questionsOf(ids, await known()))
    if (questions.length === 0) throw error
    const { kind, code, message, hint, cause } = error
    throw new GovError(kind, code, message, [...questions, hint].join(' '), cause)
  }
}

function questionsOf(ids: readonly string[], known: readonly string[] = []): string[] {
  const unknown = ids.filter((id) => known.length > 0 && !known.includes(id))
  return unknown.flatMap((id) => {
    const [near] = suggestAll(id, known, 1)
    return near === undefined ? [] : [`Did you mean ${shown(near)} instead of ${shown(id)}?`]
  })
}

/** Where an id begins and ends is not seen when it has blanks. */
function shown(id: string): string {
  return /\s/.test(id) ? JSON.stringify(id) : id
}
