import type { Waiver } from '../../model/waiver.ts'
import { checkConfig } from '../../settings/check-config.ts'
import { fenceOf } from '../../settings/load/fence.ts'
import { configFolder, fromWorkingFolder, type OpenedConfig } from '../../settings/load/load-config.ts'
import { suggest } from '../../text/suggest.ts'
import { expandDefinitions } from '../definitions/expand-definitions.ts'
import { namesOf } from '../known-names.ts'
import type { World } from '../world.ts'

/**
 * A sentence for each of the rule and the API of a waiver that is near to one that is known here and is not known itself:
 * such a waiver would excuse nothing. A dashboard may have more, so that one which is near to none is left alone.
 */
export async function waiverSlips(
  { rule_id, api_id }: Waiver,
  config: OpenedConfig,
  world: World,
): Promise<readonly string[]> {
  const named = (noun: 'rule' | 'api') => namesOf(noun, ['--config', config.file], world).catch(() => [])
  const apis = async () => [...(await named('api')), ...(await definitionFiles(config, world))]
  return [
    ...wildcardSlips(api_id),
    ...slipIn('rule', rule_id, await named('rule')),
    ...(api_id === undefined ? [] : slipIn('API', api_id, await apis())),
  ]
}

/** A rule of a dashboard may be alike. */
const mostSlips = 2

/** The globs of definitions know more. */
function wildcardSlips(id = ''): readonly string[] {
  const name = JSON.stringify(id)
  return /[[{?]/.test(id) ? [`* is the only wildcard of a waiver: the API ${name} is taken as it stands`] : []
}

function slipIn(what: string, id: string, known: readonly string[]): readonly string[] {
  const meant = id.includes('*') || known.includes(id) ? undefined : suggest(id, known, mostSlips)
  if (meant === undefined) return []
  return [`no ${what} ${JSON.stringify(id)} is known here; did you mean ${JSON.stringify(meant)}?`]
}

async function definitionFiles({ source, file }: OpenedConfig, world: World): Promise<readonly string[]> {
  const { definitions } = fromWorkingFolder(checkConfig(source).layer, file, world.cwd)
  if (definitions === undefined) return []
  const fenced = { ...definitions, fence: await fenceOf(configFolder(file)) }
  const found = await expandDefinitions(fenced, world.sources).catch(() => [])
  return found.map((each) => each.file)
}
