import type { Waiver } from '../../model/waiver.ts'
import { describeWaiver } from '../../reporters/reason-text.ts'
import { checkConfig } from '../../settings/check-config.ts'
import { fenceOf } from '../../settings/load/fence.ts'
import { configFolder, fromWorkingFolder, type OpenedConfig } from '../../settings/load/load-config.ts'
import { suggest } from '../../text/suggest.ts'
import { expandDefinitions } from '../definitions/expand-definitions.ts'
import { namesOf } from '../known-names.ts'
import type { World } from '../world.ts'

/**
 * A sentence about a waiver that excuses all that is found, or that the config already has; and for each of its rule and
 * API that is near to one that is known here and is not known itself: such a waiver would excuse nothing. A dashboard may
 * have more, so that one which is near to none is left alone.
 */
export async function waiverSlips(
  waiver: Waiver,
  config: OpenedConfig,
  world: World,
): Promise<readonly string[]> {
  const { rule_id, api_id } = waiver
  const named = (noun: 'rule' | 'api') => namesOf(noun, ['--config', config.file], world).catch(() => [])
  const apis = async () => [...(await named('api')), ...(await definitionFiles(config, world))]
  return [
    ...breadth(waiver),
    ...repetition(waiver, config),
    ...wildcardSlips(api_id),
    ...slipIn('rule', rule_id, await named('rule')),
    ...(api_id === undefined ? [] : slipIn('API', api_id, await apis())),
  ]
}

function breadth({ rule_id, ruleset_id = '*', api_id, path = '*', expires }: Waiver): readonly string[] {
  const isAll = [rule_id, ruleset_id, path].every((pattern) => /^\*+$/.test(pattern))
  const where = api_id === undefined || /^\*+$/.test(api_id) ? 'of every API' : `of ${JSON.stringify(api_id)}`
  return isAll ? [`the waiver excuses every issue ${where} until ${expires}`] : []
}

/** The config is as it was before. */
function repetition(waiver: Waiver, { source }: OpenedConfig): readonly string[] {
  const what = describeWaiver(waiver)
  const same = checkConfig(source).layer.waivers?.value.find((each) => describeWaiver(each) === what)
  return same ? [`the config already had a waiver of ${what}, until ${same.expires}`] : []
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
