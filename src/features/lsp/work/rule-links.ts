import type { CheckRequest } from '../../../check/check-request.ts'
import { quiet, type World } from '../../../check/world.ts'
import { GovError } from '../../../core/model/errors.ts'
import { findUsedRulesets } from '../../explain/index.ts'
import { configStamp, isAsRead, type OpenTexts } from '../live/live-reader.ts'

/** The documentation of the rules that a check uses, by their ids; read again once a file that says it has changed. */
export function createLinks(
  request: CheckRequest,
  open: () => World,
  openTexts: OpenTexts,
): () => Promise<ReadonlyMap<string, string>> {
  let links: ReadonlyMap<string, string> | undefined
  let world: World | undefined
  let config = ''
  return async () => {
    const isCurrent =
      world !== undefined &&
      config === (await configStamp(request, world.cwd)) &&
      (await isAsRead(world.sources, openTexts))
    if (links !== undefined && isCurrent) return links
    world = quiet(open())
    config = await configStamp(request, world.cwd)
    links = await readLinks(request, world)
    return links
  }
}

/** None where a ruleset cannot be read: the check says so. */
async function readLinks(request: CheckRequest, world: World): Promise<ReadonlyMap<string, string>> {
  try {
    const { rulesets } = await findUsedRulesets(request, world)
    const rules = rulesets.flatMap(({ drafts }) => [...drafts.rules])
    return new Map(
      rules.flatMap(([id, { documentationUrl: url = '' }]) =>
        /^https?:\/\//.test(url) ? [[id, url] as const] : [],
      ),
    )
  } catch (error) {
    if (error instanceof GovError) return new Map()
    throw error
  }
}
