import { GovError, survivable } from '../../core/model/errors.ts'
import { groupBy } from '../../core/text/group-by.ts'
import { joinNames } from '../../core/text/wording.ts'
import type { SavedRuleset } from '../../dashboard/contract/rulesets.ts'
import type { Layer } from '../../settings/setting.ts'
import { openService } from '../connect/open-service.ts'
import { useAndClose } from '../evaluation/evaluator.ts'
import type { CheckRequest } from '../types.ts'
import { silenceWarnings, type World } from '../world.ts'

/**
 * The error; that a dashboard is named and no ruleset, with the flags for its active rulesets. None is chosen: what is active
 * at the moment would decide, and a run would pass because somebody switched a ruleset off. Where the dashboard cannot be
 * asked, the error stays as it is.
 */
export async function suggestRulesets(error: unknown, request: CheckRequest, world: World): Promise<unknown> {
  if (!(error instanceof GovError) || error.code !== 'selector-missing') return error
  try {
    const active = await listActive(request, world)
    if (active.length === 0) return error
    return new GovError(error.kind, error.code, error.message, describeChoices(active), error)
  } catch (thrown) {
    survivable(thrown)
    return error
  }
}

/** Nobody waits long for a hint. */
const longestMs = 10_000
const origin = { source: 'default', place: 'default' } as const
const quick: Layer = {
  'dashboard.retries': { value: 0, origin },
  'dashboard.deadline': { value: longestMs, origin },
}

async function listActive(request: CheckRequest, world: World): Promise<readonly SavedRuleset[]> {
  // The notes and warnings about the settings were printed before.
  const own = { ...quick, ...request.own }
  const service = await openService('user', { ...request, own }, silenceWarnings(world))
  return useAndClose(service, async ({ client }) => {
    const active: SavedRuleset[] = []
    for await (const { rulesets } of client.listRulesets())
      active.push(...(rulesets ?? []).filter((ruleset) => ruleset.active && !ruleset.is_template))
    return active
  })
}

const mostNamed = 5

function describeChoices(active: readonly SavedRuleset[]): string {
  const pairs = active.flatMap(({ ruleset_id, categories }) =>
    (categories ?? []).map((category) => ({ category, ruleset_id })),
  )
  const byCategory = [...groupBy(pairs, ({ category }) => category)]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([name, own]) => `--category ${quote(name)} (${own.map((each) => each.ruleset_id).join(', ')})`)
  const byId = active.map(({ ruleset_id }) => `--ruleset-id ${quote(ruleset_id)}`)
  const ways = [
    ...(byCategory.length === 0 ? [] : [`a category: ${joinNames(byCategory, mostNamed)}`]),
    `rulesets by id: ${joinNames(byId, mostNamed)}`,
  ]
  return `Choose from the dashboard's active rulesets. Add ${ways.join('; or ')}. In the config: categories or ruleset_ids.`
}

function quote(name: string): string {
  return /^[\w.:@-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`
}
